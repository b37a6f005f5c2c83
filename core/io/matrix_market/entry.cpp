// SPDX-License-Identifier: Apache-2.0
#include "io/matrix_market/entry.h"

#include "element/decimal.h"

#include <array>
#include <charconv>
#include <cmath>
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

Result<void> readCoordinate(std::string_view word, const char* what, std::int64_t extent, std::int64_t& out)
{
    const auto problem = wholeNumber(word, out);
    if (problem == std::errc::result_out_of_range)
        return corrupt(std::string("the ") + what + " " + mtxQuoted(word) + " does not fit 64 bits");
    if (problem != std::errc())
        return corrupt(std::string("wanted the number of a ") + what + ", found " + mtxQuoted(word));
    if (out == 0)
        return corrupt(std::string("a ") + what +
                       " 0, though Matrix Market counts rows and columns from 1: the file looks 0-based");
    if (out < 0 || out > extent)
        return corrupt("the matrix has " + std::to_string(extent) + " " + what + "s, found " + what + " " +
                       std::to_string(out));
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
    const auto* hint = word.find('x') != word.npos || word.find('X') != word.npos
                           ? "; hexadecimal numbers are no part of the format"
                       : word.find(',') != word.npos ? "; decimals stand behind a point"
                                                     : "";
    return corrupt("wanted a number, found " + mtxQuoted(word) + hint);
}

template <class T>
Result<void> readWhole(std::string_view word, T& value)
{
    const auto problem = wholeNumber(word, value);
    if (problem == std::errc::result_out_of_range)
        return corrupt("the integer " + mtxQuoted(word) + " does not fit 64 bits");
    return problem == std::errc() ? Result<void>()
                                  : corrupt("wanted an integer, as the first line says, found " + mtxQuoted(word));
}

std::string wantedWords(const MtxHeader& header)
{
    const std::string place = header.isArray ? "" : "row and column";
    const auto* value = header.field == MtxField::pattern   ? ""
                        : header.field == MtxField::complex ? "real and imaginary part"
                                                            : "value";
    return place + (place.empty() || *value == '\0' ? "" : ", ") + value;
}

} // namespace

Result<MtxEntry> readMtxEntry(std::string_view line, const MtxHeader& header)
{
    if (line.size() > mtxLineLimit)
        return corrupt("a line of data has at most 1 MiB, this one is longer");
    std::array<std::string_view, 4> words;
    const auto count = mtxSplit(line, words.data(), words.size());
    const auto first = header.isArray ? 0U : 2U;
    const auto wanted = first + static_cast<unsigned>(mtxNumbersPerEntry(header.field));
    if (count != wanted)
        return corrupt("wanted " + wantedWords(header) + ", found " + std::to_string(count) +
                       (count == 1 ? " word: " : " words: ") + mtxQuoted(line));
    MtxEntry entry;
    if (!header.isArray) {
        if (auto read = readCoordinate(words[0], "row", header.rows, entry.row); !read)
            return read.error();
        if (auto read = readCoordinate(words[1], "column", header.columns, entry.column); !read)
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
