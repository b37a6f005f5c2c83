// SPDX-License-Identifier: Apache-2.0
#include "cpu/elementwise/sparse_ops.h"

#include "base/checked_math.h"
#include "base/halving.h"
#include "cpu/element_types.h"
#include "cpu/elementwise/element_loops.h"
#include "cpu/elementwise/merge_loops.h"
#include "cpu/elementwise/shared_slices.h"
#include "cpu/products/slice_tasks.h"
#include "cpu/tasks.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <numeric>
#include <vector>

namespace tscope::cpu {

namespace {

bool isSameMemory(const void* a, const void* b, std::int64_t bytes, std::atomic<bool>& differ)
{
    constexpr std::int64_t perTask = 1 << 18;
    if (a == b)
        return true;
    runTasks((bytes + perTask - 1) / perTask, bytes / 4, {}, [&](std::int64_t task) {
        const auto begin = task * perTask;
        if (!differ &&
            std::memcmp(static_cast<const std::byte*>(a) + begin, static_cast<const std::byte*>(b) + begin,
                        static_cast<std::size_t>(std::min(perTask, bytes - begin))) != 0)
            differ = true;
    });
    return !differ;
}

std::int64_t entriesPerTask(std::int64_t workPerEntry)
{
    return std::max<std::int64_t>((std::int64_t{1} << 16) / std::max<std::int64_t>(workPerEntry, 1), 1);
}

// Runs of slices that hold about as many entries of both together.
template <class I, class Body>
bool forEachSliceOfBoth(const Slices<I>& a, const Slices<I>& b, std::int64_t workPerEntry, const Watch& watch,
                        Body&& body)
{
    const auto perTask = entriesPerTask(workPerEntry);
    std::vector<std::int64_t> cuts{0};
    while (cuts.back() < a.count) {
        const auto first = cuts.back();
        const auto fits = [&](std::int64_t last) {
            return std::int64_t{a.pointers[last]} - a.pointers[first] + b.pointers[last] - b.pointers[first] +
                       (last - first) <=
                   perTask;
        };
        cuts.push_back(std::max(firstNot(first, a.count + 1, fits) - 1, first + 1));
    }
    return runTasks(std::ssize(cuts) - 1, saturatingMul(a.entries() + b.entries(), workPerEntry), watch,
                    [&](std::int64_t task) {
                        body(cuts[static_cast<std::size_t>(task)], cuts[static_cast<std::size_t>(task) + 1]);
                    });
}

// Where the results of each piece begin; the slices' own begin at pointers[slice].
template <class I>
std::vector<std::int64_t> beginsOfPieces(Merge merge, const SharedSlices<I>& shared, const std::int64_t* pointers)
{
    const auto &a = shared.a(), &b = shared.b();
    std::vector<std::int64_t> lengths(static_cast<std::size_t>(a.count)), begins(lengths.size());
    for (const auto& giant : shared.giants())
        parallelFor(giant.lastPiece - giant.firstPiece, [&](std::int64_t i) {
            const auto piece = giant.firstPiece + i;
            countMergedSlices(merge, a, b, piece, piece + 1, lengths.data());
        });
    shared.forEachSlice([&](std::int64_t slice, std::int64_t first, std::int64_t last) {
        auto begin = pointers[slice];
        for (auto piece = static_cast<std::size_t>(first); piece < static_cast<std::size_t>(last); ++piece) {
            begins[piece] = begin;
            begin += lengths[piece];
        }
    });
    return begins;
}

// body(slice, entry) for all entries; those of a giant slice are shared.
template <class I, class Body>
bool forEachEntry(const Slices<I>& pattern, std::int64_t workPerEntry, const Watch& watch, Body&& body)
{
    const auto tasks = sliceTasks(pattern, workPerEntry).tasks;
    return runTasks(std::ssize(tasks), saturatingMul(pattern.entries(), workPerEntry), watch, [&](std::int64_t t) {
        const auto& task = tasks[static_cast<std::size_t>(t)];
        for (auto slice = task.firstSlice; slice < task.lastSlice; ++slice) {
            const auto end = std::min<std::int64_t>(task.end, pattern.pointers[slice + 1]);
            for (auto e = std::max<std::int64_t>(task.begin, pattern.pointers[slice]); e < end; ++e)
                body(slice, e);
        }
    });
}

} // namespace

template <class I>
bool isSamePattern(const Slices<I>& a, const Slices<I>& b)
{
    std::atomic<bool> differ{false};
    return a.count == b.count && a.entries() == b.entries() &&
           isSameMemory(a.pointers, b.pointers, (a.count + 1) * static_cast<std::int64_t>(sizeof(I)), differ) &&
           isSameMemory(a.indices, b.indices, a.entries() * static_cast<std::int64_t>(sizeof(I)), differ);
}

template <class I>
bool countMerged(Merge merge, const Slices<I>& a, const Slices<I>& b, std::int64_t* pointers, const Watch& watch)
{
    const SharedSlices<I> shared(a, b, entriesPerTask(1));
    std::vector<std::int64_t> ofPieces(static_cast<std::size_t>(shared.isCut() ? shared.a().count : 0));
    auto* counts = shared.isCut() ? ofPieces.data() : pointers + 1;
    const auto done =
        forEachSliceOfBoth(shared.a(), shared.b(), 1, watch, [&](std::int64_t first, std::int64_t last) {
            countMergedSlices(merge, shared.a(), shared.b(), first, last, counts);
        });
    if (shared.isCut())
        shared.forEachSlice([&](std::int64_t slice, std::int64_t first, std::int64_t last) {
            pointers[slice + 1] = std::accumulate(counts + first, counts + last, std::int64_t{0});
        });
    pointers[0] = 0;
    for (std::int64_t slice = 0; slice < a.count; ++slice)
        pointers[slice + 1] += pointers[slice];
    return done;
}

template <class T, class I>
bool fillMerged(Binary op, const Slices<I>& a, const T* aValues, const Slices<I>& b, const T* bValues,
                std::int64_t step, const std::int64_t* pointers, I* indices, T* values, const Watch& watch)
{
    const SharedSlices<I> shared(a, b, entriesPerTask(step));
    const auto merge = op == Binary::multiply ? Merge::both : Merge::either;
    std::vector<std::int64_t> ofPieces;
    if (shared.isCut())
        ofPieces = beginsOfPieces(merge, shared, pointers);
    const auto* begins = shared.isCut() ? ofPieces.data() : pointers;
    return forEachSliceOfBoth(shared.a(), shared.b(), step, watch, [&](std::int64_t first, std::int64_t last) {
        fillMergedSlices<T, I>(op, shared.a(), aValues, shared.b(), bValues, step, first, last, begins, indices,
                               values);
    });
}

template <class T, class I>
bool multiplyByDense(const Slices<I>& pattern, const Blocks<T>& blocks, const StridedMatrix<const T>& dense,
                     T* values, const Watch& watch)
{
    return forEachEntry(
        pattern, saturatingMul(blocks.outSize, blocks.inSize), watch, [&](std::int64_t slice, std::int64_t e) {
            const auto* from = dense.data + slice * blocks.outSize * dense.sliceStride +
                               pattern.indices[e] * blocks.inSize * dense.indexStride;
            for (std::int64_t o = 0; o < blocks.outSize; ++o)
                combineLine<T>(Binary::multiply,
                               {values + e * blocks.step + o * blocks.outStride, blocks.inStride},
                               {blocks.values + e * blocks.step + o * blocks.outStride, blocks.inStride},
                               {from + o * dense.sliceStride, dense.indexStride}, blocks.inSize);
        });
}

template <class T, class I>
bool combineIntoDense(Binary op, const Slices<I>& pattern, const Blocks<T>& blocks, const StridedMatrix<T>& dense,
                      const Watch& watch)
{
    return forEachEntry(
        pattern, saturatingMul(blocks.outSize, blocks.inSize), watch, [&](std::int64_t slice, std::int64_t e) {
            auto* to = dense.data + slice * blocks.outSize * dense.sliceStride +
                       pattern.indices[e] * blocks.inSize * dense.indexStride;
            for (std::int64_t o = 0; o < blocks.outSize; ++o) {
                auto* row = to + o * dense.sliceStride;
                combineLine<T>(op, {row, dense.indexStride}, {row, dense.indexStride},
                               {blocks.values + e * blocks.step + o * blocks.outStride, blocks.inStride},
                               blocks.inSize);
            }
        });
}

// NOLINTBEGIN(bugprone-macro-parentheses): what stands in for T and I are types
#define TSCOPE_INSTANTIATE(I)                                                                                     \
    template bool isSamePattern(const Slices<I>&, const Slices<I>&);                                              \
    template bool countMerged(Merge, const Slices<I>&, const Slices<I>&, std::int64_t*, const Watch&);
TSCOPE_INSTANTIATE(std::int32_t)
TSCOPE_INSTANTIATE(std::int64_t)
#undef TSCOPE_INSTANTIATE
#define TSCOPE_INSTANTIATE_FOR(T, I)                                                                              \
    template bool fillMerged(Binary, const Slices<I>&, const T*, const Slices<I>&, const T*, std::int64_t,        \
                             const std::int64_t*, I*, T*, const Watch&);                                          \
    template bool multiplyByDense(const Slices<I>&, const Blocks<T>&, const StridedMatrix<const T>&, T*,          \
                                  const Watch&);                                                                  \
    template bool combineIntoDense(Binary, const Slices<I>&, const Blocks<T>&, const StridedMatrix<T>&,           \
                                   const Watch&);
#define TSCOPE_INSTANTIATE(T) TSCOPE_INSTANTIATE_FOR(T, std::int32_t) TSCOPE_INSTANTIATE_FOR(T, std::int64_t)
TSCOPE_FOR_ELEMENT_TYPES(TSCOPE_INSTANTIATE)
#undef TSCOPE_INSTANTIATE
#undef TSCOPE_INSTANTIATE_FOR
// NOLINTEND(bugprone-macro-parentheses)

} // namespace tscope::cpu
