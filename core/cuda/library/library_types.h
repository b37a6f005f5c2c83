// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/kernel_entry.h"

#include <cstdint>
#include <cuComplex.h>
#include <library_types.h>
#include <optional>

namespace tscope::cuda {

// Element types as the libraries call them, with the type in which they add up.
struct LibraryType {
    cudaDataType value, compute;
};
inline std::optional<LibraryType> libraryType(std::int32_t type)
{
    switch (type) {
    case TSCOPE_F16:
        return LibraryType{CUDA_R_16F, CUDA_R_32F};
    case TSCOPE_BF16:
        return LibraryType{CUDA_R_16BF, CUDA_R_32F};
    case TSCOPE_F32:
        return LibraryType{CUDA_R_32F, CUDA_R_32F};
    case TSCOPE_F64:
        return LibraryType{CUDA_R_64F, CUDA_R_64F};
    case TSCOPE_C64:
        return LibraryType{CUDA_C_32F, CUDA_C_32F};
    case TSCOPE_C128:
        return LibraryType{CUDA_C_64F, CUDA_C_64F};
    default:
        return std::nullopt;
    }
}
inline constexpr auto wholeFloats = kernels::bits({TSCOPE_F32, TSCOPE_F64, TSCOPE_C64, TSCOPE_C128});
inline constexpr auto libraryFloats = wholeFloats | kernels::bits({TSCOPE_F16, TSCOPE_BF16});

// 1 and 0 of a type that is computed in; they lie on the host.
class OneAndZero
{
public:
    explicit OneAndZero(cudaDataType compute) : m_type(compute) {}
    const void* one() const { return at(1); }
    const void* zero() const { return at(0); }

private:
    const void* at(int which) const
    {
        static constexpr float floats[2] = {0, 1};
        static constexpr double doubles[2] = {0, 1};
        static const cuComplex complexes[2] = {{0, 0}, {1, 0}};
        static const cuDoubleComplex doubleComplexes[2] = {{0, 0}, {1, 0}};
        switch (m_type) {
        case CUDA_R_64F:
            return doubles + which;
        case CUDA_C_32F:
            return complexes + which;
        case CUDA_C_64F:
            return doubleComplexes + which;
        default:
            return floats + which;
        }
    }
    cudaDataType m_type;
};

} // namespace tscope::cuda
