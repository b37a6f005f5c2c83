// SPDX-License-Identifier: Apache-2.0
#include "timing/report/markup.h"

#include "base/printable.h"

namespace tscope::timing {

namespace {

// Letters of the label's size are no wider; those beyond Latin, Greek and Cyrillic may be square.
constexpr double letterWidth = 6.8, wideWidth = 12;

double widthOfByte(char letter)
{
    const auto byte = static_cast<unsigned char>(letter);
    if ((byte & 0xC0) == 0x80)
        return 0; // goes on with a letter
    return byte < 0xE0 ? letterWidth : wideWidth;
}

} // namespace

std::string escaped(std::string_view text)
{
    std::string out;
    for (const auto letter : printable(text))
        switch (letter) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        case '\'':
            out += "&#39;";
            break;
        default:
            out += letter;
        }
    return out;
}

double widthOf(std::string_view text)
{
    double out = 0;
    for (const auto letter : text)
        out += widthOfByte(letter);
    return out;
}

std::string shortened(std::string_view text, double width)
{
    const auto shown = printable(text);
    if (widthOf(shown) <= width)
        return shown;
    double sum = wideWidth; // the ellipsis
    std::size_t length = 0;
    while (length < shown.size() && sum + widthOfByte(shown[length]) <= width)
        sum += widthOfByte(shown[length++]);
    return std::string(cutText(shown, length)) + "…";
}

} // namespace tscope::timing
