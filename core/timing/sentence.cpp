// SPDX-License-Identifier: Apache-2.0
#include "timing/sentence.h"

namespace tscope::timing {

std::string text(const Sentence& sentence)
{
    std::string out;
    const auto& pattern = sentence.pattern;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const auto digit = i + 1 < pattern.size() ? pattern[i + 1] - '1' : -1;
        const bool isPlace =
            pattern[i] == '%' && digit >= 0 && static_cast<std::size_t>(digit) < sentence.arguments.size();
        if (!isPlace) {
            out += pattern[i];
            continue;
        }
        out += sentence.arguments[static_cast<std::size_t>(digit)];
        ++i;
    }
    return out;
}

std::string text(const std::vector<Sentence>& sentences)
{
    std::string out;
    for (const auto& sentence : sentences)
        out += (out.empty() ? "" : " ") + text(sentence);
    return out;
}

} // namespace tscope::timing
