// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/instruction_set.h"
#include "cpu/reduce/reduce.h"

#include <cstddef>
#include <type_traits>

namespace tscope::cpu {

enum class Reduce : std::uint8_t { sum, mean, min, max };

inline constexpr int columnsTogether = 4;

// A block of step elements behind each other, each result being that of inSize of them.
struct BlockShape {
    std::int64_t outSize = 1, inSize = 1, outStride = 1, inStride = 1, step = 1;
};

// The inner loops of one kind of reduction. Partial results lie in bytes, `partialBytes` each.
template <class T>
struct ReduceLoops {
    std::int64_t partialBytes = 0;
    void (*clear)(std::byte* partials, std::int64_t count) = nullptr;
    // Each of `results` partial results takes in `count` elements `stride` apart; theirs are `step` apart.
    void (*rows)(std::byte* partials, const T* from, std::int64_t results, std::int64_t step, std::int64_t count,
                 std::int64_t stride) = nullptr;
    // Each of `count` partial results takes in one element of each column, at most `columnsTogether` of them.
    void (*columns)(std::byte* partials, const T* const* from, int columns, std::int64_t count,
                    std::int64_t stride) = nullptr;
    // Each of `count` partial results takes in its run of elements: those from `starts` up to where the next
    // begins.
    void (*runs)(std::byte* partials, const T* from, const std::int64_t* starts, std::int64_t count) = nullptr;
    // Each of `width` partial results takes in one element of each row; rows lie behind each other.
    void (*stack)(std::byte* partials, const T* from, std::int64_t rows, std::int64_t width) = nullptr;
    // A block's results take in what a stack of such blocks made.
    void (*fold)(std::byte* partials, const std::byte* stacked, const BlockShape& shape) = nullptr;
    // Those of `count` blocks whose index is in [first, last) are taken in by the results of that index; `indices`
    // are of 32 or of 64 bits. The results of index 0 are the first.
    void (*scatter32)(std::byte* partials, const T* from, const std::int32_t* indices, std::int64_t count,
                      std::int64_t first, std::int64_t last, const BlockShape& shape) = nullptr;
    void (*scatter64)(std::byte* partials, const T* from, const std::int64_t* indices, std::int64_t count,
                      std::int64_t first, std::int64_t last, const BlockShape& shape) = nullptr;
    void (*join)(std::byte* into, const std::byte* what, std::int64_t count) = nullptr;
    // The results of `taken` elements each: written to `to`, `stride` results apart.
    void (*finish)(const std::byte* partials, std::int64_t count, std::int64_t taken, void* to,
                   std::int64_t stride) = nullptr;
};

// Of kinds that T has. For any processor.
template <class T>
ReduceLoops<T> baselineReduceLoops(Reduce kind);

#if defined(__x86_64__)
// Of f32 and f64, for one instruction set each.
struct RealReduceLoops {
    ReduceLoops<float> (*f32)(Reduce kind);
    ReduceLoops<double> (*f64)(Reduce kind);
};

extern const RealReduceLoops avx2ReduceLoops, avx512ReduceLoops;
#endif

// The best of them that this processor can run.
template <class T>
ReduceLoops<T> reduceLoops(Reduce kind)
{
#if defined(__x86_64__)
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>)
        if (const auto set = instructionSet(); set != InstructionSet::baseline) {
            const auto& loops = set == InstructionSet::avx512 ? avx512ReduceLoops : avx2ReduceLoops;
            if constexpr (std::is_same_v<T, float>)
                return loops.f32(kind);
            else
                return loops.f64(kind);
        }
#endif
    return baselineReduceLoops<T>(kind);
}

} // namespace tscope::cpu
