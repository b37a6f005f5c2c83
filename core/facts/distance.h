// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "element/element.h"

#include <optional>

namespace tscope {

// How far two numbers lie apart. NaN where one of them is no number, infinity where one of them is infinite.
struct Distance {
    double absolute = 0.0;
    double relative = 0.0; // to the larger of the two
};

// Nothing: they are the same number (a NaN is the same as a NaN), whatever their types.
std::optional<Distance> distanceOf(const Number& a, const Number& b);

} // namespace tscope
