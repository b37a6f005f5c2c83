// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/products/dense_product.h"

namespace tscope::cpu {

// Whether these can be multiplied by the library of dense products: it is built in, knows the type, and the
// elements of rows or columns lie side by side.
template <class T>
bool blasTakes(const Matrix<T>& a, const Matrix<T>& b, const Dense<T>& y);

// Y = A B on this thread. Precondition: blasTakes(a, b, y).
template <class T>
void blasProduct(const Matrix<T>& a, const Matrix<T>& b, const Dense<T>& y);

bool hasBlas();

} // namespace tscope::cpu
