// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/watch.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace tscope {

enum class MtxField : std::uint8_t { real, integer, unsignedInteger, complex, pattern };
enum class MtxSymmetry : std::uint8_t { general, symmetric, skew, hermitian };

// What stands before the entries of a Matrix Market file.
struct MtxHeader {
    bool isArray = false; // every element by columns; else entries with their coordinates
    MtxField field = MtxField::real;
    MtxSymmetry symmetry = MtxSymmetry::general;
    std::int64_t rows = 0, columns = 0;
    std::int64_t bannerLine = 1; // should be the first, but empty ones may stand before it
    std::int64_t entries = 0;    // lines that follow, by what the header says
    std::string comments;        // without their percent signs, line by line; the first 64 KiB
    std::size_t begin = 0;       // of the text after the header
    std::int64_t firstLine = 1;  // its line number, from 1
    bool takesAnyIndex = false;  // keeps entries outside the matrix, so that a check can report them
};

// Words of the first line, in small letters: "coordinate real symmetric".
std::string mtxWords(bool isArray, MtxField field, MtxSymmetry symmetry);
inline std::string mtxWords(const MtxHeader& header)
{
    return mtxWords(header.isArray, header.field, header.symmetry);
}
// False when these are not such words.
bool readMtxWords(std::string_view words, MtxHeader& header);

// The numbers in a line of data, after the coordinates.
int mtxNumbersPerEntry(MtxField field);

Result<MtxHeader> readMtxHeader(std::string_view text, const Watch& watch);

inline constexpr std::size_t mtxLineLimit = std::size_t{1} << 20; // comments may be longer

// Of a line or the whole text: up to the next line end, that one left out.
std::string_view mtxLine(std::string_view text, std::size_t begin);
// The words between blanks, up to `limit` of them; `count` is how many there are.
std::size_t mtxSplit(std::string_view line, std::string_view* words, std::size_t limit);
// For sentences: in quotes, cut.
std::string mtxQuoted(std::string_view text);

} // namespace tscope
