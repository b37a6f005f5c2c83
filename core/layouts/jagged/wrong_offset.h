// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/report.h"
#include "layouts/jagged/jagged_reading.h"

#include <cstdint>
#include <optional>

namespace tscope {

// The numbers that the neighbours of an offset and the cached shortest and longest length allow for it.
struct OffsetRange {
    std::int64_t low = 0, high = 0; // both allowed
};
// Nothing where the cached lengths do not narrow it, where other components contradict them, and for the first and
// the last offset.
std::optional<OffsetRange> allowedByLengths(const JaggedReading& reading, std::int64_t i);

// Which of the two offsets of the first fall is the wrong one. Nothing where none falls.
std::optional<std::int64_t> firstWrongOffset(const JaggedReading& reading, const Finding& falls);

} // namespace tscope
