// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "element/visit.h"

#include <complex>
#include <library_types.h>

namespace tscope::test {

using Number = std::complex<double>;

// Calls f with the C++ type of a value.
template <class F>
decltype(auto) visitValue(cudaDataType type, F&& f)
{
    switch (type) {
    case CUDA_R_16F:
        return f(std::type_identity<Half>());
    case CUDA_R_16BF:
        return f(std::type_identity<BFloat16>());
    case CUDA_R_32F:
        return f(std::type_identity<float>());
    case CUDA_R_64F:
        return f(std::type_identity<double>());
    case CUDA_C_32F:
        return f(std::type_identity<std::complex<float>>());
    case CUDA_C_64F:
        return f(std::type_identity<std::complex<double>>());
    default:
        std::abort();
    }
}

inline Number valueAt(const void* data, cudaDataType type, std::int64_t at)
{
    return visitValue(type, [&]<class T>(std::type_identity<T>) {
        const auto& value = static_cast<const T*>(data)[at];
        if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
            return Number(toFloat(value));
        else
            return Number(value);
    });
}

inline void setValue(void* data, cudaDataType type, std::int64_t at, Number number)
{
    visitValue(type, [&]<class T>(std::type_identity<T>) {
        auto& value = static_cast<T*>(data)[at];
        if constexpr (std::is_same_v<T, Half>)
            value = toHalf(number.real());
        else if constexpr (std::is_same_v<T, BFloat16>)
            value = toBFloat16(number.real());
        else if constexpr (std::is_floating_point_v<T>)
            value = static_cast<T>(number.real());
        else
            value = T(number);
    });
}

} // namespace tscope::test
