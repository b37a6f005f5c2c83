// SPDX-License-Identifier: Apache-2.0
#include "facts/telling.h"

#include "base/printable.h"

namespace tscope {

std::string harmless(std::string_view text)
{
    return printable(text);
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
