// SPDX-License-Identifier: Apache-2.0
#include "literals/text_lexer.h"

#include "base/say.h"
#include "element/decimal.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace tscope {

namespace {

constexpr std::size_t numberLimit = 400; // characters

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}
bool isNameStart(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool isNamePart(char c)
{
    return isNameStart(c) || isDigit(c);
}
bool isSign(char c)
{
    return c == '+' || c == '-';
}

// "torch.inf": the module before a number that has a name; else nothing.
std::string_view moduleOf(std::string_view text)
{
    for (const std::string_view module : {"torch.", "np.", "numpy.", "math."})
        if (text.starts_with(module))
            return module;
    return {};
}

double asDouble(const Number& number)
{
    if (const auto* value = std::get_if<double>(&number))
        return *value;
    if (const auto* value = std::get_if<std::int64_t>(&number))
        return static_cast<double>(*value);
    return static_cast<double>(std::get<std::uint64_t>(number));
}

struct LineAndColumn {
    std::ptrdiff_t line;
    std::size_t column;
};

LineAndColumn lineAndColumn(std::string_view text, std::size_t at)
{
    const auto before = text.substr(0, at);
    const auto lineEnd = before.rfind('\n');
    return {1 + std::ranges::count(before, '\n'), lineEnd == std::string_view::npos ? at + 1 : at - lineEnd};
}

} // namespace

std::string placeInText(std::string_view text, std::size_t at)
{
    const auto [line, column] = lineAndColumn(text, at);
    return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

std::string placeToRead(std::string_view text, std::size_t at)
{
    const auto [line, column] = lineAndColumn(text, at);
    return say("line {0}, column {1}", line, column);
}

Error TextLexer::fail(std::string sentence, std::size_t at) const
{
    return corrupt(std::move(sentence), placeInText(m_text, at));
}

void TextLexer::skipSpace()
{
    while (m_at < m_text.size()) {
        const char c = m_text[m_at];
        if (c == '#')
            m_at = std::min(m_text.find('\n', m_at), m_text.size());
        else if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f')
            ++m_at;
        else
            return;
    }
}

Token TextLexer::take(TokenKind kind, std::size_t length)
{
    Token token{kind, m_at, m_text.substr(m_at, length)};
    m_at += length;
    return token;
}

Result<Token> TextLexer::next()
{
    skipSpace();
    if (m_at == m_text.size())
        return take(TokenKind::end, 0);
    const char c = m_text[m_at];
    const char after = m_at + 1 < m_text.size() ? m_text[m_at + 1] : '\0';
    if (c == '[' || c == '(')
        return take(TokenKind::open, 1);
    if (c == ']' || c == ')')
        return take(TokenKind::close, 1);
    if (c == ',')
        return take(TokenKind::comma, 1);
    if (c == '=' && after != '=')
        return take(TokenKind::equals, 1);
    if (m_text.substr(m_at).starts_with("..."))
        return take(TokenKind::ellipsis, 3);
    if (m_text.substr(m_at).starts_with("\xE2\x80\xA6"))
        return take(TokenKind::ellipsis, 3);
    if (lengthOfReal(m_at, false) > 0)
        return number();
    if (c == '"' || c == '\'')
        return quoted();
    if (c == '<')
        return angle();
    if (isNameStart(c)) {
        auto end = m_at + 1;
        while (end < m_text.size() && (isNamePart(m_text[end]) || (m_text[end] == '.' && end + 1 < m_text.size() &&
                                                                   isNameStart(m_text[end + 1]))))
            ++end;
        return take(TokenKind::word, end - m_at);
    }
    if (c == '.' || std::string_view("+-*/%@&|^~<>=!").find(c) != std::string_view::npos)
        return fail(
            say("wanted a literal, found an expression (\"{0}\"): nothing is evaluated", std::string(1, c)), m_at);
    if (c == '{' || c == '}')
        return fail(say("wanted a list or a tensor, found a brace: paste one tensor, not a dictionary"), m_at);
    const auto code = static_cast<unsigned char>(c);
    return fail(code < 0x20 || code >= 0x7F ? say("wanted a literal, found the byte {0}", code)
                                            : say("wanted a literal, found \"{0}\"", std::string(1, c)),
                m_at);
}

bool TextLexer::isWordAt(std::size_t at, std::string_view word) const
{
    if (!m_text.substr(std::min(at, m_text.size())).starts_with(word))
        return false;
    const auto end = at + word.size();
    // "nanj" and "infj" are the imaginary parts of NumPy's prints.
    const bool isImaginary =
        end < m_text.size() && m_text[end] == 'j' && (end + 1 == m_text.size() || !isNamePart(m_text[end + 1]));
    return end >= m_text.size() || isImaginary || (!isNamePart(m_text[end]) && m_text[end] != '.');
}

std::size_t TextLexer::lengthOfReal(std::size_t begin, bool needsSign) const
{
    auto at = begin;
    const auto has = [&](auto&& test) { return at < m_text.size() && test(m_text[at]); };
    if (has(isSign))
        ++at;
    else if (needsSign)
        return 0;
    const auto named = at + moduleOf(m_text.substr(at)).size();
    for (const std::string_view word : {"nan", "NaN", "inf", "Infinity", "infinity", "Inf"})
        if (isWordAt(named, word))
            return named + word.size() - begin;
    const auto digits = at;
    while (has(isDigit))
        ++at;
    auto count = at - digits;
    if (has([](char c) { return c == '.'; }) && !m_text.substr(at).starts_with("...")) {
        ++at;
        const auto fraction = at;
        while (has(isDigit))
            ++at;
        count += at - fraction;
    }
    if (count == 0)
        return 0;
    if (has([](char c) { return c == 'e' || c == 'E'; })) {
        auto power = at + 1;
        if (power < m_text.size() && isSign(m_text[power]))
            ++power;
        if (power < m_text.size() && isDigit(m_text[power])) {
            at = power;
            while (has(isDigit))
                ++at;
        }
    }
    return at - begin;
}

Result<Token> TextLexer::real(std::size_t at, std::size_t length) const
{
    if (length > numberLimit)
        return fail(say("wanted a number of up to 400 characters, found {0}", length), at);
    Token out{TokenKind::number, at, m_text.substr(at, length)};
    auto digits = out.text;
    const bool isNegative = digits.front() == '-';
    if (isSign(digits.front()))
        digits.remove_prefix(1);
    digits.remove_prefix(moduleOf(digits).size());
    const auto* begin = digits.data();
    const auto* end = begin + digits.size();
    const double sign = isNegative ? -1.0 : 1.0;
    if (digits.front() == 'n' || digits.front() == 'N') {
        out.number = std::copysign(std::numeric_limits<double>::quiet_NaN(), sign);
        return out;
    }
    if (digits.front() == 'i' || digits.front() == 'I') {
        out.number = sign * std::numeric_limits<double>::infinity();
        return out;
    }
    if (std::ranges::all_of(digits, isDigit)) {
        std::uint64_t magnitude = 0;
        const auto read = std::from_chars(begin, end, magnitude);
        const auto lowest = std::uint64_t{1} << 63;
        if (read.ec == std::errc() && (isNegative ? magnitude <= lowest : magnitude < lowest)) {
            out.number = static_cast<std::int64_t>(isNegative ? 0 - magnitude : magnitude);
            return out;
        }
        if (read.ec == std::errc() && !isNegative) {
            out.number = magnitude;
            return out;
        }
        out.isBeyond64Bits = true;
    }
    double value = 0;
    if (std::from_chars(begin, end, value).ec == std::errc::result_out_of_range) {
        const auto decimal = Decimal::parse(digits);
        value = decimal ? nearestDouble(*decimal) : 0;
    }
    out.isOverflown = std::isinf(value);
    out.number = sign * value;
    return out;
}

// A real, an imaginary, or both: "1.5", "2j", "1.+2.0000j", "1.  +2.j".
Result<Token> TextLexer::number()
{
    const auto begin = m_at;
    const auto length = lengthOfReal(begin, false);
    auto out = real(begin, length);
    if (!out)
        return out;
    auto at = begin + length;
    const auto isImaginaryAt = [&](std::size_t end) {
        return end < m_text.size() && (m_text[end] == 'j' || m_text[end] == 'J');
    };
    if (isImaginaryAt(at)) {
        out->number = std::complex<double>(0, asDouble(out->number));
        ++at;
    } else {
        auto second = at;
        while (second < m_text.size() && m_text[second] == ' ')
            ++second;
        const auto more = lengthOfReal(second, true);
        if (more > 0 && isImaginaryAt(second + more)) {
            const auto imaginary = real(second, more);
            if (!imaginary)
                return imaginary;
            out->number = std::complex<double>(asDouble(out->number), asDouble(imaginary->number));
            out->isOverflown = out->isOverflown || imaginary->isOverflown;
            out->isBeyond64Bits = false;
            at = second + more + 1;
        } else if (more > 0 && second == at) {
            return fail(say("wanted a number, found arithmetic: nothing is evaluated"), at);
        }
    }
    if (at < m_text.size() && (isNamePart(m_text[at]) || m_text[at] == '.') &&
        !m_text.substr(at).starts_with("..."))
        return fail(say("wanted a decimal number, found \"{0}...\"", m_text.substr(begin, at + 1 - begin)), begin);
    out->text = m_text.substr(begin, at - begin);
    m_at = at;
    return out;
}

Result<Token> TextLexer::quoted()
{
    const char mark = m_text[m_at];
    const auto end = m_text.find_first_of(std::string{mark, '\n'}, m_at + 1);
    if (end == std::string_view::npos || m_text[end] != mark)
        return fail(say("a string must end on its line, with the quote it began with"), m_at);
    auto token = take(TokenKind::string, end + 1 - m_at);
    token.text = token.text.substr(1, token.text.size() - 2);
    return token;
}

// <AddBackward0 object at 0x7f>, with others inside.
Result<Token> TextLexer::angle()
{
    std::size_t depth = 0;
    for (auto at = m_at; at < m_text.size(); ++at) {
        if (m_text[at] == '<')
            ++depth;
        else if (m_text[at] == '>' && --depth == 0)
            return take(TokenKind::angle, at + 1 - m_at);
    }
    return fail(say("\"<\" is never closed by \">\""), m_at);
}

} // namespace tscope
