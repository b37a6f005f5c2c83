// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/checked_math.h"
#include "language/catalogue.h"

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tscope {

// What a hole of a pattern names: {name} the value as it is, {name#} a quantity with separators,
// {name|entry|entries} a quantity with its noun (a language without plural forms writes {name#} and its noun).
struct Hole {
    std::string_view name;
    bool isQuantity = false;
    std::string_view one = {}, many = {};
};
Hole holeOf(std::string_view text);
// "1 entry", "12,000 entries", "12,000" as the hole asks for.
std::string quantityText(const Hole& hole, const Wide& number);

// The pattern with `valueOf(text between the braces)` in place of each hole; nothing where that gives nothing.
template <class ValueOf>
std::optional<std::string> filled(std::string_view pattern, ValueOf&& valueOf)
{
    std::string out;
    while (!pattern.empty()) {
        const auto open = pattern.find('{');
        const auto close = open == std::string_view::npos ? open : pattern.find('}', open);
        if (close == std::string_view::npos)
            return out.append(pattern);
        const std::optional<std::string> value = valueOf(pattern.substr(open + 1, close - open - 1));
        if (!value)
            return std::nullopt;
        out.append(pattern.substr(0, open)).append(*value);
        pattern.remove_prefix(close + 1);
    }
    return out;
}

// A value for a hole.
class Said
{
public:
    Said(std::integral auto number) : Said(wideOf(number)) {}
    Said(const Wide& number) : m_text(number.text()), m_number(number) {}
    Said(std::string text) : m_text(std::move(text)) {}
    Said(std::string_view text) : m_text(text) {}
    Said(const char* text) : m_text(text) {}

    const std::string& text() const { return m_text; }
    const std::optional<Wide>& number() const { return m_number; }

private:
    static Wide wideOf(std::signed_integral auto number) { return Wide(number); }
    static Wide wideOf(std::unsigned_integral auto number) // one of 64 bits may be above int64
    {
        return Wide(static_cast<std::int64_t>(number / 2)) * Wide(2) + Wide(static_cast<std::int64_t>(number % 2));
    }

    std::string m_text;
    std::optional<Wide> m_number;
};

// A sentence, or a part of one, in the language that is set: say("{0} is {1}; it should be {2}", name, 9, 5). The
// pattern is a literal, and each has an entry in every catalogue (a test reads the sources). A brace is a hole.
std::string saidWith(std::string_view pattern, std::span<const Said> values);
template <class... Values>
std::string say(std::string_view pattern, const Values&... values)
{
    const Said all[]{Said(values)..., Said("")};
    return saidWith(pattern, std::span(all).first(sizeof...(values)));
}

} // namespace tscope
