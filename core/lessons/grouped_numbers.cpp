// SPDX-License-Identifier: Apache-2.0
#include "lessons/grouped_numbers.h"

#include "lessons/letters.h"

#include <algorithm>
#include <charconv>

namespace tscope {

namespace {

bool areDigits(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// "12,345,678" where the separator is a comma, or "12" without one.
std::optional<std::int64_t> numberOfGroups(std::string_view text, char separator, bool& isGrouped)
{
    constexpr std::size_t ofGroup = 3;
    const bool isNegative = text.starts_with('-');
    if (isNegative)
        text.remove_prefix(1);
    const auto firstEnd = std::min(text.find(separator), text.size());
    std::string digits(text.substr(0, firstEnd));
    if (!areDigits(digits) || (firstEnd < text.size() && digits.size() > ofGroup))
        return std::nullopt;
    for (auto at = firstEnd; at < text.size(); at += ofGroup + 1) {
        const auto group = text.substr(at + 1, ofGroup);
        if (text[at] != separator || group.size() != ofGroup || !areDigits(group))
            return std::nullopt;
        digits += group;
        isGrouped = true;
    }
    std::int64_t number = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (read.ec != std::errc())
        return std::nullopt;
    return isNegative ? -number : number;
}

std::optional<Value::List> numbersBetween(std::string_view typed, std::string_view ends, char separator)
{
    Value::List numbers;
    bool isGrouped = false;
    while (!typed.empty()) {
        const auto end = std::min(typed.find_first_of(ends), typed.size());
        auto part = trimmed(typed.substr(0, end));
        if (separator == ',' && part.ends_with(',')) // "332,666, 499,499"
            part.remove_suffix(1);
        if (!part.empty()) {
            const auto number = numberOfGroups(part, separator, isGrouped);
            if (!number)
                return std::nullopt;
            numbers.push_back(*number);
        }
        typed.remove_prefix(std::min(end + 1, typed.size()));
    }
    return isGrouped ? std::optional(std::move(numbers)) : std::nullopt;
}

// With plain blanks for all kinds of blanks and brackets around.
std::string plainly(std::string_view typed)
{
    std::string out(typed);
    for (const std::string_view blank : {"\u00a0", "\u2009", "\u202f"})
        for (auto at = out.find(blank); at != std::string::npos; at = out.find(blank, at))
            out.replace(at, blank.size(), " ");
    for (auto& c : out)
        if (std::string_view("()[]{}\t\r\n").find(c) != std::string_view::npos)
            c = ' ';
    return std::string(trimmed(out));
}

} // namespace

std::optional<Value::List> groupedNumbers(std::string_view typed, std::size_t count)
{
    const auto plain = plainly(typed);
    for (const char separator : {',', '\'', '.', '_'})
        if (auto numbers = numbersBetween(plain, separator == ',' ? " ;" : " ,;", separator);
            numbers && numbers->size() == count)
            return numbers;
    auto numbers = numbersBetween(plain, ",;", ' ');
    return numbers && numbers->size() == count ? numbers : std::nullopt;
}

} // namespace tscope
