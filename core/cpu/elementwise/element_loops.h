// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/elementwise/strided_ops.h"

namespace tscope::cpu {

template <class T>
struct Line { // of elements, `stride` apart
    T* data = nullptr;
    std::int64_t stride = 1;
};

template <class T>
void combineLine(Binary op, const Line<T>& to, const Line<const T>& a, const Line<const T>& b, std::int64_t count);

// Adds to `found`, where the first element has the row-major index `first` and the next ones follow `step` behind.
template <class T>
void compareLine(const Line<const T>& a, const Line<const T>& b, std::int64_t count, const Tolerance& tolerance,
                 std::int64_t first, std::int64_t step, Differences& found, std::uint8_t* differs);

} // namespace tscope::cpu
