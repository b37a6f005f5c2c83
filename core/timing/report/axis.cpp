// SPDX-License-Identifier: Apache-2.0
#include "timing/report/axis.h"

#include "timing/number_text.h"

#include <algorithm>
#include <cmath>

namespace tscope::timing {

namespace {

constexpr double leastPositive = 1e-300, mostPositive = 1e300;

double powerBelow(double value)
{
    return std::floor(std::log10(std::clamp(value, leastPositive, mostPositive)));
}
double powerAbove(double value)
{
    return std::ceil(std::log10(std::clamp(value, leastPositive, mostPositive)));
}

// The step of 1, 2 or 5 by a power of ten that goes into `length` at most so many times.
double stepFor(double length, int most)
{
    const auto power = std::pow(10.0, powerBelow(length / most));
    for (const double factor : {1.0, 2.0, 5.0})
        if (length / (factor * power) <= most)
            return factor * power;
    return 10 * power;
}

// "20.0 ms" without what says nothing.
std::string withoutZeros(std::string text)
{
    const auto point = text.find('.'), end = text.find_first_of("e ", 0);
    const auto digitsEnd = std::min(end, text.size());
    if (point == std::string::npos || point > digitsEnd)
        return text;
    auto last = digitsEnd;
    while (text[last - 1] == '0')
        --last;
    if (text[last - 1] == '.')
        --last;
    return text.erase(last, digitsEnd - last);
}

} // namespace

Axis Axis::linear(double most, double from, double to, double unit)
{
    const auto end = std::isfinite(most) && most > 0 ? std::clamp(most, leastPositive, mostPositive) : 1;
    return {0, end * 1.02, from, to, false, unit};
}

Axis Axis::logarithmic(double least, double most, double from, double to)
{
    constexpr double mostPowers = 15; // more would say nothing
    auto first = powerBelow(std::isfinite(least) && least > 0 ? least : 1);
    auto last = powerAbove(std::isfinite(most) && most > 0 ? most : 10);
    last = std::max(last, first + 1);
    first = std::max(first, last - mostPowers);
    return {std::pow(10.0, first), std::pow(10.0, last), from, to, true};
}

double Axis::at(double value) const
{
    double share = 0;
    if (std::isnan(value))
        share = 0;
    else if (m_isLogarithmic)
        share = (std::log10(std::max(value, leastPositive)) - std::log10(m_least)) /
                (std::log10(m_most) - std::log10(m_least));
    else
        share = value / m_most;
    return m_from + (m_to - m_from) * std::clamp(share, 0.0, 1.0);
}

std::vector<double> Axis::ticks(int most) const
{
    std::vector<double> out;
    if (!m_isLogarithmic) {
        const auto step = stepFor(m_most / m_unit, most - 1) * m_unit;
        for (int i = 0; i < most && i * step <= m_most; ++i)
            out.push_back(i * step);
        return out;
    }
    const auto first = std::lround(std::log10(m_least)), last = std::lround(std::log10(m_most));
    const auto step = std::max<long>(1, (last - first + most - 1) / std::max(most - 1, 1));
    for (auto power = first; power <= last; power += step)
        out.push_back(std::pow(10.0, static_cast<double>(power)));
    return out;
}

double unitOfAmount(double bytes)
{
    double unit = 1;
    while (unit * 1024 <= bytes && unit < 1e18)
        unit *= 1024;
    return unit;
}

std::string tickTime(double nanoseconds)
{
    return nanoseconds == 0 ? "0" : withoutZeros(timeText(nanoseconds));
}
std::string tickNumber(double value)
{
    return withoutZeros(significant(value, 3));
}

std::string tickAmount(double bytes)
{
    constexpr double most = 9e18;
    return bytes <= 0 ? "0" : withoutZeros(amountText(static_cast<std::int64_t>(std::min(bytes, most))));
}

} // namespace tscope::timing
