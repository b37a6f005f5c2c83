// SPDX-License-Identifier: Apache-2.0
#include "base/printable.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace tscope {

namespace {

// The length of the character of UTF-8 at the start, and which it is; 0 when there is none.
std::size_t characterAt(std::string_view text, std::uint32_t& character)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto lead = byte(0);
    const std::size_t length = lead < 0x80   ? 1
                               : lead < 0xC2 ? 0
                               : lead < 0xE0 ? 2
                               : lead < 0xF0 ? 3
                               : lead < 0xF5 ? 4
                                             : 0;
    if (length == 0 || length > text.size())
        return 0;
    character = length == 1 ? lead : lead & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80)
            return 0;
        character = character << 6 | (byte(i) & 0x3Fu);
    }
    constexpr std::array<std::uint32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
    const bool isSurrogate = character >= 0xD800 && character < 0xE000;
    return character < least[length] || character > 0x10FFFF || isSurrogate ? 0 : length;
}

// Characters that would change how the text around them looks, or hide in it.
bool isUnseen(std::uint32_t c)
{
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xAD || c == 0x61C || c == 0x180E ||
           (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) ||
           c == 0xFEFF || (c >= 0xFFF9 && c <= 0xFFFB) || (c >= 0xE0000 && c <= 0xE0FFF);
}

constexpr std::string_view hex = "0123456789abcdef";

// The escape of JSON for half a character of UTF-16.
void addJsonEscape(std::uint32_t half, std::string& out)
{
    out += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4)
        out += hex[half >> shift & 15];
}

template <class Shown>
std::string escapedUnless(std::string_view text, const Shown& isShown)
{
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        std::uint32_t character = 0;
        const auto length = characterAt(text.substr(at), character);
        const auto bytes = text.substr(at, std::max<std::size_t>(length, 1));
        if (length > 0 && isShown(character))
            out += bytes;
        else
            for (const auto byte : bytes) {
                out += "\\x";
                out += hex[static_cast<unsigned char>(byte) >> 4];
                out += hex[static_cast<unsigned char>(byte) & 15];
            }
        at += bytes.size();
    }
    return out;
}

} // namespace

std::string printable(std::string_view text)
{
    return escapedUnless(text, [](std::uint32_t character) { return !isUnseen(character); });
}

std::string validText(std::string_view text)
{
    return escapedUnless(text, [](std::uint32_t) { return true; });
}

std::string printableJson(std::string_view json)
{
    std::string out;
    out.reserve(json.size());
    const auto isPlain = [](char c) { return c >= 0x20 && c < 0x7F; };
    for (std::size_t at = 0; at < json.size();) {
        const auto run = std::ranges::find_if_not(json.substr(at), isPlain) - json.begin();
        out += json.substr(at, static_cast<std::size_t>(run) - at);
        if ((at = static_cast<std::size_t>(run)) == json.size())
            break;
        std::uint32_t character = 0;
        const auto length = characterAt(json.substr(at), character);
        const auto bytes = json.substr(at, std::max<std::size_t>(length, 1));
        if (length == 0 || !isUnseen(character)) {
            out += bytes;
        } else if (character < 0x10000) {
            addJsonEscape(character, out);
        } else {
            addJsonEscape(0xD800 + ((character - 0x10000) >> 10), out);
            addJsonEscape(0xDC00 + ((character - 0x10000) & 0x3FF), out);
        }
        at += bytes.size();
    }
    return out;
}

std::string_view cutText(std::string_view text, std::size_t longest)
{
    auto cut = std::min(text.size(), longest);
    while (cut < text.size() && cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80)
        --cut;
    return text.substr(0, cut);
}

std::string boundedWord(std::string word)
{
    if (word.size() > longestWord) {
        word.resize(cutText(word, longestWord).size());
        word += "...";
    }
    return word;
}

} // namespace tscope
