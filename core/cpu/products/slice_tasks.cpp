// SPDX-License-Identifier: Apache-2.0
#include "cpu/products/slice_tasks.h"

#include "base/halving.h"

#include <algorithm>

namespace tscope::cpu {

namespace {

constexpr std::int64_t workPerTask = std::int64_t{1} << 18;
constexpr std::int64_t leastEntriesPerPiece = 4096;

} // namespace

template <class I>
SliceTasks sliceTasks(const Slices<I>& pattern, std::int64_t workPerEntry)
{
    const auto entries = pattern.entries();
    const auto perTask = std::max<std::int64_t>(workPerTask / std::max<std::int64_t>(workPerEntry, 1), 1);
    const auto giant = std::max({4 * perTask, entries / 32, leastEntriesPerPiece}); // so at most 32 are above it
    const auto perPiece = std::max({perTask, entries / 64, leastEntriesPerPiece});
    SliceTasks out;
    for (std::int64_t slice = 0; slice < pattern.count;) {
        const std::int64_t begin = pattern.pointers[slice];
        const std::int64_t end = pattern.pointers[slice + 1];
        if (end - begin > giant) {
            for (auto at = begin; at < end; at += perPiece)
                out.tasks.push_back({slice, slice + 1, at, std::min(at + perPiece, end), out.pieces++});
            ++slice;
            continue;
        }
        // An empty slice has its cost too: its result is written.
        const auto fits = [&](std::int64_t last) {
            return pattern.pointers[last] - begin + (last - slice) <= perTask;
        };
        const auto last = std::max(firstNot(slice, pattern.count + 1, fits) - 1, slice + 1);
        out.tasks.push_back({slice, last, begin, pattern.pointers[last]});
        slice = last;
    }
    return out;
}

template SliceTasks sliceTasks(const Slices<std::int32_t>&, std::int64_t);
template SliceTasks sliceTasks(const Slices<std::int64_t>&, std::int64_t);

} // namespace tscope::cpu
