// SPDX-License-Identifier: Apache-2.0
#include "literals/json_tree.h"

#include "base/check.h"
#include "base/printable.h"
#include "base/say.h"

#include <bit>
#include <charconv>
#include <cstring>

namespace tscope {

std::string inQuotes(std::string_view word)
{
    constexpr std::size_t limit = 40;
    const auto kept = cutText(word, limit);
    return '"' + std::string(kept) + (kept.size() < word.size() ? "...\"" : "\"");
}

bool JsonTree::isNumber(Index i) const
{
    const auto k = kind(i);
    return k == JsonKind::integer || k == JsonKind::natural || k == JsonKind::real || k == JsonKind::bigInteger;
}

bool JsonTree::isWhole(Index i) const
{
    return (kind(i) != JsonKind::list && kind(i) != JsonKind::object) || m_payloads[i] != 0;
}

JsonTree::Index JsonTree::end(Index i) const
{
    if (kind(i) != JsonKind::list && kind(i) != JsonKind::object)
        return i + 1;
    const auto end = m_payloads[i];
    return end == 0 ? m_kinds.size() : static_cast<Index>(end);
}

std::string_view JsonTree::word(Index i) const
{
    TSCOPE_CHECK(kind(i) == JsonKind::word, "only a word has letters");
    std::uint32_t length = 0;
    const auto at = static_cast<std::size_t>(m_payloads[i]);
    std::memcpy(&length, m_words.data() + at, sizeof length);
    return std::string_view(m_words).substr(at + sizeof length, length);
}

Number JsonTree::number(Index i) const
{
    switch (kind(i)) {
    case JsonKind::boolean:
        return flag(i);
    case JsonKind::integer:
        return static_cast<std::int64_t>(m_payloads[i]);
    case JsonKind::natural:
        return m_payloads[i];
    default:
        return std::bit_cast<double>(m_payloads[i]);
    }
}

std::size_t JsonTree::count(Index i) const
{
    std::size_t count = 0;
    const auto last = end(i);
    if (kind(i) == JsonKind::object)
        for (auto part = i + 1; part < last; part = end(part + 1))
            ++count;
    else if (kind(i) == JsonKind::list)
        for (auto part = i + 1; part < last; part = end(part))
            ++count;
    return count;
}

std::string JsonTree::shortText(Index i) const
{
    switch (kind(i)) {
    case JsonKind::null:
        return "null";
    case JsonKind::boolean:
        return flag(i) ? "true" : "false";
    case JsonKind::word:
        return inQuotes(word(i));
    case JsonKind::list:
        return say("a list of {0}", count(i));
    case JsonKind::object:
        return say("an object");
    case JsonKind::integer:
        return std::to_string(static_cast<std::int64_t>(m_payloads[i]));
    case JsonKind::natural:
        return std::to_string(m_payloads[i]);
    default:
        break;
    }
    char text[32];
    const auto done = std::to_chars(text, text + sizeof text, std::bit_cast<double>(m_payloads[i]));
    return std::string(text, done.ptr);
}

std::string JsonTree::path(Index target) const
{
    std::string out;
    Index at = 0;
    while (at != target) {
        auto part = at + 1;
        if (kind(at) == JsonKind::object) {
            while (end(part + 1) <= target)
                part = end(part + 1);
            out += out.empty() ? "" : ".";
            out += word(part);
            at = part == target ? target : part + 1;
        } else {
            std::size_t position = 0;
            for (; end(part) <= target; part = end(part))
                ++position;
            out += "[" + std::to_string(position) + "]";
            at = part;
        }
    }
    return out;
}

} // namespace tscope
