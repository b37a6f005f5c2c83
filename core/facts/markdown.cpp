// SPDX-License-Identifier: Apache-2.0
#include "facts/markdown.h"

#include "facts/telling.h"

#include <algorithm>
#include <cctype>

namespace tscope {

namespace {

bool isWordCharacter(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || std::isalnum(byte) != 0;
}

// Whether readers of Markdown may take the character at this place for markup.
bool isMarkup(std::string_view text, std::size_t at)
{
    const auto next = at + 1 < text.size() ? text[at + 1] : ' ';
    switch (text[at]) {
    case '\\':
    case '`':
    case '*':
    case '~':
    case '|':
    case '$':
        return true;
    case '_': // within a word it is a letter
        return at == 0 || !isWordCharacter(text[at - 1]) || !isWordCharacter(next);
    case ']': // of a link, or of its definition
        return next == '(' || next == '[' || (next == ':' && text.starts_with('['));
    case '!':
        return next == '[';
    case ':':
        return next == '/'; // an address would become a link
    case '.':
        return at >= 3 && text.substr(at - 3, 3) == "www";
    case '#': // a heading, or the number of an issue
    case '>':
    case '+':
    case '-':
    case '=':
        return at == 0 || (text[at] == '#' && std::isdigit(static_cast<unsigned char>(next)) != 0);
    default:
        return false;
    }
}

} // namespace

std::string markdownText(std::string_view text)
{
    const auto plain = harmless(text);
    std::string out;
    for (std::size_t i = 0; i < plain.size(); ++i) {
        const auto c = plain[i];
        if (c == '<')
            out += "&lt;";
        else if (c == '&')
            out += "&amp;";
        else if (c == '@') // would call somebody
            out += "&#64;";
        else if (isMarkup(plain, i))
            (out += '\\') += c;
        else
            out += c;
    }
    return out;
}

std::string markdownCode(std::string_view text)
{
    const auto plain = harmless(text);
    std::size_t longest = 0, run = 0;
    for (const auto c : plain) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    const std::string fence(longest + 1, '`');
    const bool needsSpace = plain.empty() || plain.front() == '`' || plain.back() == '`' || plain.front() == ' ';
    const auto* space = needsSpace ? " " : "";
    return fence + space + plain + space + fence;
}

} // namespace tscope
