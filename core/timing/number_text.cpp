// SPDX-License-Identifier: Apache-2.0
#include "timing/number_text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace tscope::timing {

namespace {

std::string written(double value, std::chars_format format, int decimals)
{
    std::array<char, 400> text{};
    const auto done = std::to_chars(text.data(), text.data() + text.size(), value, format, decimals);
    return {text.data(), done.ptr};
}

struct Unit {
    double size;
    const char* name;
};

Unit timeUnit(double nanoseconds)
{
    constexpr std::array<Unit, 4> units{{{1e9, " s"}, {1e6, " ms"}, {1e3, " µs"}, {1, " ns"}}};
    for (const auto& unit : units)
        if (nanoseconds >= unit.size * 0.9995)
            return unit;
    return units.back();
}

// The power of ten of the first digit, once the number is rounded to so many.
int leadingPower(double value, int digits)
{
    const auto text = written(std::abs(value), std::chars_format::scientific, digits - 1);
    int power = 0;
    const auto sign = text.find('e') + 1;
    std::from_chars(text.data() + sign + (text[sign] == '+' ? 1 : 0), text.data() + text.size(), power);
    return power;
}

} // namespace

std::string significant(double value, int digits)
{
    if (!std::isfinite(value))
        return std::isnan(value) ? "?" : value > 0 ? "infinite" : "-infinite";
    if (value == 0)
        return "0";
    const auto power = leadingPower(value, digits);
    if (power < -4 || power >= 7)
        return written(value, std::chars_format::scientific, digits - 1);
    if (power < digits)
        return written(value, std::chars_format::fixed, digits - 1 - power);
    const auto unit = std::pow(10.0, power - digits + 1);
    return written(std::round(value / unit) * unit, std::chars_format::fixed, 0);
}

std::string ratioText(double ratio)
{
    constexpr double near = 1.095; // what would be "1.1" with two digits is not near
    return ratio >= 0.995 && ratio < near ? written(ratio, std::chars_format::fixed, 2) : significant(ratio);
}

// "99.7 %", not "100 %", of what is not all: then as many decimals as its distance to 100 has zeros.
std::string percentText(double share)
{
    constexpr double nearAll = 99.5, least = 1e-9;
    const auto percent = share * 100;
    const auto missing = 100 - percent;
    if (percent < nearAll || missing < least)
        return significant(percent) + " %";
    return written(percent, std::chars_format::fixed, -leadingPower(missing, 1)) + " %";
}

std::string timeText(double nanoseconds)
{
    const auto unit = timeUnit(nanoseconds);
    return significant(nanoseconds / unit.size, 3) + unit.name;
}

std::string timeText(double nanoseconds, double low, double high)
{
    const auto unit = timeUnit(nanoseconds);
    const auto number = [&](double time) { return significant(time / unit.size, 3); };
    return number(nanoseconds) + unit.name + " (" + number(low) + '-' + number(high) + ')';
}

std::string amountText(std::int64_t bytes)
{
    constexpr std::array<const char*, 7> units{" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB"};
    auto amount = static_cast<double>(bytes);
    std::size_t unit = 0;
    for (; amount >= 1023.5 && unit + 1 < units.size(); ++unit)
        amount /= 1024;
    return (unit == 0 ? std::to_string(bytes) : significant(amount, 3)) + units[unit];
}

std::string countText(std::int64_t count)
{
    constexpr std::int64_t separatedAbove = 9'999;
    auto out = std::to_string(count);
    if (count > separatedAbove)
        for (auto at = std::ssize(out) - 3; at > 0; at -= 3)
            out.insert(static_cast<std::size_t>(at), ",");
    return out;
}

} // namespace tscope::timing
