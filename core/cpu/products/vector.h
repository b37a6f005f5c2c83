// SPDX-License-Identifier: Apache-2.0
// Vectors as wide as the instruction set that the including file is compiled for has them. Local to that file, see
// cpu/arithmetic.h.
#pragma once

#include <cstdint>

namespace tscope::cpu {

namespace {

#if defined(__AVX512F__)
constexpr int vectorBytes = 64;
constexpr int blockRowsAtOnce = 8; // as many sums as registers can hold
#elif defined(__AVX2__)
constexpr int vectorBytes = 32;
constexpr int blockRowsAtOnce = 4;
#else
constexpr int vectorBytes = 16;
constexpr int blockRowsAtOnce = 4;
#endif

template <class T, int bytes>
struct VectorOf {
    typedef T Type __attribute__((vector_size(bytes)));
};

template <class T>
struct VectorOf<T, static_cast<int>(sizeof(T))> {
    using Type = T;
};

template <class V, class T>
inline V load(const T* from)
{
    V value;
    __builtin_memcpy(&value, from, sizeof value);
    return value;
}

} // namespace

} // namespace tscope::cpu
