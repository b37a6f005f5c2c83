// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <iterator>
#include <string_view>

namespace tscope {

// How far a parser has read.
struct ReadChars {
    const char* furthest;    // one past the last character it has taken
    bool hasSeenEnd = false; // whether it wanted more characters than there are
};

// The characters of a JSON text for nlohmann's parser, which accepts neither NaN nor an infinity. Where Python's
// json module writes one bare, outside of strings, its first and last letter read as quotes: NaN is "a" for the
// parser. No character moves, so the places in the parser's errors stay right.
class JsonChars
{
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = char;

    static constexpr std::array<std::string_view, 3> bareWords{"NaN", "Infinity", "-Infinity"};

    JsonChars(std::string_view text, std::size_t at, ReadChars* read)
        : m_at(text.data() + at), m_end(text.data() + text.size()), m_read(read)
    {
        findBareWord();
    }

    char operator*() const { return m_at == m_wordBegin || m_at + 1 == m_wordEnd ? '"' : *m_at; }
    JsonChars& operator++()
    {
        const char passed = *m_at;
        m_read->furthest = ++m_at;
        if (m_wordEnd != nullptr) {
            if (m_at != m_wordEnd)
                return *this;
            m_wordBegin = m_wordEnd = nullptr;
        } else if (m_isEscaped) {
            m_isEscaped = false;
        } else if (m_isInString && passed == '\\') {
            m_isEscaped = true;
        } else if (passed == '"') {
            m_isInString = !m_isInString;
        }
        if (!m_isInString)
            findBareWord();
        return *this;
    }
    JsonChars operator++(int)
    {
        auto before = *this;
        ++*this;
        return before;
    }
    bool operator==(const JsonChars& other) const
    {
        const bool isSame = m_at == other.m_at;
        m_read->hasSeenEnd = m_read->hasSeenEnd || (isSame && m_at == m_end);
        return isSame;
    }

private:
    void findBareWord()
    {
        if (m_at == m_end || (*m_at != 'N' && *m_at != 'I' && *m_at != '-'))
            return;
        const std::string_view rest(m_at, static_cast<std::size_t>(m_end - m_at));
        for (const auto word : bareWords) {
            if (rest.starts_with(word)) {
                m_wordBegin = m_at;
                m_wordEnd = m_at + word.size();
            } else if (word.starts_with(rest)) {
                m_read->hasSeenEnd = true; // the text ends within the word
            }
        }
    }

    const char* m_at;
    const char* m_end;
    ReadChars* m_read;
    const char* m_wordBegin = nullptr; // the bare word in which m_at lies
    const char* m_wordEnd = nullptr;
    bool m_isInString = false;
    bool m_isEscaped = false; // by the character before
};

} // namespace tscope
