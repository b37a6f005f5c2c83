// SPDX-License-Identifier: Apache-2.0
#include "cpu/elementwise/merge_loops.h"

namespace tscope::cpu {

namespace {

// The indices that a slice has in both.
template <class I>
struct Matching {
    const Slices<I>&a, &b;
    std::int64_t at, end, other, otherEnd, entries, matches = 0;

    Matching(const Slices<I>& left, const Slices<I>& right, std::int64_t slice)
        : a(left), b(right), at(left.pointers[slice]), end(left.pointers[slice + 1]), other(right.pointers[slice]),
          otherEnd(right.pointers[slice + 1]), entries(end - at + otherEnd - other)
    {
    }
    inline bool isOpen() const { return at < end && other < otherEnd; }
    [[gnu::always_inline]] inline void step()
    {
        // No branch, which nobody could foretell: masks of the signs of the difference. Indices are not negative.
        const auto difference = std::int64_t{a.indices[at]} - std::int64_t{b.indices[other]};
        const auto isBelow = difference >> 63, isAbove = -difference >> 63; // -1 or 0
        matches += 1 + isBelow + isAbove;
        at += 1 + isAbove;
        other += 1 + isBelow;
    }
    [[gnu::always_inline]] inline std::int64_t counted(Merge merge)
    {
        while (isOpen())
            step();
        return merge == Merge::both ? matches : entries - matches;
    }
};

} // namespace

template <class I>
void countMergedSlices(Merge merge, const Slices<I>& a, const Slices<I>& b, std::int64_t first, std::int64_t last,
                       std::int64_t* counts)
{
    // Each step waits for the one before, so three slices are walked through side by side.
    for (; first + 3 <= last; first += 3) {
        Matching<I> one(a, b, first), two(a, b, first + 1), three(a, b, first + 2);
        while (one.isOpen() && two.isOpen() && three.isOpen()) {
            one.step();
            two.step();
            three.step();
        }
        counts[first] = one.counted(merge);
        counts[first + 1] = two.counted(merge);
        counts[first + 2] = three.counted(merge);
    }
    for (; first < last; ++first)
        counts[first] = Matching<I>(a, b, first).counted(merge);
}

template void countMergedSlices(Merge, const Slices<std::int32_t>&, const Slices<std::int32_t>&, std::int64_t,
                                std::int64_t, std::int64_t*);
template void countMergedSlices(Merge, const Slices<std::int64_t>&, const Slices<std::int64_t>&, std::int64_t,
                                std::int64_t, std::int64_t*);

} // namespace tscope::cpu
