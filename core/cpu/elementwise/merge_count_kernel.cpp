// SPDX-License-Identifier: Apache-2.0
#include "cpu/elementwise/merge_loops.h"

namespace tscope::cpu {

template <class I>
void countMergedSlices(Merge merge, const Slices<I>& a, const Slices<I>& b, std::int64_t first, std::int64_t last,
                       std::int64_t* counts)
{
    for (auto slice = first; slice < last; ++slice) {
        std::int64_t at = a.pointers[slice], other = b.pointers[slice], matches = 0;
        const std::int64_t end = a.pointers[slice + 1], otherEnd = b.pointers[slice + 1];
        const auto entries = end - at + otherEnd - other;
        while (at < end && other < otherEnd) {
            const auto left = a.indices[at], right = b.indices[other];
            matches += left == right ? 1 : 0;
            at += left <= right ? 1 : 0;
            other += right <= left ? 1 : 0;
        }
        counts[slice] = merge == Merge::both ? matches : entries - matches;
    }
}

template void countMergedSlices(Merge, const Slices<std::int32_t>&, const Slices<std::int32_t>&, std::int64_t,
                                std::int64_t, std::int64_t*);
template void countMergedSlices(Merge, const Slices<std::int64_t>&, const Slices<std::int64_t>&, std::int64_t,
                                std::int64_t, std::int64_t*);

} // namespace tscope::cpu
