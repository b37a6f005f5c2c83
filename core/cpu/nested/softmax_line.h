// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

namespace tscope::cpu {

template <class T>
using WideSoftmax = std::conditional_t<std::is_same_v<T, double>, double, float>;

// One line; `scratch` holds `count` numbers.
template <class T>
void softmaxLine(const T* from, std::int64_t fromStride, T* to, std::int64_t toStride, std::int64_t count,
                 WideSoftmax<T>* scratch);

} // namespace tscope::cpu
