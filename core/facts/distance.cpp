// SPDX-License-Identifier: Apache-2.0
#include "facts/distance.h"

#include <algorithm>
#include <cmath>

namespace tscope {

namespace {

bool isNan(std::complex<ExactReal> value)
{
    return std::isnan(value.real()) || std::isnan(value.imag());
}

// As std::abs, which takes many times longer, also where there is no imaginary part.
ExactReal magnitude(std::complex<ExactReal> value)
{
    return value.imag() == 0 ? std::abs(value.real()) : std::abs(value);
}

} // namespace

std::complex<ExactReal> exactOf(const Number& number)
{
    return std::visit(
        [](const auto& value) -> std::complex<ExactReal> {
            if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::complex<double>>)
                return {value.real(), value.imag()};
            else
                return static_cast<ExactReal>(value);
        },
        number);
}

bool Tolerance::covers(const Distance& distance, std::complex<ExactReal> b) const
{
    const auto most = static_cast<ExactReal>(absolute) + static_cast<ExactReal>(relative) * magnitude(b);
    return std::isfinite(distance.absolute) && static_cast<ExactReal>(distance.absolute) <= most;
}

std::optional<Distance> distanceOf(const Number& a, const Number& b)
{
    return distanceOf(exactOf(a), exactOf(b));
}

std::optional<Distance> distanceOf(std::complex<ExactReal> a, std::complex<ExactReal> b)
{
    if (isSameReal(a.real(), b.real()) && isSameReal(a.imag(), b.imag()))
        return std::nullopt;
    if (isNan(a) || isNan(b)) {
        constexpr auto nan = std::numeric_limits<double>::quiet_NaN();
        return Distance{nan, nan};
    }
    const auto scale = std::max(magnitude(a), magnitude(b));
    if (std::isinf(scale)) {
        constexpr auto infinity = std::numeric_limits<double>::infinity();
        return Distance{infinity, infinity};
    }
    const auto apart = magnitude(a - b);
    return Distance{static_cast<double>(apart), static_cast<double>(apart / scale)};
}

} // namespace tscope
