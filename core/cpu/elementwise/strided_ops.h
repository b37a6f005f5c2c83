// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"

#include <cstdint>
#include <span>

namespace tscope::cpu {

enum class Binary : std::uint8_t { add, subtract, multiply };

template <class T>
struct StridedOperand {
    T* data = nullptr;                     // of the element with all indices 0; aligned
    std::span<const std::int64_t> strides; // in elements, any sign; 0: the same element for all indices
};

// to = a op b for all indices; a scalar is an operand with all strides 0. Integers wrap, bools are or-ed (add),
// and-ed (multiply) and told apart (subtract). Elements of `to` lie apart from each other; `to` may be a or b
// itself, at the same strides. Returns whether it ran to its end.
template <class T>
bool combineStrided(Binary op, std::span<const std::int64_t> sizes, const StridedOperand<T>& to,
                    const StridedOperand<const T>& a, const StridedOperand<const T>& b, const Watch& watch = {});

// a and b are close where |a - b| <= absolute + relative * |b|, or where they are equal.
struct Tolerance {
    double relative = 0, absolute = 0;
    bool nanEqualsNan = false;
};

struct Differences {
    std::int64_t count = 0;  // elements that are not close
    std::int64_t first = -1; // of them, as a row-major index
    double largest = 0;      // |a - b| among them; NaN, where only NaNs make the difference
};

// `differs`, where not null, takes a byte 0 or 1 for each element in row-major order.
template <class T>
bool compareStrided(std::span<const std::int64_t> sizes, const StridedOperand<const T>& a,
                    const StridedOperand<const T>& b, const Tolerance& tolerance, Differences& found,
                    std::uint8_t* differs = nullptr, const Watch& watch = {});

} // namespace tscope::cpu
