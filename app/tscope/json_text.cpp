// SPDX-License-Identifier: Apache-2.0
#include "json_text.h"

namespace tscope::cli {

void JsonText::follow(std::string_view written)
{
    for (const char letter : written) {
        if (!m_isText)
            take(letter);
        else if (m_isEscaped)
            m_isEscaped = false;
        else if (letter == '\\')
            m_isEscaped = true;
        else if (letter == '"') {
            m_isText = false;
            m_wants = m_isKey ? Wants::colon : Wants::comma;
        }
    }
}

void JsonText::take(char letter)
{
    switch (letter) {
    case '"':
        m_isText = true;
        m_isKey = m_wants == Wants::key || m_wants == Wants::keyOrEnd;
        break;
    case '{':
    case '[':
    case '}':
    case ']':
        takeBracket(letter);
        break;
    case ':':
        m_wants = Wants::value;
        break;
    case ',':
        m_wants = top() == '{' ? Wants::key : Wants::value;
        break;
    case ' ':
    case '\n':
        break;
    default: // a number, true, false or null
        m_wants = Wants::comma;
    }
}

void JsonText::takeBracket(char letter)
{
    if (letter == '{' || letter == '[') {
        m_open += letter;
        m_wants = letter == '{' ? Wants::keyOrEnd : Wants::valueOrEnd;
        return;
    }
    if (!m_open.empty())
        m_open.pop_back();
    m_wants = m_open.empty() ? Wants::value : Wants::comma;
}

std::string JsonText::ending(std::string_view error) const
{
    if (m_open.empty())
        return "{\"error\":" + std::string(error) + "}\n";
    std::string text = m_isEscaped ? "\\\"" : m_isText ? "\"" : "";
    auto wants = m_isText ? (m_isKey ? Wants::colon : Wants::comma) : m_wants;
    for (auto at = m_open.size(); at-- > 0;) {
        const bool isObject = m_open[at] == '{', isOutermost = at == 0;
        if (wants == Wants::colon)
            text += ":null";
        else if (wants == Wants::value)
            text += "null";
        else if (wants == Wants::key && !isOutermost)
            text += "\"error\":null"; // what comes after a comma
        if (isOutermost && isObject) {
            text += wants == Wants::key || wants == Wants::keyOrEnd ? "" : ",";
            text += "\"error\":" + std::string(error);
        }
        text += isObject ? '}' : ']';
        wants = Wants::comma;
    }
    return text + "\n";
}

} // namespace tscope::cli
