// SPDX-License-Identifier: Apache-2.0
// The word in the gap of a sentence.
#include "lessons/letters.h"
#include "lessons/mark.h"

#include <algorithm>
#include <array>

namespace tscope {

namespace {

// As words are compared: capitals, hyphens, an article or "its" before it and a full stop behind it make no
// difference, nor does one thing or several.
std::string gapForm(std::string_view word)
{
    auto form = lowered(trimmed(word));
    for (const std::string_view article : {"the ", "a ", "an ", "its ", "their "})
        if (form.starts_with(article))
            form.erase(0, article.size());
    std::erase_if(form, [](char c) { return c == '-' || c == ' ' || c == '\t'; });
    constexpr auto ends = std::to_array<std::string_view>({".", ",", "\u3002", "\uff0c", "\u7684"});
    for (const auto end : ends)
        if (form.size() > end.size() && form.ends_with(end))
            form.resize(form.size() - end.size());
    constexpr std::size_t shortest = 4; // letters; "bus" is no plural
    if (form.size() >= shortest && form.ends_with('s'))
        form.pop_back();
    return form;
}

} // namespace

bool fillsGap(const GapSentence& sentence, std::string_view word, std::string_view language)
{
    const auto typed = gapForm(word);
    if (typed.empty())
        return false;
    for (const auto code : {language, std::string_view()})
        if (const auto at = sentence.words.find(code); at != sentence.words.end())
            if (std::ranges::any_of(at->second, [&](const auto& each) { return gapForm(each) == typed; }))
                return true;
    return false;
}

std::string wordOfGap(const GapSentence& sentence, std::string_view language)
{
    for (const auto code : {language, std::string_view()})
        if (const auto at = sentence.words.find(code); at != sentence.words.end() && !at->second.empty())
            return at->second.front();
    return {};
}

} // namespace tscope
