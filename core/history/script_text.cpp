// SPDX-License-Identifier: Apache-2.0
#include "history/script_text.h"

#include "base/say.h"

#include <algorithm>

namespace tscope {

bool isFirstOfName(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isOfName(char c)
{
    return isFirstOfName(c) || isDigit(c);
}

std::string scriptName(std::string name)
{
    std::ranges::replace_if(
        name, [](char c) { return !isOfName(c); }, '_');
    return name.empty() || isDigit(name.front()) ? "_" + name : name;
}

void ScriptText::skip(bool toStatement)
{
    while (m_at < m_text.size()) {
        const auto c = m_text[m_at];
        const bool isBlank = c == ' ' || c == '\t' || c == '\r' || (c == '\n' && (toStatement || m_open > 0)) ||
                             (c == ';' && toStatement);
        if (c == '#')
            m_at = std::min(m_text.find('\n', m_at), m_text.size());
        else if (isBlank)
            ++m_at;
        else
            break;
    }
}

bool ScriptText::takes(std::string_view sign)
{
    skip(false);
    if (!rest().starts_with(sign))
        return false;
    m_at += sign.size();
    return true;
}

void ScriptText::wants(std::string_view sign)
{
    if (!takes(sign))
        fail(invalidArgument(say("wanted \"{0}\", found {1}", sign, found())));
}

std::string ScriptText::name()
{
    skip(false);
    const auto from = m_at;
    if (m_at < m_text.size() && isFirstOfName(m_text[m_at]))
        while (m_at < m_text.size() && isOfName(m_text[m_at]))
            ++m_at;
    return std::string(between(from, m_at));
}

std::string ScriptText::number()
{
    const auto from = m_at;
    const auto isOfNumber = [this](std::size_t at) {
        const auto c = m_text[at];
        const bool isSign = c == '-' || c == '+';
        return isDigit(c) || c == '.' || c == 'e' || c == 'E' ||
               (isSign && (m_text[at - 1] == 'e' || m_text[at - 1] == 'E'));
    };
    do
        ++m_at;
    while (m_at < m_text.size() && isOfNumber(m_at));
    return std::string(between(from, m_at));
}

std::string_view ScriptText::word()
{
    skip(false);
    const auto from = m_at;
    for (int open = 0; m_at < m_text.size(); ++m_at) {
        const auto c = m_text[m_at];
        if (open == 0 && (c == ',' || c == ')'))
            break;
        open += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    }
    return between(from, m_at);
}

std::string ScriptText::found() const
{
    if (m_at >= m_text.size())
        return say("the end");
    constexpr std::size_t longest = 40;
    auto end = m_at + 1;
    while (end < m_text.size() && end < m_at + longest &&
           (isOfName(m_text[end]) || (static_cast<unsigned char>(m_text[end]) & 0xC0U) == 0x80U))
        ++end;
    return "\"" + std::string(between(m_at, end)) + "\"";
}

void ScriptText::failAt(std::size_t at, Error error)
{
    if (m_error)
        return;
    const auto before = m_text.substr(0, at);
    const auto line = std::ranges::count(before, '\n');
    const auto column = at - (line > 0 ? before.rfind('\n') + 1 : 0) + 1;
    // What was typed is what has to be changed, so this place counts, not one inside a part of it.
    error.where = line > 0 ? say("line {0}, column {1}", line + 1, column) : say("column {0}", column);
    m_error = std::move(error);
    m_at = m_text.size();
}

} // namespace tscope
