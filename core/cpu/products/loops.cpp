// SPDX-License-Identifier: Apache-2.0
#include "cpu/products/loops.h"

#include "cpu/element_types.h"
#include "cpu/instruction_set.h"
#include "cpu/products/vector_sets.h"

namespace tscope::cpu {

namespace {

const VectorSet& vectorSet()
{
    switch (instructionSet()) {
    case InstructionSet::avx512:
        return avx512Vectors;
    case InstructionSet::avx2:
        return avx2Vectors;
    default:
        return baselineVectors;
    }
}

template <class T, class I>
const VectorLoops<T, I>& vectorsOf(const VectorSet& set)
{
    constexpr bool isNarrow = std::is_same_v<I, std::int32_t>;
    if constexpr (std::is_same_v<T, float> && isNarrow)
        return set.f32i32;
    else if constexpr (std::is_same_v<T, float>)
        return set.f32i64;
    else if constexpr (isNarrow)
        return set.f64i32;
    else
        return set.f64i64;
}

} // namespace

template <class T, class I>
GatherLoops<T, I> gatherLoops()
{
    auto loops = plainGatherLoops<T, I>();
    if constexpr (std::is_floating_point_v<T>) {
        const auto& vectors = vectorsOf<T, I>(vectorSet());
        loops.slices = vectors.slices;
        loops.piece = vectors.piece;
    }
    return loops;
}

template <class T, class I>
ScatterLoops<T, I> scatterLoops()
{
    auto loops = plainScatterLoops<T, I>();
    if constexpr (std::is_floating_point_v<T>) {
        const auto& vectors = vectorsOf<T, I>(vectorSet());
        loops.slicesOfBlocks = vectors.scatterBlocks;
        loops.slicesOfElements = vectors.scatterSlices;
        loops.coordinatesOfRows = vectors.scatterCoordinates;
    }
    return loops;
}

#define TSCOPE_INSTANTIATE(T)                                                                                     \
    template ScatterLoops<T, std::int32_t> scatterLoops();                                                        \
    template ScatterLoops<T, std::int64_t> scatterLoops();                                                        \
    template GatherLoops<T, std::int32_t> gatherLoops();                                                          \
    template GatherLoops<T, std::int64_t> gatherLoops();
TSCOPE_FOR_ELEMENT_TYPES(TSCOPE_INSTANTIATE)
#undef TSCOPE_INSTANTIATE

} // namespace tscope::cpu
