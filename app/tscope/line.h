// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/telling.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tscope::cli {

// How text answers are set off: colour on a terminal that wants it, nothing elsewhere.
using Ink = Tone;

// A line for people under way. Texts of files are in it as they came; they are escaped where it is printed, so no
// escape sequence can be hidden in it, and colours are kept beside the texts.
class Line
{
public:
    Line() = default;
    Line(const char* text) : Line(Ink::plain, text) {}
    Line(const std::string& text) : Line(Ink::plain, text) {}
    Line(std::string_view text) : Line(Ink::plain, text) {}
    Line(Ink ink, std::string_view text) : m_phrases{{std::string(text), ink}} {}
    explicit Line(std::vector<Phrase> phrases) : m_phrases(std::move(phrases)) {}

    Line& operator+=(const Line& more)
    {
        m_phrases.insert(m_phrases.end(), more.m_phrases.begin(), more.m_phrases.end());
        return *this;
    }
    friend Line operator+(Line a, const Line& b)
    {
        a += b;
        return a;
    }

    const std::vector<Phrase>& phrases() const { return m_phrases; }
    std::string text() const // as it came, without colours
    {
        std::string out;
        for (const auto& phrase : m_phrases)
            out += phrase.text;
        return out;
    }

private:
    std::vector<Phrase> m_phrases;
};

inline Line inked(Ink ink, std::string_view text)
{
    return {ink, text};
}

} // namespace tscope::cli
