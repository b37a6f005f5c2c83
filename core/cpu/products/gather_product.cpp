// SPDX-License-Identifier: Apache-2.0
#include "base/checked_math.h"
#include "cpu/element_types.h"
#include "cpu/products/loops.h"
#include "cpu/products/slice_tasks.h"
#include "cpu/tasks.h"

#include <vector>

namespace tscope::cpu {

template <class T, class I>
bool gatherProduct(const Slices<I>& pattern, const Blocks<T>& blocks, const Dense<const T>& x, const Dense<T>& y,
                   const Watch& watch)
{
    const auto loops = gatherLoops<T, I>();
    const auto perEntry = saturatingMul(saturatingMul(blocks.outSize, blocks.inSize), y.columns);
    const auto cut = sliceTasks(pattern, perEntry);
    const auto& tasks = cut.tasks;
    const auto sumsPerPiece = blocks.outSize * y.columns * loops.sumBytes;
    std::vector<std::byte> sums(static_cast<std::size_t>(cut.pieces * sumsPerPiece));
    const auto done = runTasks(std::ssize(tasks), saturatingMul(pattern.entries(), perEntry), watch, [&](auto t) {
        const auto& task = tasks[static_cast<std::size_t>(t)];
        if (task.isPiece())
            loops.piece(pattern, blocks, x, task.begin, task.end, sums.data() + task.piece * sumsPerPiece);
        else
            loops.slices(pattern, blocks, x, y, task.firstSlice, task.lastSlice);
    });
    for (std::size_t t = 0; t < tasks.size();) {
        const auto slice = tasks[t].firstSlice;
        const auto piece = tasks[t].piece;
        std::int64_t count = 0;
        for (; t < tasks.size() && tasks[t].isPiece() && tasks[t].firstSlice == slice; ++t)
            ++count;
        if (count == 0)
            ++t;
        else
            loops.close(sums.data() + piece * sumsPerPiece, count,
                        {y.data + slice * blocks.outSize * y.stride, blocks.outSize, y.columns, y.stride});
    }
    return done;
}

#define TSCOPE_INSTANTIATE(T)                                                                                     \
    template bool gatherProduct(const Slices<std::int32_t>&, const Blocks<T>&, const Dense<const T>&,             \
                                const Dense<T>&, const Watch&);                                                   \
    template bool gatherProduct(const Slices<std::int64_t>&, const Blocks<T>&, const Dense<const T>&,             \
                                const Dense<T>&, const Watch&);
TSCOPE_FOR_ELEMENT_TYPES(TSCOPE_INSTANTIATE)
#undef TSCOPE_INSTANTIATE

} // namespace tscope::cpu
