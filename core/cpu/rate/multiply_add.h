// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tscope::cpu {

// Chains of multiplications and additions in registers, as many side by side as a core can work on: what it
// reaches is the most that any kernel could. Of so many rounds the number of both together.
std::int64_t multiplyAdd(float* kept, std::int64_t rounds);
std::int64_t multiplyAdd(double* kept, std::int64_t rounds);

} // namespace tscope::cpu
