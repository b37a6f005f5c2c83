// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/session.h"

#include <string>
#include <vector>

namespace tscope::timing {

// The tables of a report, as HTML; empty where there is nothing to tell.
std::string machineTable(const Session& session);
std::string limitsTable(const Session& session);
std::string subjectsTable(const Session& session);
std::string rowsTable(const Session& session, const std::vector<std::size_t>& rows);
std::string footprintsTable(const Session& session);
std::string verdictsTable(const Session& session);
std::string noiseRemarks(const Session& session);
// With a sign besides the word, so that colour alone tells nothing: "▲ faster".
std::string wordText(Word word);

} // namespace tscope::timing
