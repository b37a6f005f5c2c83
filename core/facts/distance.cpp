// SPDX-License-Identifier: Apache-2.0
#include "facts/distance.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tscope {

namespace {

// Holds every 64-bit integer and its sign exactly, so integers that one double can't tell apart still differ.
using Exact = long double;
static_assert(std::numeric_limits<Exact>::digits >= 64, "64-bit integers are compared in this type");

std::complex<Exact> exactOf(const Number& number)
{
    return std::visit(
        [](const auto& value) -> std::complex<Exact> {
            if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::complex<double>>)
                return {value.real(), value.imag()};
            else
                return static_cast<Exact>(value);
        },
        number);
}

bool isNan(std::complex<Exact> value)
{
    return std::isnan(value.real()) || std::isnan(value.imag());
}

bool isSame(Exact a, Exact b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

} // namespace

std::optional<Distance> distanceOf(const Number& a, const Number& b)
{
    const auto x = exactOf(a), y = exactOf(b);
    if (isSame(x.real(), y.real()) && isSame(x.imag(), y.imag()))
        return std::nullopt;
    if (isNan(x) || isNan(y)) {
        constexpr auto nan = std::numeric_limits<double>::quiet_NaN();
        return Distance{nan, nan};
    }
    const auto scale = std::max(std::abs(x), std::abs(y));
    if (std::isinf(scale)) {
        constexpr auto infinity = std::numeric_limits<double>::infinity();
        return Distance{infinity, infinity};
    }
    const auto apart = std::abs(x - y);
    return Distance{static_cast<double>(apart), static_cast<double>(apart / scale)};
}

} // namespace tscope
