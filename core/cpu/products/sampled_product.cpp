// SPDX-License-Identifier: Apache-2.0
#include "cpu/products/sampled_product.h"

#include "base/checked_math.h"
#include "cpu/element_types.h"
#include "cpu/products/dot.h"
#include "cpu/products/slice_tasks.h"
#include "cpu/tasks.h"

#include <algorithm>

namespace tscope::cpu {

template <class T, class I>
bool sampledProduct(const Slices<I>& pattern, const BlockTargets<T>& targets, const T* scale,
                    const Dense<const T>& sliceRows, const Dense<const T>& indexRows, const Watch& watch)
{
    const auto perEntry =
        saturatingMul(saturatingMul(targets.rows, targets.columns), std::max<std::int64_t>(sliceRows.columns, 1));
    const auto tasks = sliceTasks(pattern, perEntry).tasks;
    return runTasks(std::ssize(tasks), saturatingMul(pattern.entries(), perEntry), watch, [&](std::int64_t t) {
        const auto& task = tasks[static_cast<std::size_t>(t)];
        for (auto slice = task.firstSlice; slice < task.lastSlice; ++slice) {
            const auto begin = std::max<std::int64_t>(task.begin, pattern.pointers[slice]);
            const auto end = std::min<std::int64_t>(task.end, pattern.pointers[slice + 1]);
            for (auto e = begin; e < end; ++e)
                for (std::int64_t r = 0; r < targets.rows; ++r)
                    for (std::int64_t c = 0; c < targets.columns; ++c) {
                        const auto at = e * targets.step + r * targets.rowStride + c * targets.columnStride;
                        const auto other = static_cast<std::int64_t>(pattern.indices[e]) * targets.columns + c;
                        targets.values[at] = dot<T>(scale == nullptr ? nullptr : scale + at,
                                                    sliceRows.data + (slice * targets.rows + r) * sliceRows.stride,
                                                    indexRows.data + other * indexRows.stride, sliceRows.columns);
                    }
        }
    });
}

template <class T, class I>
bool sampledProduct(const Coordinates<I>& pattern, T* values, const T* scale, const Dense<const T>& b,
                    const Dense<const T>& cTransposed, const Watch& watch)
{
    const auto perEntry = std::max<std::int64_t>(b.columns, 1);
    const auto perTask = std::max<std::int64_t>((1 << 18) / perEntry, 1);
    const auto tasks = pattern.entries / perTask + (pattern.entries % perTask != 0 ? 1 : 0);
    return runTasks(tasks, saturatingMul(pattern.entries, perEntry), watch, [&](std::int64_t t) {
        const auto end = std::min((t + 1) * perTask, pattern.entries);
        for (auto e = t * perTask; e < end; ++e)
            values[e] = dot<T>(scale == nullptr ? nullptr : scale + e, b.data + pattern.rows[e] * b.stride,
                               cTransposed.data + pattern.columns[e] * cTransposed.stride, b.columns);
    });
}

// NOLINTBEGIN(bugprone-macro-parentheses): what stands in for T and I are types
#define TSCOPE_INSTANTIATE_FOR(T, I)                                                                              \
    template bool sampledProduct(const Slices<I>&, const BlockTargets<T>&, const T*, const Dense<const T>&,       \
                                 const Dense<const T>&, const Watch&);                                            \
    template bool sampledProduct(const Coordinates<I>&, T*, const T*, const Dense<const T>&,                      \
                                 const Dense<const T>&, const Watch&);
#define TSCOPE_INSTANTIATE(T) TSCOPE_INSTANTIATE_FOR(T, std::int32_t) TSCOPE_INSTANTIATE_FOR(T, std::int64_t)
TSCOPE_FOR_ELEMENT_TYPES(TSCOPE_INSTANTIATE)
#undef TSCOPE_INSTANTIATE
#undef TSCOPE_INSTANTIATE_FOR
// NOLINTEND(bugprone-macro-parentheses)

} // namespace tscope::cpu
