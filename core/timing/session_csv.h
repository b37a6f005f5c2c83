// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/session.h"

#include <string>

namespace tscope::timing {

// Tables as RFC 4180 has them: a line of names with units, then one line for each of what they are about. What was
// not measured is an empty field.
std::string rowsCsv(const Session& session);
std::string samplesCsv(const Session& session); // with the number of the row, from 0, and of the round
std::string footprintsCsv(const Session& session);
std::string verdictsCsv(const Session& session);

} // namespace tscope::timing
