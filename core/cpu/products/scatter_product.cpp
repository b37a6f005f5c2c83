// SPDX-License-Identifier: Apache-2.0
#include "base/checked_math.h"
#include "cpu/element_types.h"
#include "cpu/products/scatter_shares.h"
#include "cpu/products/slice_tasks.h"

namespace tscope::cpu {

template <class T, class I>
bool scatterProduct(const Slices<I>& pattern, const Blocks<T>& blocks, const Dense<const T>& x, const Dense<T>& y,
                    const Watch& watch)
{
    const auto loops = scatterLoops<T, I>();
    const auto perEntry = saturatingMul(saturatingMul(blocks.outSize, blocks.inSize), y.columns);
    const auto tasks = sliceTasks(pattern, perEntry).tasks;
    const bool isOfBlocks = blocks.outSize != 1 || blocks.inSize != 1;
    const auto shares = scatterShares(pattern.indices, pattern.entries(), pattern.width, y.columns,
                                      saturatingMul(pattern.entries(), perEntry), isOfBlocks);
    const auto faster = isOfBlocks ? loops.slicesOfBlocks : y.columns > 1 ? loops.slicesOfElements : nullptr;
    const auto add = faster != nullptr ? faster : loops.slices;
    return scatter<T, I>(
        loops, y, blocks.outSize, shares, std::ssize(tasks), watch,
        [&](const ScatterShare& share, std::byte* sums, std::int64_t stride, std::int64_t t) {
            const auto& task = tasks[static_cast<std::size_t>(t)];
            if (!task.isPiece()) {
                add(pattern, blocks, x, sums, stride, share, task.firstSlice, task.lastSlice);
                return;
            }
            // A piece is a pattern of one slice by itself.
            const I pointers[2]{0, static_cast<I>(task.end - task.begin)};
            auto piece = blocks;
            piece.values += task.begin * blocks.step;
            auto row = x;
            row.data += task.firstSlice * blocks.inSize * x.stride;
            add({1, pattern.width, pointers, pattern.indices + task.begin}, piece, row, sums, stride, share, 0, 1);
        });
}

#define TSCOPE_INSTANTIATE(T)                                                                                     \
    template bool scatterProduct(const Slices<std::int32_t>&, const Blocks<T>&, const Dense<const T>&,            \
                                 const Dense<T>&, const Watch&);                                                  \
    template bool scatterProduct(const Slices<std::int64_t>&, const Blocks<T>&, const Dense<const T>&,            \
                                 const Dense<T>&, const Watch&);
TSCOPE_FOR_ELEMENT_TYPES(TSCOPE_INSTANTIATE)
#undef TSCOPE_INSTANTIATE

} // namespace tscope::cpu
