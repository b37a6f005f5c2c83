// SPDX-License-Identifier: Apache-2.0
#include "base/human_numbers.h"
#include "base/say.h"

#include <array>
#include <cstdio>

namespace tscope {

namespace {

constexpr std::size_t undivided = 4; // digits that are read at a glance

std::string withSeparators(std::string digits)
{
    const std::size_t first = digits.starts_with('-') ? 1 : 0;
    if (digits.size() - first <= undivided)
        return digits;
    for (auto at = digits.size(); at > first + 3;) {
        at -= 3;
        digits.insert(at, 1, ',');
    }
    return digits;
}

} // namespace

std::string grouped(std::int64_t number)
{
    return withSeparators(std::to_string(number));
}

std::string grouped(const Wide& number)
{
    return withSeparators(number.text());
}

std::string counted(std::int64_t count, std::string_view one, std::string_view many)
{
    std::string pattern = "{0|";
    pattern.append(one).append("|").append(many).append("}");
    return say(pattern, count);
}

std::string byteSizeText(std::int64_t bytes)
{
    constexpr std::int64_t exactBelow = 10'000;
    if (bytes > -exactBelow && bytes < exactBelow)
        return counted(bytes, "byte", "bytes");
    constexpr std::array units{"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    auto amount = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    for (; (amount >= 999.5 || amount <= -999.5) && unit + 1 < units.size(); ++unit)
        amount /= 1024;
    const auto size = amount < 0 ? -amount : amount;
    const int decimals = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
    char text[32];
    std::snprintf(text, sizeof text, "%.*f %s", decimals, amount, units[unit]);
    return text;
}

std::string percentText(double share)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", 100 * share);
    return text;
}

} // namespace tscope
