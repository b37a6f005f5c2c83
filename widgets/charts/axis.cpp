// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/axis.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tscope::charts {

namespace {

constexpr int mostDecimals = 5; // more are written with a power of ten

// Powers of ten as people write them: "1000", then "10⁶".
QString powerText(int power)
{
    if (power >= -3 && power <= 4)
        return QString::number(std::pow(10.0, power), 'g', 6);
    static const QString digits = QStringLiteral("\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079");
    auto text = QStringLiteral("10");
    for (const auto digit : QString::number(power))
        text += digit == QLatin1Char('-') ? QChar(0x207b) : digits[digit.digitValue()];
    return text;
}

std::vector<Tick> evenTicks(const Axis& axis, int most)
{
    const auto low = axis.shown.low / axis.unit.size, high = axis.shown.high / axis.unit.size;
    const auto least = (high - low) / std::max(1, most);
    if (!(least > 0) || !std::isfinite(least))
        return {};
    const auto power = std::pow(10.0, std::floor(std::log10(least)));
    const auto over = least / power;
    const auto round = power * (over <= 1 ? 1 : over <= 2 ? 2 : over <= 5 ? 5 : 10);
    const auto step = axis.areWhole ? std::max(1.0, round) : round;
    const auto greatest = std::max(std::abs(low), std::abs(high));
    // Neighbours among large numbers differ in their last digits.
    const bool needsAll = axis.areWhole && step * 1e5 < greatest;
    // All numbers of an axis have the digits of its step: "4.10" beside "4.09".
    const auto decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9)));
    const bool hasEven = needsAll || (greatest < 1e6 && decimals <= mostDecimals);
    std::vector<Tick> ticks;
    for (auto i = std::ceil(low / step - 1e-9); i * step <= high + step * 1e-9; ++i) {
        const auto at = std::abs(i) < 0.5 ? 0.0 : i * step;
        ticks.push_back(
            {at * axis.unit.size, hasEven ? QString::number(at, 'f', decimals) : QString::number(at, 'g', 6)});
    }
    return ticks;
}

std::vector<Tick> logTicks(const Axis& axis, int most)
{
    const auto low = std::log10(axis.shown.low / axis.unit.size);
    const auto high = std::log10(axis.shown.high / axis.unit.size);
    if (high - low < 0.8)
        return evenTicks(axis, most);
    const auto step = std::max(1, static_cast<int>(std::ceil((high - low) / std::max(1, most))));
    const bool isRoomBetween = (high - low) * 3 <= most;
    std::vector<Tick> ticks;
    for (int power = static_cast<int>(std::floor(low)); power <= std::ceil(high); ++power) {
        if (power % step != 0 || (axis.areWhole && power < 0 && axis.unit.size == 1))
            continue;
        ticks.push_back({std::pow(10.0, power) * axis.unit.size, powerText(power)});
        for (const int digit : {2, 5})
            if (isRoomBetween)
                ticks.push_back(
                    {digit * std::pow(10.0, power) * axis.unit.size, shortNumber(digit * std::pow(10.0, power))});
    }
    std::erase_if(ticks, [&](const Tick& tick) {
        return tick.at < axis.shown.low * 0.999999 || tick.at > axis.shown.high * 1.000001;
    });
    return ticks;
}

double inScale(const Axis& axis, double value)
{
    return axis.isLog ? std::log(value) : value;
}

Range outOfScale(const Axis& axis, Range range)
{
    return axis.isLog ? Range{std::exp(range.low), std::exp(range.high)} : range;
}

Range inScale(const Axis& axis, const Range& range)
{
    return {inScale(axis, range.low), inScale(axis, range.high)};
}

// Moved until it lies within, no longer than that.
Range within(Range range, const Range& full)
{
    const auto length = std::min(range.length(), full.length());
    range.low = Range{full.low, full.high - length}.nearest(range.low);
    return {range.low, range.low + length};
}

// Those that are seen; none where that is one alone, as it says nothing about the scale.
std::vector<Tick> markedTicks(const Axis& axis)
{
    std::vector<Tick> ticks;
    for (const auto at : axis.marked)
        if (at >= axis.shown.low && at <= axis.shown.high)
            ticks.push_back({at, shortNumber(at / axis.unit.size)});
    return ticks.size() < 2 ? std::vector<Tick>() : ticks;
}

} // namespace

// One number alone says nothing about the scale: then some more are tried.
std::vector<Tick> ticksOf(const Axis& axis, int most)
{
    const auto few = [&](int count) { return axis.isLog ? logTicks(axis, count) : evenTicks(axis, count); };
    auto ticks = markedTicks(axis);
    if (ticks.empty())
        ticks = few(most);
    constexpr int mostTries = 3;
    for (int i = 1; i <= mostTries && ticks.size() < 2; ++i)
        if (auto more = few(most << i); more.size() > ticks.size())
            ticks = std::move(more);
    return ticks;
}

Range fromZero(double greatest)
{
    return {0, greatest > 0 ? greatest * 1.04 : 1};
}

Range decadesAround(double least, double greatest)
{
    auto low = std::floor(std::log10(least));
    if (std::log10(least) - low < 0.15)
        --low; // else the least would be a bar of no length
    const auto high = std::max(low + 1, std::ceil(std::log10(greatest * 1.02)));
    return {std::pow(10.0, low), std::pow(10.0, high)};
}

Range zoomed(const Axis& axis, double at, double factor)
{
    if (axis.hold == Hold::length || axis.hold == Hold::all)
        return axis.shown;
    const auto shown = inScale(axis, axis.shown), full = inScale(axis, axis.full);
    const auto least = full.length() * 1e-6;
    const auto length = std::clamp(shown.length() / factor, least, full.length());
    const auto share = axis.hold == Hold::low ? 0 : (inScale(axis, at) - shown.low) / shown.length();
    const auto low = shown.low + share * (shown.length() - length);
    return outOfScale(axis, within({low, low + length}, full));
}

Range pulled(const Axis& axis, double share)
{
    if (axis.hold == Hold::low || axis.hold == Hold::all)
        return axis.shown;
    const auto shown = inScale(axis, axis.shown);
    const auto by = share * shown.length();
    return outOfScale(axis, within({shown.low + by, shown.high + by}, inScale(axis, axis.full)));
}

} // namespace tscope::charts
