// SPDX-License-Identifier: Apache-2.0
#include "timing/sentence.h"

#include "base/say.h"

namespace tscope::timing {

std::string text(const Sentence& sentence)
{
    const std::vector<Said> values(sentence.arguments.begin(), sentence.arguments.end());
    return saidWith(sentence.pattern, values);
}

std::string text(const std::vector<Sentence>& sentences)
{
    std::string out;
    for (const auto& sentence : sentences)
        out = out.empty() ? text(sentence) : say("{0} {1}", out, text(sentence));
    return out;
}

} // namespace tscope::timing
