// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tscope {

// Half, bfloat16 and the two 8-bit floats as bits; conversions to float are exact, from float round to
// nearest, ties to even. Distinct types, so that bits never pass for numbers.
struct Half {
    std::uint16_t bits = 0;
};
struct BFloat16 {
    std::uint16_t bits = 0;
};
struct Float8E4M3FN { // no infinity; 0x7f and 0xff are NaN; larger values than 448, infinity too, become 448
    std::uint8_t bits = 0;
};
struct Float8E5M2 {
    std::uint8_t bits = 0;
};

float toFloat(Half value);
float toFloat(BFloat16 value);
float toFloat(Float8E4M3FN value);
float toFloat(Float8E5M2 value);

// From double, so that a decimal text is rounded once (double to half) and not twice.
Half toHalf(double value);
BFloat16 toBFloat16(double value);
Float8E4M3FN toFloat8E4M3FN(double value);
Float8E5M2 toFloat8E5M2(double value);

} // namespace tscope
