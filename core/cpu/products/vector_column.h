// SPDX-License-Identifier: Apache-2.0
// Sums of one column, of single elements: what is loaded from X lies anywhere. Included once for each instruction
// set that it is compiled for. All of it is local to the including file, see cpu/arithmetic.h.
#pragma once

#include "cpu/ask_ahead.h"
#include "cpu/products/product.h"
#include "cpu/products/vector.h"

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

namespace tscope::cpu {

namespace {

constexpr std::int64_t longRow = 8;

// The elements of one row, or of a piece of it.
template <class T, class I>
struct ColumnRow {
    const T* values;
    const I* indices;
    const T* x;
    std::int64_t step, stride; // between values, between elements of X
    std::int64_t begin, end;
    std::int64_t total; // entries of the whole matrix
};

template <class T, class I>
inline T sumAnywhere(const ColumnRow<T, I>& row)
{
    T sums[4] = {};
    auto e = row.begin;
    for (; e + 4 <= row.end; e += 4)
#pragma GCC unroll 4
        for (int s = 0; s < 4; ++s)
            sums[s] += row.values[(e + s) * row.step] * row.x[row.indices[e + s] * row.stride];
    for (; e < row.end; ++e)
        sums[0] += row.values[e * row.step] * row.x[row.indices[e] * row.stride];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

#if defined(__AVX512F__)
constexpr std::int64_t bytesAhead = 2048;   // of values and indices, which are asked for
constexpr std::int64_t elementsAhead = 128; // of X, and once more, when they are near
constexpr std::int64_t elementsNear = 16;

// Four elements of X by one instruction. Where these come out of the third cache, four loads that take turns cost
// up to twice as much on processors of this kind: each of them seems to walk through X in steps, and is given what
// would come next.
inline auto fourOf(const double* x, const std::int32_t* indices)
{
    return _mm256_i32gather_pd(x, _mm_loadu_si128(reinterpret_cast<const __m128i*>(indices)), 8);
}

inline auto fourOf(const double* x, const std::int64_t* indices)
{
    return _mm256_i64gather_pd(x, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(indices)), 8);
}

inline auto fourOf(const float* x, const std::int32_t* indices)
{
    return _mm_i32gather_ps(x, _mm_loadu_si128(reinterpret_cast<const __m128i*>(indices)), 4);
}

inline auto fourOf(const float* x, const std::int64_t* indices)
{
    return _mm256_i64gather_ps(x, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(indices)), 4);
}

// While gathers wait, processors look less far ahead for themselves: values and indices are asked for, and
// elements of X, which takes half the time where these come from memory and costs nothing where they are near.
template <class T, class I>
inline T sumLongRow(const ColumnRow<T, I>& row)
{
    using V = typename VectorOf<T, 4 * static_cast<int>(sizeof(T))>::Type;
    V sums = {};
    auto e = row.begin;
    for (; e + 4 <= row.end; e += 4) {
        askForStream(row.values + e, bytesAhead);
        askForStream(row.indices + e, bytesAhead);
        if (e + elementsAhead + 4 <= row.total)
#pragma GCC unroll 4
            for (int s = 0; s < 4; ++s) {
                askFromAfar(row.x + row.indices[e + elementsAhead + s]);
                askSoon(row.x + row.indices[e + elementsNear + s]);
            }
        sums += load<V>(row.values + e) * reinterpret_cast<V>(fourOf(row.x, row.indices + e));
    }
    auto sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    for (; e < row.end; ++e)
        sum += row.values[e] * row.x[row.indices[e]];
    return sum;
}
#else
template <class T, class I>
inline T sumLongRow(const ColumnRow<T, I>& row)
{
    return sumAnywhere(ColumnRow<T, I>{row.values, row.indices, row.x, 1, 1, row.begin, row.end, row.total});
}
#endif

// Values and elements of X lie side by side each. While rows are short, loads wait for what the processor did not
// foresee across so many branches.
template <class T, class I>
inline T sumSideBySide(const ColumnRow<T, I>& row)
{
    if (row.end - row.begin >= longRow)
        return sumLongRow(row);
    askPageAhead(row.values + row.begin);
    askPageAhead(row.indices + row.begin);
    T sum = 0;
    for (auto e = row.begin; e < row.end; ++e)
        sum += row.values[e] * row.x[row.indices[e]];
    return sum;
}

} // namespace

} // namespace tscope::cpu
