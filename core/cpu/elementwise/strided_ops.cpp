// SPDX-License-Identifier: Apache-2.0
#include "cpu/elementwise/strided_ops.h"

#include "cpu/element_types.h"
#include "cpu/elementwise/element_loops.h"
#include "cpu/strided/loop_nest.h"
#include "cpu/tasks.h"

#include <cmath>
#include <mutex>

namespace tscope::cpu {

namespace {

constexpr std::int64_t elementsPerTask = 1 << 16;

// Calls body(offsets of the three arrays, strides, count) for pieces of lines along the innermost dim.
template <class Body>
bool forEachLine(LoopNest<3> nest, const Watch& watch, Body&& body)
{
    const auto total = nest.count();
    if (total == 0)
        return !watch.isStopped();
    const auto inner = nest.takeInnermost();
    const auto longest = std::min(inner.size, elementsPerTask);
    const auto parts = (inner.size + longest - 1) / longest;
    const auto all = nest.count() * parts;
    const auto perTask = std::max<std::int64_t>(elementsPerTask / longest, 1);
    return runTasks((all + perTask - 1) / perTask, total, watch, [&](std::int64_t task) {
        const auto begin = task * perTask, end = std::min(begin + perTask, all);
        NestPlace<3> place(nest, begin / parts);
        for (auto at = begin; at < end; ++at) {
            const auto first = at % parts * longest;
            auto offsets = place.offsets;
            for (std::size_t a = 0; a < 3; ++a)
                offsets[a] += first * inner.strides[a];
            body(offsets, inner.strides, std::min(longest, inner.size - first));
            if (at % parts == parts - 1)
                place.next();
        }
    });
}

std::vector<std::int64_t> rowMajor(std::span<const std::int64_t> sizes)
{
    std::vector<std::int64_t> out(sizes.size());
    std::int64_t stride = 1;
    for (auto d = sizes.size(); d-- > 0; stride *= sizes[d])
        out[d] = stride;
    return out;
}

} // namespace

template <class T>
bool combineStrided(Binary op, std::span<const std::int64_t> sizes, const StridedOperand<T>& to,
                    const StridedOperand<const T>& a, const StridedOperand<const T>& b, const Watch& watch)
{
    return forEachLine(loopNest<3>(sizes, {to.strides, a.strides, b.strides}), watch,
                       [&](const auto& offsets, const auto& strides, std::int64_t count) {
                           combineLine<T>(op, {to.data + offsets[0], strides[0]},
                                          {a.data + offsets[1], strides[1]}, {b.data + offsets[2], strides[2]},
                                          count);
                       });
}

template <class T>
bool compareStrided(std::span<const std::int64_t> sizes, const StridedOperand<const T>& a,
                    const StridedOperand<const T>& b, const Tolerance& tolerance, Differences& found,
                    std::uint8_t* differs, const Watch& watch)
{
    const auto indices = rowMajor(sizes);
    std::mutex mutex;
    found = {};
    return forEachLine(loopNest<3>(sizes, {indices, a.strides, b.strides}), watch,
                       [&](const auto& offsets, const auto& strides, std::int64_t count) {
                           Differences here;
                           compareLine<T>({a.data + offsets[1], strides[1]}, {b.data + offsets[2], strides[2]},
                                          count, tolerance, offsets[0], strides[0], here, differs);
                           if (here.count == 0)
                               return;
                           const std::lock_guard lock(mutex);
                           found.largest =
                               found.count == 0 ? here.largest : std::fmax(found.largest, here.largest);
                           found.first = found.count == 0 ? here.first : std::min(found.first, here.first);
                           found.count += here.count;
                       });
}

#define TSCOPE_INSTANTIATE(T)                                                                                     \
    template bool combineStrided(Binary, std::span<const std::int64_t>, const StridedOperand<T>&,                 \
                                 const StridedOperand<const T>&, const StridedOperand<const T>&, const Watch&);   \
    template bool compareStrided(std::span<const std::int64_t>, const StridedOperand<const T>&,                   \
                                 const StridedOperand<const T>&, const Tolerance&, Differences&, std::uint8_t*,   \
                                 const Watch&);
TSCOPE_FOR_ELEMENT_TYPES(TSCOPE_INSTANTIATE)
#undef TSCOPE_INSTANTIATE

} // namespace tscope::cpu
