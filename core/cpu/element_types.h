// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "element/visit.h"

#include <complex>
#include <cstdint>

// Calls a macro with each element type that kernels compute with, to instantiate a template for it.
#define TSCOPE_FOR_INTEGER_TYPES(apply)                                                                           \
    apply(tscope::BoolByte) apply(std::uint8_t) apply(std::int8_t) apply(std::int16_t) apply(std::int32_t)        \
        apply(std::int64_t)
#define TSCOPE_FOR_REAL_TYPES(apply) apply(tscope::Half) apply(tscope::BFloat16) apply(float) apply(double)
#define TSCOPE_FOR_COMPLEX_TYPES(apply)                                                                           \
    apply(tscope::ComplexHalf) apply(std::complex<float>) apply(std::complex<double>)
#define TSCOPE_FOR_ELEMENT_TYPES(apply)                                                                           \
    TSCOPE_FOR_INTEGER_TYPES(apply)                                                                               \
    TSCOPE_FOR_REAL_TYPES(apply) TSCOPE_FOR_COMPLEX_TYPES(apply)
