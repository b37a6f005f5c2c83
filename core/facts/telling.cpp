// SPDX-License-Identifier: Apache-2.0
#include "facts/telling.h"

#include <cstdio>

namespace tscope {

std::string harmless(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        // U+202A..202E and U+2066..2069 turn the direction of text around.
        const auto next = [&](std::size_t ahead) {
            return i + ahead < text.size() ? static_cast<unsigned char>(text[i + ahead]) : 0U;
        };
        const bool turns = byte == 0xe2 && ((next(1) == 0x80 && next(2) >= 0xaa && next(2) <= 0xae) ||
                                            (next(1) == 0x81 && next(2) >= 0xa6 && next(2) <= 0xa9));
        const bool isShown = byte >= 0x20 && byte != 0x7f && !turns;
        if (isShown) {
            out += text[i];
            continue;
        }
        const std::size_t count = turns ? 3 : 1; // a character is escaped whole: what is left is text
        for (std::size_t end = i + count; i < end; ++i) {
            char escaped[8];
            std::snprintf(escaped, sizeof escaped, "\\x%02x", static_cast<unsigned char>(text[i]));
            out += escaped;
        }
        --i;
    }
    return out;
}

std::string plainText(const Telling& telling)
{
    std::string out;
    for (const auto& line : telling) {
        for (const auto& phrase : line)
            out += harmless(phrase.text);
        out += '\n';
    }
    return out;
}

} // namespace tscope
