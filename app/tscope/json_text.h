// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tscope::cli {

// Follows an answer in JSON as it is written piece by piece, and knows how to end it anywhere: what fails in the
// middle still answers with one value that programs can read.
class JsonText
{
public:
    void follow(std::string_view written); // which is JSON so far
    // The text that closes the value, with `error` as its field "error". After a complete value: a second one.
    // Where the outermost value is no object, it is only ended.
    std::string ending(std::string_view error) const;

private:
    enum class Wants { value, valueOrEnd, key, keyOrEnd, colon, comma };
    void take(char letter);
    void takeBracket(char letter);
    char top() const { return m_open.empty() ? ' ' : m_open.back(); }

    std::string m_open; // brackets that are not closed yet
    Wants m_wants = Wants::value;
    bool m_isText = false, m_isEscaped = false, m_isKey = false;
};

} // namespace tscope::cli
