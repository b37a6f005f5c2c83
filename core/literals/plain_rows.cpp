// SPDX-License-Identifier: Apache-2.0
#include "literals/plain_rows.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace tscope {

namespace {

bool isNumberText(std::string_view token)
{
    constexpr std::array words{"nan", "NaN", "inf", "Inf", "True", "False"};
    if (token.starts_with('+') || token.starts_with('-'))
        token.remove_prefix(1);
    if (std::ranges::find(words, token) != words.end())
        return true;
    double value = 0;
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
    return !token.empty() && token.front() != '-' && end == token.data() + token.size() &&
           error != std::errc::invalid_argument; // a number out of range is for the reader to judge
}

std::string_view trimmedLine(std::string_view line)
{
    const auto from = line.find_first_not_of(" \t\r"), last = line.find_last_not_of(" \t\r;");
    return last == std::string_view::npos ? std::string_view() : line.substr(from, last + 1 - from);
}

// Calls `visit` with each line; false ends it.
template <class Visit>
bool forEachRow(std::string_view text, char end, Visit visit)
{
    for (;;) {
        const auto at = text.find(end);
        if (!visit(text.substr(0, at)))
            return false;
        if (at == std::string_view::npos)
            return true;
        text.remove_prefix(at + 1);
    }
}

struct Rows {
    std::size_t rows = 0, numbers = 0;
};

// False: something in the line is no number.
bool count(std::string_view line, Rows& rows)
{
    const auto row = trimmedLine(line);
    if (row.empty() || row.starts_with('#'))
        return true;
    ++rows.rows;
    for (std::size_t at = 0; at < row.size();) {
        const auto end = std::min(row.find_first_of(" ,;\t", at), row.size());
        if (end > at) {
            if (!isNumberText(row.substr(at, end - at)))
                return false;
            ++rows.numbers;
        }
        at = end + 1;
    }
    return true;
}

} // namespace

std::string withRowsInBrackets(std::string text)
{
    const auto begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string::npos || text.find_first_of("([{\"'") != std::string::npos)
        return text;
    const auto lastLine = text.find_last_not_of(" \t\r\n");
    const bool isOneLine = text.find('\n', begin) >= lastLine;
    const char endOfRow = isOneLine ? ';' : '\n';
    Rows rows;
    if (!forEachRow(text, endOfRow, [&](std::string_view line) { return count(line, rows); }) || rows.numbers < 2)
        return text;
    std::string out;
    out.reserve(text.size() + 2 * rows.rows + 2);
    std::size_t done = 0;
    forEachRow(text, endOfRow, [&](std::string_view line) {
        if (const auto row = trimmedLine(line); !row.empty() && !row.starts_with('#')) {
            out += done == 0 && rows.rows > 1 ? "[[" : "[";
            const auto from = out.size();
            out += row;
            std::replace(out.begin() + static_cast<std::ptrdiff_t>(from), out.end(), ';', ',');
            out += ++done == rows.rows && rows.rows > 1 ? "]]" : "]";
        }
        if (endOfRow == '\n')
            out += '\n';
        return true;
    });
    return out;
}

} // namespace tscope
