// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "cpu/dense.h"

namespace tscope::cpu {

// A dense matrix with any two strides, in elements; so its transpose is the same with sizes and strides exchanged.
template <class T>
struct Matrix {
    const T* data = nullptr;
    std::int64_t rows = 0, columns = 0;
    std::int64_t rowStride = 0, columnStride = 0;
};

// Y = A B. f32, f64, c64 and c128 go to OpenBLAS where it is built in and the strides allow it; sums are cut by
// the sizes only, so results are the same with any number of threads. Returns whether it ran to its end.
template <class T>
bool denseProduct(const Matrix<T>& a, const Matrix<T>& b, const Dense<T>& y, const Watch& watch = {});

// The same by our own loops, for any type and strides.
template <class T>
bool plainDenseProduct(const Matrix<T>& a, const Matrix<T>& b, const Dense<T>& y, const Watch& watch = {});

} // namespace tscope::cpu
