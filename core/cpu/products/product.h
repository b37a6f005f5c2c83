// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "cpu/dense.h"
#include "cpu/slices.h"

// Products of a sparse matrix with a dense one, Y = A X, with any number of columns (one: a vector). Integers
// wrap, bools are or-ed and and-ed, f16, bf16 and c32 are summed as floats and rounded once. A float sum is built
// in an order that the pattern and the sizes give, so results are the same with any number of threads. Each
// function returns whether it ran to its end; if not, y holds anything. x and y have the same number of columns; y
// lies apart from everything else.
//
// Which function for which layout, with the values of csr and csc as blocks of one element:
//   A X     csr, bsr: gatherProduct     csc, bsc: scatterProduct
//   A^T X   csr, bsr: scatterProduct    csc, bsc: gatherProduct
// with the block's rows as `out` in A X, and its columns as `out` in A^T X.
//
// X A with a row-major X is the transpose of A^T X^T: for one row x A is A^T x without any copy; for more, copy X
// transposed (strided/copy.h), take A^T X^T and copy back.
namespace tscope::cpu {

// The values of an entry: a block that takes `inSize` rows of X to `outSize` rows of Y. Element (out, in) of block
// e lies at values[e * step + out * outStride + in * inStride].
template <class T>
struct Blocks {
    const T* values = nullptr;
    std::int64_t outSize = 1, inSize = 1;
    std::int64_t outStride = 1, inStride = 1, step = 1;
};

// Slices are (blocks of) rows of Y, indices those of X: y.rows == pattern.count * outSize,
// x.rows == pattern.width * inSize.
template <class T, class I>
bool gatherProduct(const Slices<I>& pattern, const Blocks<T>& blocks, const Dense<const T>& x, const Dense<T>& y,
                   const Watch& watch = {});

// Slices are (blocks of) rows of X, indices those of Y: x.rows == pattern.count * inSize,
// y.rows == pattern.width * outSize. Contributions to an element of Y are added in the order of the entries.
template <class T, class I>
bool scatterProduct(const Slices<I>& pattern, const Blocks<T>& blocks, const Dense<const T>& x, const Dense<T>& y,
                    const Watch& watch = {});

// Entries by coordinates, in any order; those of the same place add up. Swap rows and columns for A^T X.
template <class I>
struct Coordinates {
    std::int64_t entries = 0;
    const I *rows = nullptr, *columns = nullptr;
};

template <class T, class I>
bool coordinateProduct(const Coordinates<I>& pattern, const T* values, const Dense<const T>& x, const Dense<T>& y,
                       const Watch& watch = {});

} // namespace tscope::cpu
