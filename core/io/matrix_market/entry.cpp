// SPDX-License-Identifier: Apache-2.0
#include "io/matrix_market/entry.h"

#include "base/say.h"
#include "element/decimal.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <system_error>

namespace tscope {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// Without a plus sign in front of what is not signed again.
std::string_view unsignedPlus(std::string_view word)
{
    return word.size() > 1 && word[0] == '+' && word[1] != '-' ? word.substr(1) : word;
}

template <class T>
std::errc wholeNumber(std::string_view word, T& value)
{
    word = unsignedPlus(word);
    const auto read = std::from_chars(word.data(), word.data() + word.size(), value);
    const bool isAll = read.ptr == word.data() + word.size();
    return !isAll ? std::errc::invalid_argument : read.ec;
}

Error notACoordinate(std::string_view word, std::errc problem, bool isRow)
{
    const auto found = mtxQuoted(word);
    if (problem == std::errc::result_out_of_range)
        return corrupt(isRow ? say("the row {0} does not fit 64 bits", found)
                             : say("the column {0} does not fit 64 bits", found));
    return corrupt(isRow ? say("wanted the number of a row, found {0}", found)
                         : say("wanted the number of a column, found {0}", found));
}

Error outsideTheMatrix(std::int64_t found, std::int64_t extent, bool isRow)
{
    if (found == 0)
        return corrupt(
            isRow
                ? say("a row 0, though Matrix Market counts rows and columns from 1: the file looks 0-based")
                : say("a column 0, though Matrix Market counts rows and columns from 1: the file looks 0-based"));
    return corrupt(isRow ? say("the matrix has {0} rows, found row {1}", extent, found)
                         : say("the matrix has {0} columns, found column {1}", extent, found));
}

Result<void> readCoordinate(std::string_view word, bool isRow, const MtxHeader& header, std::int64_t& out)
{
    const auto extent = isRow ? header.rows : header.columns;
    if (const auto problem = wholeNumber(word, out); problem != std::errc())
        return notACoordinate(word, problem, isRow);
    if (header.takesAnyIndex && out == std::numeric_limits<std::int64_t>::min())
        return notACoordinate(word, std::errc::result_out_of_range, isRow); // there is none below it
    if (!header.takesAnyIndex && (out < 1 || out > extent))
        return outsideTheMatrix(out, extent, isRow);
    --out;
    return {};
}

// A number that from_chars does not take as it stands.
bool readUnusual(std::string_view word, double& value, bool& isTooLarge)
{
    std::string plain(word);
    for (std::size_t i = 1; i < plain.size(); ++i) // Fortran's double precision: 1d5
        if ((plain[i] == 'd' || plain[i] == 'D') && (isDigit(plain[i - 1]) || plain[i - 1] == '.'))
            plain[i] = 'e';
    const auto decimal = Decimal::parse(plain);
    if (!decimal)
        return false;
    value = nearestDouble(*decimal);
    isTooLarge = isTooLarge || std::isinf(value);
    return true;
}

Result<void> readReal(std::string_view word, double& value, bool& isTooLarge)
{
    const auto bare = unsignedPlus(word);
    const auto read = std::from_chars(bare.data(), bare.data() + bare.size(), value);
    if ((read.ec == std::errc() && read.ptr == bare.data() + bare.size()) || readUnusual(bare, value, isTooLarge))
        return {};
    const auto found = mtxQuoted(word);
    if (word.find('x') != word.npos || word.find('X') != word.npos)
        return corrupt(say("wanted a number, found {0}; hexadecimal numbers are no part of the format", found));
    return corrupt(word.find(',') != word.npos
                       ? say("wanted a number, found {0}; decimals stand behind a point", found)
                       : say("wanted a number, found {0}", found));
}

template <class T>
Result<void> readWhole(std::string_view word, T& value)
{
    const auto problem = wholeNumber(word, value);
    if (problem == std::errc::result_out_of_range)
        return corrupt(say("the integer {0} does not fit 64 bits", mtxQuoted(word)));
    return problem == std::errc()
               ? Result<void>()
               : corrupt(say("wanted an integer, as the first line says, found {0}", mtxQuoted(word)));
}

std::string wantedWords(const MtxHeader& header)
{
    if (header.field == MtxField::pattern)
        return header.isArray ? std::string() : say("row and column");
    if (header.field == MtxField::complex)
        return header.isArray ? say("real and imaginary part") : say("row and column, real and imaginary part");
    return header.isArray ? say("value") : say("row and column, value");
}

} // namespace

Result<MtxEntry> readMtxEntry(std::string_view line, const MtxHeader& header)
{
    if (line.size() > mtxLineLimit)
        return corrupt(say("a line of data has at most 1 MiB, this one is longer"));
    std::array<std::string_view, 4> words;
    const auto count = mtxSplit(line, words.data(), words.size());
    const auto first = header.isArray ? 0U : 2U;
    const auto wanted = first + static_cast<unsigned>(mtxNumbersPerEntry(header.field));
    if (count != wanted)
        return corrupt(count == 1
                           ? say("wanted {0}, found {1} word: {2}", wantedWords(header), count, mtxQuoted(line))
                           : say("wanted {0}, found {1} words: {2}", wantedWords(header), count, mtxQuoted(line)));
    MtxEntry entry;
    if (!header.isArray) {
        if (auto read = readCoordinate(words[0], true, header, entry.row); !read)
            return read.error();
        if (auto read = readCoordinate(words[1], false, header, entry.column); !read)
            return read.error();
    }
    Result<void> read;
    if (header.field == MtxField::integer) {
        read = readWhole(words[first], entry.integer);
    } else if (header.field == MtxField::unsignedInteger) {
        read = readWhole(words[first], entry.natural);
    } else if (header.field != MtxField::pattern) {
        double real = 0, imaginary = 0;
        read = readReal(words[first], real, entry.isTooLarge);
        if (read && header.field == MtxField::complex)
            read = readReal(words[first + 1], imaginary, entry.isTooLarge);
        entry.real = {real, imaginary};
    }
    if (!read)
        return read.error();
    return entry;
}

} // namespace tscope
