// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/both.h"
#include "kernels/call.h"

#include <array>

namespace tscope::kernels {

inline constexpr int mostDims = 16; // that device kernels take: they come with the launch

inline std::int32_t takesFewDims(const tscope_call* call, tscope_error* error)
{
    auto most = call->out->dims;
    for (std::int32_t i = 0; i < call->in_count; ++i)
        most = std::max(most, call->in[i].dims);
    if (most <= mostDims)
        return 1;
    failed(error, TSCOPE_UNSUPPORTED, "takes up to 16 dims only");
    return 0;
}

// The places of N strided arrays of the same sizes, in row-major order. Dims that lie behind each other in all of
// them are one.
template <int N>
struct Lattice {
    int rank = 0;
    std::int64_t sizes[mostDims] = {};
    std::int64_t strides[N][mostDims] = {};

    // Precondition: at most mostDims dims.
    static Lattice make(int dims, const std::int64_t* sizes, const std::array<const std::int64_t*, N>& strides)
    {
        Lattice out;
        for (int d = 0; d < dims; ++d)
            if (sizes[d] != 1)
                out.add(sizes[d], [&](int n) { return strides[static_cast<std::size_t>(n)][d]; });
        return out;
    }
    // A dim that is the next inner one.
    template <class StrideOf>
    void add(std::int64_t size, const StrideOf& strideOf)
    {
        bool isOne = rank > 0;
        for (int n = 0; n < N && isOne; ++n)
            isOne = strides[n][rank - 1] == size * strideOf(n);
        rank += isOne ? 0 : 1;
        sizes[rank - 1] = isOne ? sizes[rank - 1] * size : size;
        for (int n = 0; n < N; ++n)
            strides[n][rank - 1] = strideOf(n);
    }

    TSCOPE_BOTH std::int64_t count() const
    {
        std::int64_t product = 1;
        for (int d = 0; d < rank; ++d)
            product *= sizes[d];
        return product;
    }
    TSCOPE_BOTH void offsets(std::int64_t place, std::int64_t (&out)[N]) const
    {
        for (int n = 0; n < N; ++n)
            out[n] = 0;
        for (int d = rank - 1; d > 0; --d) {
            const auto index = place % sizes[d];
            place /= sizes[d];
            for (int n = 0; n < N; ++n)
                out[n] += index * strides[n][d];
        }
        for (int n = 0; n < N && rank > 0; ++n)
            out[n] += place * strides[n][0];
    }
};

// Numbers of as many dims, to come with a launch.
struct DimNumbers {
    std::int64_t at[mostDims] = {};

    DimNumbers() = default;
    DimNumbers(const std::int64_t* from, int count) { std::copy(from, from + count, at); }
};

} // namespace tscope::kernels
