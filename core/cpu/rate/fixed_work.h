// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tscope::cpu {

// Pieces of work that say how fast a machine is at the moment: plain loops, the same whatever kernels do meanwhile
// and whatever instructions there are.

// Elements of a table from `count` places that no processor foresees; what they add up to. `size` is a power of
// two.
double fetchAround(const double* table, std::int64_t size, std::int64_t count);

// Each sum `times` times halved and added to where it lies: what was just written is read again, as by products
// that scatter.
void addInPlace(float* sums, std::int64_t count, std::int64_t times);

// `count` times to a line of memory that this thread alone writes; the lines beside it are those of other threads,
// which are there at about the same time. `lines` holds as many for each of the threads as `count`, a power of
// two, says.
void addBesideOthers(float* lines, std::int64_t count, std::int64_t threads, std::int64_t thread);

} // namespace tscope::cpu
