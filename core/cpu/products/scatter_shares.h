// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "cpu/dense.h"
#include "cpu/products/loops.h"

#include <functional>
#include <vector>

namespace tscope::cpu {

// Shares of Y for as many threads as there may be: by columns where there are enough of them, else by blocks of
// rows so that each is hit about equally often by `outs`. Entries that are blocks go by rows first, so that each
// is read by one thread only, and by columns where a few rows have most of them. A sum is built by one thread, in
// the order of the entries, so the shares change no result.
template <class I>
std::vector<ScatterShare> scatterShares(const I* outs, std::int64_t entries, std::int64_t blocks,
                                        std::int64_t columns, std::int64_t work, bool isOfBlocks = false);

// Y from loops that scatter: clears the sums of each share, calls add(share, sums, stride, task) for each task in
// order, and rounds. Returns whether it ran to its end.
template <class T, class I>
bool scatter(const ScatterLoops<T, I>& loops, const Dense<T>& y, std::int64_t rowsPerBlock,
             const std::vector<ScatterShare>& shares, std::int64_t tasks, const Watch& watch,
             const std::function<void(const ScatterShare&, std::byte*, std::int64_t, std::int64_t)>& add);

} // namespace tscope::cpu
