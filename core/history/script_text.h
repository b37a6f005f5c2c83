// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace tscope {

bool isDigit(char c);
bool isFirstOfName(char c); // letters and digits are those of ASCII
bool isOfName(char c);
// "fc1.weight" as a script can write it: "fc1_weight".
std::string scriptName(std::string name);

// A script while it is read. After the first error nothing is left to read.
class ScriptText
{
public:
    explicit ScriptText(std::string_view text) : m_text(text) {}

    std::size_t at() const { return m_at; }
    void goTo(std::size_t at) { m_at = at; }
    std::string_view rest() const { return m_text.substr(m_at); }
    std::string_view between(std::size_t from, std::size_t to) const { return m_text.substr(from, to - from); }
    bool isAtEnd() const { return m_at >= m_text.size(); }

    // Where the end of a line does not end a statement.
    void openBracket() { ++m_open; }
    void closeBracket() { --m_open; }

    void skipBlanks() { skip(false); } // and comments
    void skipToStatement() { skip(true); }
    bool takes(std::string_view sign);
    void wants(std::string_view sign);
    std::string name();      // "" where none begins here
    std::string number();    // precondition: a digit or a point is here
    std::string_view word(); // up to a comma or a bracket that ends it
    std::string found() const;

    void fail(Error error) { failAt(m_at, std::move(error)); }
    void failAt(std::size_t at, Error error); // the first one counts
    bool hasFailed() const { return m_error.has_value(); }
    const std::optional<Error>& error() const { return m_error; }

private:
    void skip(bool toStatement);

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_open = 0;
    std::optional<Error> m_error;
};

} // namespace tscope
