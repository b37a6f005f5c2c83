// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "io/matrix_market/header.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tscope {

// The lines of data of a Matrix Market file, cut into chunks that can be read side by side. Every chunk ends with
// a line end, and a little before and behind it may be read too, as numbers.h says.
class MtxLines
{
public:
    MtxLines(MtxLines&&) = default;
    MtxLines& operator=(MtxLines&&) = default;

    struct Chunk {
        const char* begin = nullptr;
        const char* end = nullptr;
    };

    // `text` is the whole file, of which chunks have about that many bytes. Fails when the last line is too long.
    static Result<MtxLines> cut(std::string_view text, const MtxHeader& header, std::size_t chunkBytes);

    const std::vector<Chunk>& chunks() const { return m_chunks; }
    std::size_t byteSize() const { return m_text.size() - m_begin; }

    // The number of the line that this place in a chunk lies in, from 1.
    std::int64_t lineNumber(const char* place) const;
    // Where the entry begins, counting from 0; null when there are not so many.
    const char* entry(std::int64_t number) const;

private:
    MtxLines() = default;

    std::string_view m_text;
    std::size_t m_begin = 0;
    std::int64_t m_firstLine = 1;
    std::size_t m_tailBegin = 0;
    std::vector<char>
        m_tail; // a copy of the last lines with slack around, as nothing may be read behind the file's end
    std::vector<Chunk> m_chunks;
};

// Line ends in a chunk: never fewer than its entries.
std::int64_t countLineEnds(MtxLines::Chunk chunk);
// Lines that are neither empty nor comments.
std::int64_t countEntries(MtxLines::Chunk chunk);

// Whether the line that begins here has no entry.
inline bool isMtxRemark(std::string_view line)
{
    const auto at = line.find_first_not_of(" \t\r");
    return at == std::string_view::npos || line[at] == '%';
}

} // namespace tscope
