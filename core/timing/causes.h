// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/sentence.h"
#include "timing/session.h"

#include <optional>
#include <string>

namespace tscope::timing {

// Bytes of indices and pointers that a form stores for each element of the tensor; fill does not count. Nothing
// where its footprint is not in the session.
std::optional<double> indexBytesPerEntry(const Session& session, const Row& row);

// Why a row stays far below its limit, in a sentence about `name`: the surest cause that the session's numbers
// show. Nothing where the row is near its limit, or no cause shows.
std::optional<Sentence> whyBelowLimit(const Session& session, const Row& row, const std::string& name);
// Whether that cause is that its instructions, not its bytes, likely set the pace.
bool doInstructionsSetPace(const Session& session, const Row& row);

} // namespace tscope::timing
