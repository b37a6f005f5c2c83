// SPDX-License-Identifier: Apache-2.0
#include "cpu/nested/softmax.h"

#include "cpu/nested/softmax_line.h"
#include "cpu/strided/loop_nest.h"
#include "cpu/tasks.h"
#include "element/small_float.h"

namespace tscope::cpu {

template <class T>
bool softmaxOfLines(std::span<const std::int64_t> sizes, const T* from, std::span<const std::int64_t> fromStrides,
                    T* to, std::span<const std::int64_t> toStrides, const Watch& watch)
{
    if (std::ranges::find(sizes, 0) != sizes.end())
        return !watch.isStopped();
    const auto length = sizes.empty() ? 1 : sizes.back();
    const auto outer = sizes.size() - (sizes.empty() ? 0 : 1);
    const auto nest = loopNest<2>(sizes.first(outer), {toStrides.first(outer), fromStrides.first(outer)});
    const auto lines = nest.count();
    const auto perTask = std::max<std::int64_t>((1 << 15) / length, 1);
    std::vector<std::vector<WideSoftmax<T>>> scratch(static_cast<std::size_t>(workersFor(lines * length)));
    for (auto& own : scratch)
        own.resize(static_cast<std::size_t>(length));
    return runTasksWithWorkers(
        (lines + perTask - 1) / perTask, lines * length, watch, [&](std::int64_t worker, std::int64_t task) {
            NestPlace<2> place(nest, task * perTask);
            for (auto line = task * perTask; line < std::min((task + 1) * perTask, lines); ++line, place.next())
                softmaxLine<T>(from + place.offsets[1], sizes.empty() ? 1 : fromStrides.back(),
                               to + place.offsets[0], sizes.empty() ? 1 : toStrides.back(), length,
                               scratch[static_cast<std::size_t>(worker)].data());
        });
}

// NOLINTBEGIN(bugprone-macro-parentheses): what stands in for T and I are types
#define TSCOPE_INSTANTIATE(T)                                                                                     \
    template bool softmaxOfLines(std::span<const std::int64_t>, const T*, std::span<const std::int64_t>, T*,      \
                                 std::span<const std::int64_t>, const Watch&);
TSCOPE_INSTANTIATE(Half)
TSCOPE_INSTANTIATE(BFloat16)
TSCOPE_INSTANTIATE(float)
TSCOPE_INSTANTIATE(double)
#undef TSCOPE_INSTANTIATE
// NOLINTEND(bugprone-macro-parentheses)

} // namespace tscope::cpu
