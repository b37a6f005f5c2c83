// SPDX-License-Identifier: Apache-2.0
#include "cpu/convert/pointers.h"

#include "base/thread_pool.h"
#include "cpu/convert/nonzero_kernels.h"
#include "cpu/convert/parts.h"

#include <algorithm>
#include <vector>

namespace tscope::cpu {

namespace {

// Writes `value` at [begin, end) of `out`, and maybe up to `spill` places behind that, which is cheaper where runs
// are short: what stands there is written after it.
template <class I>
void fillRun(I* out, std::int64_t begin, std::int64_t end, I value, std::int64_t limit)
{
    constexpr std::int64_t spill = 64 / sizeof(I);
    if (end - begin <= spill && begin + spill <= limit) {
        for (std::int64_t i = 0; i < spill; ++i)
            out[begin + i] = value;
        return;
    }
    std::fill(out + begin, out + end, value);
}

} // namespace

template <class I>
std::int64_t sliceOfEntry(const Slices<I>& slices, std::int64_t entry)
{
    const auto* end = slices.pointers + slices.count + 1;
    return std::upper_bound(slices.pointers, end, static_cast<I>(entry)) - slices.pointers - 1;
}

template <class I>
void expandPointers(const Slices<I>& slices, I* sliceOfEach)
{
    const auto entries = slices.entries();
    const auto parts = partsOfWork(entries);
    parallelFor(parts, [&](std::int64_t part) {
        const auto begin = partBegin(part, parts, entries), end = partBegin(part + 1, parts, entries);
        if (begin == end)
            return;
        auto slice = sliceOfEntry(slices, begin);
        for (auto at = begin; at < end; ++slice) {
            const auto next = std::min<std::int64_t>(slices.pointers[slice + 1], end);
            fillRun(sliceOfEach, at, next, static_cast<I>(slice), end);
            at = next;
        }
    });
}

namespace {

// Sets the pointers [next, end), mostly one, and returns the next one.
template <class I>
std::int64_t setPointers(I* pointers, std::int64_t next, std::int64_t end, I value)
{
    for (; next < end; ++next)
        pointers[next] = value;
    return next;
}

} // namespace

template <class I>
void pointersOfSorted(const I* sliceOfEach, std::int64_t entries, std::int64_t count, I* pointers)
{
    // A part has whole slices: it begins where a slice does, and sets the pointers behind the slice before it up
    // to the one behind its last slice. Giant slices leave parts without entries.
    const auto parts = partsOfWork(entries);
    std::vector<std::int64_t> starts(static_cast<std::size_t>(parts + 1), entries);
    starts[0] = 0;
    for (std::int64_t part = 1; part < parts; ++part) {
        const auto at = partBegin(part, parts, entries);
        starts[static_cast<std::size_t>(part)] =
            std::upper_bound(sliceOfEach + at, sliceOfEach + entries, sliceOfEach[at]) - sliceOfEach;
    }
    constexpr std::int64_t atOnce = 1024;
    const auto keep = keepChanges<I>(nonzeroKernels());
    pointers[0] = 0;
    const auto afterSliceBefore = [&](std::int64_t entry) {
        return entry == 0 ? std::int64_t{1} : static_cast<std::int64_t>(sliceOfEach[entry - 1]) + 2;
    };
    parallelFor(parts, [&](std::int64_t part) {
        const auto begin = starts[static_cast<std::size_t>(part)],
                   end = starts[static_cast<std::size_t>(part + 1)];
        const auto first = afterSliceBefore(begin), last = part + 1 == parts ? count + 1 : afterSliceBefore(end);
        auto next = first; // pointer that is to be set
        I changes[atOnce + nonzeroSlack / sizeof(I)];
        for (auto k = begin; k < end; k += atOnce) {
            // Before the first entry of all there is none to compare it with.
            const auto skipped = k == 0 ? 1 : 0;
            const auto compared = std::min(atOnce, end - k) - skipped;
            const auto found = keep(sliceOfEach + k + skipped, compared, static_cast<I>(k + skipped), changes);
            if (k == 0)
                next = setPointers(pointers, next, static_cast<std::int64_t>(sliceOfEach[0]) + 1, I{0});
            for (std::int64_t c = 0; c < found; ++c)
                next = setPointers(pointers, next, static_cast<std::int64_t>(sliceOfEach[changes[c]]) + 1,
                                   changes[c]);
        }
        setPointers(pointers, next, last, static_cast<I>(end));
    });
}

template <class I>
void fillEmptySlices(I* pointers, std::int64_t count)
{
    const auto parts = partsOfWork(count + 1);
    std::vector<I> highest(static_cast<std::size_t>(parts));
    const auto beginOf = [&](std::int64_t part) { return partBegin(part, parts, count + 1); };
    if (parts > 1)
        parallelFor(parts, [&](std::int64_t part) {
            I most = 0;
            for (auto slice = beginOf(part); slice < beginOf(part + 1); ++slice)
                most = std::max(most, pointers[slice]);
            highest[static_cast<std::size_t>(part)] = most;
        });
    for (std::size_t part = 1; part < highest.size(); ++part)
        highest[part] = std::max(highest[part], highest[part - 1]);
    parallelFor(parts, [&](std::int64_t part) {
        I before = part == 0 ? I{0} : highest[static_cast<std::size_t>(part - 1)];
        for (auto slice = beginOf(part); slice < beginOf(part + 1); ++slice)
            pointers[slice] = before = std::max(before, pointers[slice]);
    });
}

template std::int64_t sliceOfEntry(const Slices<std::int32_t>&, std::int64_t);
template std::int64_t sliceOfEntry(const Slices<std::int64_t>&, std::int64_t);
template void expandPointers(const Slices<std::int32_t>&, std::int32_t*);
template void expandPointers(const Slices<std::int64_t>&, std::int64_t*);
template void pointersOfSorted(const std::int32_t*, std::int64_t, std::int64_t, std::int32_t*);
template void pointersOfSorted(const std::int64_t*, std::int64_t, std::int64_t, std::int64_t*);
template void fillEmptySlices(std::int32_t*, std::int64_t);
template void fillEmptySlices(std::int64_t*, std::int64_t);

} // namespace tscope::cpu
