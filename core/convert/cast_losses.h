// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "element/element.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace tscope {

// Counts of the elements that a cast does not preserve. An element is counted once, under the first line that
// fits.
struct CastLosses {
    std::int64_t infinite = 0;     // finite before
    std::int64_t notANumber = 0;   // a number before
    std::int64_t cutToLargest = 0; // beyond the largest of a type without infinity
    std::int64_t zero = 0;         // not zero before
    std::int64_t fractions = 0;    // cut off
    std::int64_t truths = 0;       // neither 0 nor 1, and now True
    std::int64_t rounded = 0;

    void add(const CastLosses& other);
    void add(const Element& from, const Element& to); // one was made of the other by castElement()
    // One line per count that is not 0: "3 elements became infinite, float16 holds no number so large".
    std::vector<std::string> texts(const DType& type) const;
};

// One line on what a cast to the type may lose, for tensors whose elements were not read yet.
std::string possibleLosses(const DType& type);

// Whether the type can hold each value of the other one exactly.
bool holdsAllOf(const DType& type, const DType& other);

// Whether the floating-point number equals the integer exactly. Comparing both as floating-point numbers would
// round the integer first.
template <class Integer, class Real>
bool isHeld(Integer integer, Real real)
{
    const auto end = static_cast<Real>(std::numeric_limits<Integer>::max()) + 1; // the first beyond the type
    constexpr bool isSigned = std::numeric_limits<Integer>::is_signed;
    return real < end && real >= (isSigned ? -end : Real(0)) && static_cast<Integer>(real) == integer;
}

} // namespace tscope
