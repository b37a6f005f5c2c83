// SPDX-License-Identifier: Apache-2.0
#include "cpu/products/dot.h"

#include "cpu/arithmetic.h"
#include "cpu/element_types.h"

namespace tscope::cpu {

template <class T>
T dot(const T* scale, const T* a, const T* b, std::int64_t count)
{
    constexpr std::int64_t strands = 16;
    WideOf<T> sums[strands] = {};
    std::int64_t i = 0;
    for (; i + strands <= count; i += strands)
        for (std::int64_t s = 0; s < strands; ++s)
            sums[s] = sums[s] + Wide<T>::from(a[i + s]) * Wide<T>::from(b[i + s]);
    for (std::int64_t s = 0; i < count; ++i, ++s)
        sums[s] = sums[s] + Wide<T>::from(a[i]) * Wide<T>::from(b[i]);
    for (std::int64_t half = strands / 2; half > 0; half /= 2)
        for (std::int64_t s = 0; s < half; ++s)
            sums[s] = sums[s] + sums[s + half];
    return Wide<T>::to(scale == nullptr ? sums[0] : Wide<T>::from(*scale) * sums[0]);
}

#define TSCOPE_INSTANTIATE(T) template T dot(const T*, const T*, const T*, std::int64_t);
TSCOPE_FOR_ELEMENT_TYPES(TSCOPE_INSTANTIATE)
#undef TSCOPE_INSTANTIATE

} // namespace tscope::cpu
