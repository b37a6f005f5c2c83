// SPDX-License-Identifier: Apache-2.0
#include "cpu/strided/copy_loops.h"

#include <cstring>

namespace tscope::cpu {

namespace {

template <int size>
void steps(std::byte* to, std::int64_t toStride, const std::byte* from, std::int64_t fromStride,
           std::int64_t count)
{
    for (std::int64_t i = 0; i < count; ++i)
        std::memcpy(to + i * toStride * size, from + i * fromStride * size, size);
}

} // namespace

void copySteps(std::byte* to, std::int64_t toStride, const std::byte* from, std::int64_t fromStride,
               std::int64_t count, int logSize)
{
    constexpr decltype(&steps<1>) bySize[]{steps<1>, steps<2>, steps<4>, steps<8>, steps<16>};
    bySize[logSize](to, toStride, from, fromStride, count);
}

} // namespace tscope::cpu
