// SPDX-License-Identifier: Apache-2.0
// Included once for each instruction set that it is compiled for. All of it is local to the including file, see
// cpu/arithmetic.h.
#pragma once

#include "cpu/rate/multiply_add_sets.h"

namespace tscope::cpu {

namespace {

#if defined(__AVX512F__)
constexpr int vectorBytes = 64;
#elif defined(__AVX2__)
constexpr int vectorBytes = 32;
#else
constexpr int vectorBytes = 16;
#endif
// More than the latency of one times those that begin in each cycle, and fewer than there are registers.
constexpr int chains = 12;

template <class T>
struct VectorOf;
template <>
struct VectorOf<float> {
    typedef float Type __attribute__((vector_size(vectorBytes))); // NOLINT(modernize-use-using)
};
template <>
struct VectorOf<double> {
    typedef double Type __attribute__((vector_size(vectorBytes))); // NOLINT(modernize-use-using)
};

template <class T>
std::int64_t chainsOf(T* kept, std::int64_t rounds)
{
    using Vector = typename VectorOf<T>::Type;
    Vector sums[chains];
    for (int c = 0; c < chains; ++c)
        sums[c] = Vector{} + static_cast<T>(c + 1) + *kept;
    const Vector factor = Vector{} + static_cast<T>(0.5), addend = Vector{} + static_cast<T>(0.25);
    for (std::int64_t round = 0; round < rounds; ++round)
        for (auto& sum : sums)
            sum = sum * factor + addend;
    Vector all{};
    for (const auto& sum : sums)
        all += sum;
    *kept = all[0]; // so that somebody asks for them
    return rounds * chains * 2 * (vectorBytes / static_cast<int>(sizeof(T)));
}

constexpr MultiplyAdds multiplyAddsOfThisSet{chainsOf<float>, chainsOf<double>};

} // namespace

} // namespace tscope::cpu
