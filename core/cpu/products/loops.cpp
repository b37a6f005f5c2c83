// SPDX-License-Identifier: Apache-2.0
#include "cpu/products/loops.h"

#include "cpu/element_types.h"
#include "cpu/instruction_set.h"
#include "cpu/products/vector_sets.h"

namespace tscope::cpu {

namespace {

const VectorGatherSet& vectorSet()
{
    switch (instructionSet()) {
    case InstructionSet::avx512:
        return avx512Gather;
    case InstructionSet::avx2:
        return avx2Gather;
    default:
        return baselineGather;
    }
}

template <class T, class I>
const VectorGather<T, I>& vectorsOf(const VectorGatherSet& set)
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

#define TSCOPE_INSTANTIATE(T)                                                                                     \
    template GatherLoops<T, std::int32_t> gatherLoops();                                                          \
    template GatherLoops<T, std::int64_t> gatherLoops();
TSCOPE_FOR_ELEMENT_TYPES(TSCOPE_INSTANTIATE)
#undef TSCOPE_INSTANTIATE

} // namespace tscope::cpu
