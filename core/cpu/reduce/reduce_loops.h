// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/reduce/reduce.h"

#include <cstddef>

namespace tscope::cpu {

enum class Reduce : std::uint8_t { sum, mean, min, max };

// The inner loops of one kind of reduction. Partial results lie in bytes, `partialBytes` each.
template <class T>
struct ReduceLoops {
    std::int64_t partialBytes = 0;
    void (*clear)(std::byte* partials, std::int64_t count) = nullptr;
    // Each of `results` partial results takes in `count` elements `stride` apart; theirs are `step` apart.
    void (*rows)(std::byte* partials, const T* from, std::int64_t results, std::int64_t step, std::int64_t count,
                 std::int64_t stride) = nullptr;
    // Each of `count` partial results takes in one element.
    void (*column)(std::byte* partials, const T* from, std::int64_t count, std::int64_t stride) = nullptr;
    void (*join)(std::byte* into, const std::byte* what, std::int64_t count) = nullptr;
    // The results of `taken` elements each: written to `to`, `stride` results apart.
    void (*finish)(const std::byte* partials, std::int64_t count, std::int64_t taken, void* to,
                   std::int64_t stride) = nullptr;
};

// Of kinds that T has.
template <class T>
ReduceLoops<T> reduceLoops(Reduce kind);

} // namespace tscope::cpu
