// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/products/loops.h"

namespace tscope::cpu {

// The gathering loops that are worth to be compiled for each instruction set.
template <class T, class I>
struct VectorGather {
    decltype(GatherLoops<T, I>::slices) slices;
    decltype(GatherLoops<T, I>::piece) piece;
};

struct VectorGatherSet {
    VectorGather<float, std::int32_t> f32i32;
    VectorGather<float, std::int64_t> f32i64;
    VectorGather<double, std::int32_t> f64i32;
    VectorGather<double, std::int64_t> f64i64;
};

extern const VectorGatherSet baselineGather, avx2Gather, avx512Gather;

} // namespace tscope::cpu
