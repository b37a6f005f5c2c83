// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/products/loops.h"

namespace tscope::cpu {

// The loops that are worth to be compiled for each instruction set.
template <class T, class I>
struct VectorLoops {
    decltype(GatherLoops<T, I>::slices) slices;
    decltype(GatherLoops<T, I>::piece) piece;
    decltype(ScatterLoops<T, I>::slices) scatterSlices, scatterBlocks;
    decltype(ScatterLoops<T, I>::coordinates) scatterCoordinates;
};

struct VectorSet {
    VectorLoops<float, std::int32_t> f32i32;
    VectorLoops<float, std::int64_t> f32i64;
    VectorLoops<double, std::int32_t> f64i32;
    VectorLoops<double, std::int64_t> f64i64;
};

extern const VectorSet baselineVectors, avx2Vectors, avx512Vectors;

} // namespace tscope::cpu
