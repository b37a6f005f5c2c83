// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"

#include "base/human_numbers.h"

#include <charconv>

namespace tscope {

Hole holeOf(std::string_view text)
{
    if (text.ends_with('#'))
        return {text.substr(0, text.size() - 1), true};
    const auto first = text.find('|');
    if (first == std::string_view::npos)
        return {text};
    const auto nouns = text.substr(first + 1);
    const auto second = nouns.find('|');
    return {text.substr(0, first), true, nouns.substr(0, second), nouns.substr(second + 1)};
}

std::string quantityText(const Hole& hole, const Wide& number)
{
    auto out = grouped(number);
    if (!hole.many.empty())
        out.append(" ").append(number == Wide(1) ? hole.one : hole.many);
    return out;
}

std::string saidWith(std::string_view pattern, std::span<const Said> values)
{
    const auto valueOf = [&](std::string_view text) -> std::optional<std::string> {
        const auto hole = holeOf(text);
        std::size_t at = 0;
        const auto read = std::from_chars(hole.name.data(), hole.name.data() + hole.name.size(), at);
        if (read.ec != std::errc() || at >= values.size())
            return std::nullopt;
        const auto& number = values[at].number();
        return hole.isQuantity && number ? quantityText(hole, *number) : values[at].text();
    };
    return filled(translated(pattern), valueOf).value_or(std::string(pattern));
}

} // namespace tscope
