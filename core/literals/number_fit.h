// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "element/element.h"

#include <cstddef>
#include <string>

namespace tscope {

// Whether a written number has a place in an element type. A decimal may be rounded, nothing else may change.
enum class Fit : std::uint8_t {
    fits,
    outOfRange,    // 300 in uint8, 1e39 in float32
    notAnInteger,  // 1.5 in int64
    notANumber,    // true in float32
    notReal,       // 1+2j in float32
    noSuchElement, // opaque types
};

// Writes the element's bytes (dtype.itemSize() of them) when the number fits.
Fit storeNumber(const Number& number, const DType& dtype, std::byte* out);

// "300 does not fit uint8": the sentence for a number that has no place.
std::string misfitText(std::string_view written, Fit fit, const DType& dtype);

} // namespace tscope
