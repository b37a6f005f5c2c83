// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/say.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace tscope {

namespace detail {

// What nlohmann's parser calls what it reads, and how its lexer says what is wrong.
inline constexpr std::array<std::string_view, 26> jsonWords{
    "value",
    "object key",
    "object separator",
    "object",
    "array",
    "true literal",
    "false literal",
    "null literal",
    "string literal",
    "number literal",
    "end of input",
    "'[', '{', or a literal",
    "invalid literal",
    "invalid BOM; must be 0xEF 0xBB 0xBF if given",
    "invalid comment; missing closing '*/'",
    "invalid comment; expecting '/' or '*' after '/'",
    "invalid number; expected digit after '-'",
    "invalid number; expected digit after '.'",
    "invalid number; expected '+', '-', or digit after exponent",
    "invalid number; expected digit after exponent sign",
    "invalid string: missing closing quote",
    "invalid string: ill-formed UTF-8 byte",
    "invalid string: forbidden character after backslash",
    "invalid string: '\\u' must be followed by 4 hex digits",
    "invalid string: surrogate U+D800..U+DBFF must be followed by U+DC00..U+DFFF",
    "invalid string: surrogate U+DC00..U+DFFF must follow U+D800..U+DBFF",
};

inline std::string jsonWord(std::string_view word)
{
    const bool isKnown = std::ranges::find(jsonWords, word) != jsonWords.end();
    return std::string(isKnown ? translated(word) : word);
}

// Cuts off `mark` and what stands behind it, the last time that it stands there.
inline std::optional<std::string_view> cutBehind(std::string_view& text, std::string_view mark)
{
    const auto at = text.rfind(mark);
    if (at == std::string_view::npos)
        return std::nullopt;
    const auto rest = text.substr(at + mark.size());
    text = text.substr(0, at);
    return rest;
}

} // namespace detail

// What nlohmann's parser says is wrong, without its code and its own place: "[json.exception.parse_error.101]
// parse error at line 1, column 5: syntax error while parsing value - unexpected end of input; expected ..."
inline std::string jsonProblem(std::string_view what)
{
    constexpr std::size_t limit = 200;
    constexpr std::string_view opening = "syntax error while parsing ";
    if (const auto at = what.find(": "); at != std::string_view::npos)
        what.remove_prefix(at + 2);
    if (what.size() > limit)
        what = what.substr(0, what.find("; last read"));
    what = what.substr(0, limit);
    const auto dash = what.find(" - ");
    if (!what.starts_with(opening) || dash == std::string_view::npos)
        return std::string(what);
    const auto parsed = what.substr(opening.size(), dash - opening.size());
    auto problem = what.substr(dash + 3);
    // Only behind a token is said what was expected, or behind what the lexer could not read: "...; last read:
    // 'x'".
    const bool isToken = problem.starts_with("unexpected ");
    auto read = detail::cutBehind(problem, "; last read: '");
    std::optional<std::string_view> expected;
    if (read)
        expected = detail::cutBehind(*read, "'; expected ");
    else if (isToken)
        expected = detail::cutBehind(problem, "; expected ");
    if (read && !expected) {
        if (!read->ends_with('\''))
            return std::string(what);
        read->remove_suffix(1);
    }
    auto out =
        say("syntax error while parsing {0} - {1}", detail::jsonWord(parsed),
            isToken ? say("unexpected {0}", detail::jsonWord(problem.substr(11))) : detail::jsonWord(problem));
    if (read)
        out = say("{0}; last read: '{1}'", out, *read);
    return expected ? say("{0}; expected {1}", out, detail::jsonWord(*expected)) : out;
}

} // namespace tscope
