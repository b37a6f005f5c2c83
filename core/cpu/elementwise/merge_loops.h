// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/elementwise/sparse_ops.h"

namespace tscope::cpu {

// How many entries each of the slices [first, last) has: counts[slice].
template <class I>
void countMergedSlices(Merge merge, const Slices<I>& a, const Slices<I>& b, std::int64_t first, std::int64_t last,
                       std::int64_t* counts);

// The merged entries of the slices [first, last); those of each begin at begins[slice] of the results.
template <class T, class I>
void fillMergedSlices(Binary op, const Slices<I>& a, const T* aValues, const Slices<I>& b, const T* bValues,
                      std::int64_t step, std::int64_t first, std::int64_t last, const std::int64_t* begins,
                      I* indices, T* values);

} // namespace tscope::cpu
