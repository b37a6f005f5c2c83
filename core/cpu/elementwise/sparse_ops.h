// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "cpu/dense.h"
#include "cpu/elementwise/strided_ops.h"
#include "cpu/products/product.h"

// Two compressed matrices of the same sizes, block sizes and layout, element by element. The indices of a slice
// have to be ascending and distinct. An entry has `step` elements (a block, a dense tail), in the same order in
// both. All return whether they ran to their end.
namespace tscope::cpu {

// Whether both have the same entries; then a sum or product of the two is one of their values (combineStrided)
// under the pattern of either.
template <class I>
bool isSamePattern(const Slices<I>& a, const Slices<I>& b);

// Where add and subtract have entries (in a or b), or multiply (in both).
enum class Merge : std::uint8_t { either, both };

// Fills the a.count + 1 pointers of the result; the last is the number of its entries.
template <class I>
bool countMerged(Merge merge, const Slices<I>& a, const Slices<I>& b, std::int64_t* pointers,
                 const Watch& watch = {});

// Fills its indices and values: a op b, with nothing for what is missing (so a - b has -b where only b has an
// entry). multiply goes with both, the others with either.
template <class T, class I>
bool fillMerged(Binary op, const Slices<I>& a, const T* aValues, const Slices<I>& b, const T* bValues,
                std::int64_t step, const std::int64_t* pointers, I* indices, T* values, const Watch& watch = {});

// A dense matrix that is met by (block) rows as slices and columns as indices: of csc and bsc the transposed view.
template <class T>
struct StridedMatrix {
    T* data = nullptr;
    std::int64_t sliceStride = 0, indexStride = 0;
};

// values = blocks * the elements of `dense` at the same places, under the same pattern: a block's `out` side is
// that of the slices. `values` lies as blocks.values does.
template <class T, class I>
bool multiplyByDense(const Slices<I>& pattern, const Blocks<T>& blocks, const StridedMatrix<const T>& dense,
                     T* values, const Watch& watch = {});

// dense = dense op blocks at their places; op is add or subtract.
template <class T, class I>
bool combineIntoDense(Binary op, const Slices<I>& pattern, const Blocks<T>& blocks, const StridedMatrix<T>& dense,
                      const Watch& watch = {});

} // namespace tscope::cpu
