// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/report.h"
#include "layouts/jagged/jagged_reading.h"

#include <cstdint>
#include <optional>

namespace tscope {

// What the neighbours of an offset and the cached shortest and longest length leave for it.
struct OffsetRange {
    std::int64_t low = 0, high = 0; // both allowed
};
// Nothing where these lengths do not narrow it, where components elsewhere contradict them, or at an end.
std::optional<OffsetRange> allowedByLengths(const JaggedReading& reading, std::int64_t i);

// Which of the two offsets of the first fall is the wrong one. Nothing where none falls.
std::optional<std::int64_t> firstWrongOffset(const JaggedReading& reading, const Finding& falls);

} // namespace tscope
