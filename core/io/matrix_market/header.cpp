// SPDX-License-Identifier: Apache-2.0
#include "io/matrix_market/header.h"

#include "base/checked_math.h"
#include "base/say.h"
#include "io/quoted_name.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstring>
#include <optional>

namespace tscope {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t commentLimit = std::size_t{1} << 16;

template <class T>
struct Word {
    std::string_view text;
    T value;
};

// The first word of each value is the one that is written.
constexpr std::array formats{Word<bool>{"coordinate", false}, Word<bool>{"array", true}};
constexpr std::array fields{
    Word<MtxField>{"real", MtxField::real},       Word<MtxField>{"double", MtxField::real},
    Word<MtxField>{"integer", MtxField::integer}, Word<MtxField>{"unsigned-integer", MtxField::unsignedInteger},
    Word<MtxField>{"complex", MtxField::complex}, Word<MtxField>{"pattern", MtxField::pattern},
};
constexpr std::array symmetries{
    Word<MtxSymmetry>{"general", MtxSymmetry::general},
    Word<MtxSymmetry>{"symmetric", MtxSymmetry::symmetric},
    Word<MtxSymmetry>{"skew-symmetric", MtxSymmetry::skew},
    Word<MtxSymmetry>{"hermitian", MtxSymmetry::hermitian},
};

template <class Table, class T>
bool find(const Table& table, std::string_view text, T& value)
{
    const auto at = std::ranges::find_if(table, [&](const auto& word) { return word.text == text; });
    if (at != table.end())
        value = at->value;
    return at != table.end();
}

template <class Table, class T>
std::string_view wordFor(const Table& table, T value)
{
    return std::ranges::find_if(table, [&](const auto& word) { return word.value == value; })->text;
}

template <class Table>
std::string wordsOf(const Table& table)
{
    std::string out;
    for (const auto& word : table)
        out += (out.empty() ? "" : ", ") + std::string(word.text);
    return out;
}

std::string small(std::string_view text)
{
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

std::string atLine(std::int64_t line)
{
    return "line " + std::to_string(line);
}

// "%%MatrixMarket matrix coordinate real general"
Result<void> readBanner(std::string_view line, MtxHeader& header, std::int64_t lineNumber)
{
    std::array<std::string_view, 5> words;
    const auto count = mtxSplit(line, words.data(), words.size());
    const auto fail = [&](const std::string& sentence) { return corrupt(sentence, atLine(lineNumber)); };
    header.bannerLine = lineNumber;
    if (count != words.size())
        return fail(say("wanted %%MatrixMarket matrix FORMAT FIELD SYMMETRY, found {0} words: {1}", count,
                        mtxQuoted(line)));
    if (small(words[1]) != "matrix")
        return fail(say("a Matrix Market file of a matrix is read, this one holds a {0}", mtxQuoted(words[1])));
    if (!find(formats, small(words[2]), header.isArray))
        return fail(say("wanted one of {0} as format, found {1}", wordsOf(formats), mtxQuoted(words[2])));
    if (!find(fields, small(words[3]), header.field))
        return fail(say("wanted one of {0} as field, found {1}", wordsOf(fields), mtxQuoted(words[3])));
    if (!find(symmetries, small(words[4]), header.symmetry))
        return fail(say("wanted one of {0} as symmetry, found {1}", wordsOf(symmetries), mtxQuoted(words[4])));
    if (header.isArray && header.field == MtxField::pattern)
        return fail(say("an array can't be a pattern, which has no values"));
    if (header.symmetry == MtxSymmetry::skew &&
        (header.field == MtxField::pattern || header.field == MtxField::unsignedInteger))
        return fail(say("a {0} matrix can't be skew-symmetric, as its mirrored entries are negative", words[3]));
    return {};
}

std::optional<std::int64_t> number(std::string_view word)
{
    std::int64_t value = 0;
    const auto read = std::from_chars(word.data(), word.data() + word.size(), value);
    return read.ec == std::errc() && read.ptr == word.data() + word.size() ? std::optional(value) : std::nullopt;
}

// How many values the array of a matrix stores; nothing beyond 64 bits. Precondition: symmetric ones are square.
std::optional<std::int64_t> arrayEntries(const MtxHeader& header)
{
    if (header.symmetry == MtxSymmetry::general)
        return checkedMul(header.rows, header.columns);
    const auto isSkew = header.symmetry == MtxSymmetry::skew;
    const auto other = isSkew ? std::optional(header.rows - 1) : checkedAdd(header.rows, 1);
    const auto even = header.rows % 2 == 0;
    if (header.rows == 0 || !other)
        return header.rows == 0 ? std::optional<std::int64_t>(0) : std::nullopt;
    return even ? checkedMul(header.rows / 2, *other) : checkedMul(header.rows, *other / 2);
}

// "rows columns entries", of an array "rows columns".
Result<void> readSizes(std::string_view line, MtxHeader& header, std::int64_t lineNumber)
{
    const auto fail = [&](const std::string& sentence) { return corrupt(sentence, atLine(lineNumber)); };
    std::array<std::string_view, 3> words;
    const auto wanted = header.isArray ? 2U : 3U;
    const auto count = mtxSplit(line, words.data(), words.size());
    if (count != wanted)
        return fail(header.isArray
                        ? say("wanted the numbers of rows and columns, found {0}", mtxQuoted(line))
                        : say("wanted the numbers of rows, columns and entries, found {0}", mtxQuoted(line)));
    const std::array parts{&header.rows, &header.columns, &header.entries};
    for (std::size_t i = 0; i < wanted; ++i) {
        const auto value = number(words[i]);
        if (!value || *value < 0)
            return fail(
                header.isArray
                    ? say("wanted the numbers of rows and columns as whole numbers of 63 bits, found {0}",
                          mtxQuoted(words[i]))
                    : say("wanted the numbers of rows, columns and entries as whole numbers of 63 bits, found {0}",
                          mtxQuoted(words[i])));
        *parts[i] = *value;
    }
    if (header.symmetry != MtxSymmetry::general && header.rows != header.columns)
        return fail(say("a {0} matrix is square, this one is {1} x {2}", wordFor(symmetries, header.symmetry),
                        header.rows, header.columns));
    if (header.isArray) {
        const auto entries = arrayEntries(header);
        if (!entries)
            return fail(say("an array of {0} x {1} has more elements than 64 bits can count", header.rows,
                            header.columns));
        header.entries = *entries;
    }
    return {};
}

} // namespace

std::string mtxWords(bool isArray, MtxField field, MtxSymmetry symmetry)
{
    return std::string(wordFor(formats, isArray)) + " " + std::string(wordFor(fields, field)) + " " +
           std::string(wordFor(symmetries, symmetry));
}

bool readMtxWords(std::string_view words, MtxHeader& header)
{
    std::array<std::string_view, 3> parts;
    return mtxSplit(words, parts.data(), parts.size()) == parts.size() &&
           find(formats, parts[0], header.isArray) && find(fields, parts[1], header.field) &&
           find(symmetries, parts[2], header.symmetry);
}

int mtxNumbersPerEntry(MtxField field)
{
    return field == MtxField::pattern ? 0 : field == MtxField::complex ? 2 : 1;
}

Result<MtxHeader> readMtxHeader(std::string_view text, const Watch& watch)
{
    MtxHeader header;
    std::int64_t lineNumber = 1;
    std::size_t begin = text.starts_with("\xEF\xBB\xBF"sv) ? 3 : 0;
    bool isFirst = true;
    while (begin < text.size()) {
        const auto line = mtxLine(text, begin);
        const auto trimmed = line.substr(std::min(line.find_first_not_of(" \t\r"), line.size()));
        const auto next = std::min(begin + line.size() + 1, text.size());
        if (lineNumber % (1 << 16) == 0 && watch.isStopped())
            return Error{ErrorCode::cancelled, say("opening was cancelled"), {}, {}};
        if (!isFirst && trimmed.starts_with('%')) {
            const auto comment = line.substr(line.find('%') + 1);
            if (header.comments.size() + comment.size() < commentLimit)
                header.comments += std::string(comment.substr(0, comment.find_last_not_of('\r') + 1)) + "\n";
        } else if (!trimmed.empty()) {
            if (line.size() > mtxLineLimit)
                return corrupt(say("a line of data has at most 1 MiB, this one is longer"), atLine(lineNumber));
            const auto read = isFirst ? readBanner(line, header, lineNumber) : readSizes(line, header, lineNumber);
            if (!read)
                return read.error();
            if (!isFirst) {
                header.begin = next;
                header.firstLine = lineNumber + 1;
                return header;
            }
            isFirst = false;
        }
        begin = next;
        ++lineNumber;
    }
    return corrupt(
        header.isArray
            ? say("wanted a line with the numbers of rows, columns, the file ends before it")
            : say("wanted a line with the numbers of rows, columns and entries, the file ends before it"),
        atLine(lineNumber));
}

std::string_view mtxLine(std::string_view text, std::size_t begin)
{
    const auto rest = text.substr(begin);
    const auto* end = rest.empty() ? nullptr : std::memchr(rest.data(), '\n', rest.size());
    return end ? rest.substr(0, static_cast<std::size_t>(static_cast<const char*>(end) - rest.data())) : rest;
}

std::size_t mtxSplit(std::string_view line, std::string_view* words, std::size_t limit)
{
    constexpr auto blanks = " \t\r"sv;
    std::size_t count = 0;
    for (auto at = line.find_first_not_of(blanks); at != std::string_view::npos; ++count) {
        const auto end = std::min(line.find_first_of(blanks, at), line.size());
        if (count < limit)
            words[count] = line.substr(at, end - at);
        at = line.find_first_not_of(blanks, end);
    }
    return count;
}

std::string mtxQuoted(std::string_view text)
{
    while (!text.empty() && (text.back() == '\r' || text.back() == ' '))
        text.remove_suffix(1);
    return quotedName(text, 60);
}

} // namespace tscope
