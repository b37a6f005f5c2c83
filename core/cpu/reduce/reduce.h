// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "cpu/arithmetic.h"
#include "kernels/reductions.h"

#include <cstdint>
#include <span>

namespace tscope::cpu {

// A strided array of which some dims are reduced. Strides in elements, any sign, aligned elements.
struct Reduction {
    std::span<const std::int64_t> sizes, strides;
    std::span<const bool> isReduced; // as many as sizes
};

// Each writes the kept dims' elements side by side in row-major order, and returns whether it ran to its end.
// Integers wrap; f16, bf16 and c32 are summed as floats and rounded once. Float sums are built from blocks that
// the sizes and strides give, so they are the same with any number of threads. The sum of nothing is 0, its mean
// is NaN.
template <class T>
bool reduceSum(const Reduction& shape, const T* from, SumResult<T>* to, const Watch& watch = {});

// For real and complex types.
template <class T>
bool reduceMean(const Reduction& shape, const T* from, T* to, const Watch& watch = {});

// For bool, integer and real types; a NaN among the elements makes a NaN. Precondition: no reduced dim is empty
// unless a kept one is.
template <class T>
bool reduceMin(const Reduction& shape, const T* from, T* to, const Watch& watch = {});
template <class T>
bool reduceMax(const Reduction& shape, const T* from, T* to, const Watch& watch = {});

} // namespace tscope::cpu
