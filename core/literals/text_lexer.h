// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "element/element.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace tscope {

enum class TokenKind : std::uint8_t {
    number,
    word,   // dotted name
    string, // in quotes, without them
    angle,  // <AddBackward0>
    open,   // [ or (
    close,  // ] or )
    comma,
    equals,
    ellipsis,
    end,
};

struct Token {
    TokenKind kind = TokenKind::end;
    std::size_t at = 0;
    std::string_view text = {};  // as written
    Number number = {};          // of a number
    bool isBeyond64Bits = false; // an integer that has only its nearest double
    bool isOverflown = false;    // a decimal that became infinite
};

std::string placeInText(std::string_view text, std::size_t at); // "line 3, column 7"
// The same for the midst of a sentence.
std::string placeToRead(std::string_view text, std::size_t at);

// Cuts a Python-like text into tokens, one at a time. Comments and white space are passed over.
class TextLexer
{
public:
    explicit TextLexer(std::string_view text) : m_text(text) {}

    Result<Token> next();
    Error fail(std::string sentence, std::size_t at) const;

private:
    void skipSpace();
    Token take(TokenKind kind, std::size_t length);
    Result<Token> number();
    Result<Token> quoted();
    Result<Token> angle();
    // One real number at `at`, sign and all; its length is 0 when there is none.
    std::size_t lengthOfReal(std::size_t at, bool needsSign) const;
    Result<Token> real(std::size_t at, std::size_t length) const;
    bool isWordAt(std::size_t at, std::string_view word) const;

    std::string_view m_text;
    std::size_t m_at = 0;
};

} // namespace tscope
