// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace tscope {

// Whether blocks of that size tile a matrix.
bool isDividedBy(const std::array<std::int64_t, 2>& block, std::int64_t rows, std::int64_t columns);

// "blocks of 2x2 do not divide 4 rows and 5 columns: a block can have 1, 2 or 4 rows and 1 or 5 columns"
std::string undividedText(const std::array<std::int64_t, 2>& block, std::int64_t rows, std::int64_t columns);

} // namespace tscope
