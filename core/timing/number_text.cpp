// SPDX-License-Identifier: Apache-2.0
#include "timing/number_text.h"

#include <algorithm>
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

// The number is written without a power of ten.
bool isPlain(double value)
{
    constexpr double least = 1e-4, most = 1e7;
    return std::isfinite(value) && (value == 0 || (std::abs(value) >= least && std::abs(value) < most));
}

// Negative decimals round before the point.
std::string withDecimals(double value, int decimals)
{
    if (decimals >= 0)
        return written(value, std::chars_format::fixed, decimals);
    const auto unit = std::pow(10.0, -decimals);
    return written(std::round(value / unit) * unit, std::chars_format::fixed, 0);
}

int decimalsOf(double value, int digits)
{
    return digits - 1 - leadingPower(value, digits);
}

bool isNearOne(double ratio)
{
    constexpr double least = 0.995, most = 1.095; // what would be "1.1" with two digits is not near
    return ratio >= least && ratio < most;
}

bool becomesOne(double end, int decimals)
{
    return end != 1 && std::abs(end - 1) <= 0.5 * std::pow(10.0, -decimals);
}

int decimalsOf(const Ratio& ratio)
{
    constexpr int mostBesideOne = 2;
    auto out = isNearOne(ratio.value) ? 2 : decimalsOf(ratio.value, 2);
    const auto most = std::max(out, decimalsOf(ratio.value, 3));
    const auto half = (ratio.high - ratio.low) / 2;
    while (out < most && half > 0 && half < std::pow(10.0, -out))
        ++out;
    while (out < mostBesideOne && (becomesOne(ratio.low, out) || becomesOne(ratio.high, out)))
        ++out;
    return out;
}

// Zero as a low end is plain; what is not is written as a number by itself.
IntervalText textsWith(double value, double low, double high, int decimals)
{
    const auto text = [decimals](double number) {
        return isPlain(number) || std::abs(number) < 1 ? withDecimals(number, decimals) : significant(number);
    };
    return {text(value), text(low), text(high)};
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
    return withDecimals(value, digits - 1 - power);
}

std::string ratioText(double ratio)
{
    return isNearOne(ratio) ? withDecimals(ratio, 2) : significant(ratio);
}

IntervalText ratioTexts(const Ratio& ratio)
{
    if (!isPlain(ratio.value) || ratio.value == 0)
        return {significant(ratio.value), significant(ratio.low), significant(ratio.high)};
    return textsWith(ratio.value, ratio.low, ratio.high, decimalsOf(ratio));
}

std::string ratioWithInterval(const Ratio& ratio)
{
    const auto texts = ratioTexts(ratio);
    return texts.value + "x (" + texts.range() + ')';
}

IntervalText threeDigits(double value, double low, double high)
{
    if (!isPlain(value) || value == 0)
        return {significant(value, 3), significant(low, 3), significant(high, 3)};
    return textsWith(value, low, high, decimalsOf(value, 3));
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

std::string timeWithInterval(const Median& time)
{
    const auto unit = timeUnit(time.value);
    const auto texts = threeDigits(time.value / unit.size, time.low / unit.size, time.high / unit.size);
    return texts.value + unit.name + " (" + texts.range() + ')';
}

std::string timeRangeText(const Median& time)
{
    const auto unit = timeUnit(time.value);
    return threeDigits(time.value / unit.size, time.low / unit.size, time.high / unit.size).range() + unit.name;
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
