// SPDX-License-Identifier: Apache-2.0
#include "io/matrix_market/lines.h"

#include "base/say.h"
#include "io/matrix_market/numbers.h"

#include <algorithm>
#include <cstring>

namespace tscope {

namespace {

constexpr auto slack = mtxSlack;

const char* lineEnd(const char* begin, const char* end)
{
    return static_cast<const char*>(std::memchr(begin, '\n', static_cast<std::size_t>(end - begin)));
}

// Calls f(begin) for each line with an entry until it returns false.
template <class F>
void forEachEntry(MtxLines::Chunk chunk, F&& f)
{
    for (const auto* at = chunk.begin; at < chunk.end;) {
        const auto* end = lineEnd(at, chunk.end);
        if (!isMtxRemark({at, static_cast<std::size_t>(end - at)}) && !f(at))
            return;
        at = end + 1;
    }
}

} // namespace

Result<MtxLines> MtxLines::cut(std::string_view text, const MtxHeader& header, std::size_t chunkBytes)
{
    MtxLines lines;
    lines.m_text = text;
    lines.m_begin = header.begin;
    lines.m_firstLine = header.firstLine;
    // The tail begins with the last line that begins early enough.
    auto tail = header.begin;
    if (text.size() > header.begin + slack) {
        const auto before = text.substr(0, text.size() - slack).rfind('\n');
        if (before != std::string_view::npos && before >= header.begin)
            tail = before + 1;
    }
    lines.m_tailBegin = tail;
    if (text.size() - tail > mtxLineLimit + slack) {
        if (!isMtxRemark(mtxLine(text, tail)))
            return corrupt(say("a line of data has at most 1 MiB, this one is longer"),
                           "line " +
                               std::to_string(header.firstLine +
                                              std::count(text.begin() + static_cast<std::ptrdiff_t>(header.begin),
                                                         text.begin() + static_cast<std::ptrdiff_t>(tail), '\n')));
        lines.m_tailBegin += mtxLine(text, tail).size(); // a comment, of which only the line end is wanted
    }
    const auto rest = text.substr(lines.m_tailBegin);
    lines.m_tail.assign(mtxSlackBefore, '\0');
    lines.m_tail.insert(lines.m_tail.end(), rest.begin(), rest.end());
    if (!rest.empty() && rest.back() != '\n')
        lines.m_tail.push_back('\n');
    const auto tailEnd = lines.m_tail.size();
    lines.m_tail.resize(tailEnd + slack, '\0');

    const auto* end = text.data() + tail;
    for (const auto* at = text.data() + header.begin; at < end;) {
        const auto* nominal = at + std::min(chunkBytes, static_cast<std::size_t>(end - at)) - 1;
        const auto* next = lineEnd(nominal, end) + 1;
        lines.m_chunks.push_back({at, next});
        at = next;
    }
    if (tailEnd > mtxSlackBefore)
        lines.m_chunks.push_back({lines.m_tail.data() + mtxSlackBefore, lines.m_tail.data() + tailEnd});
    return lines;
}

std::int64_t MtxLines::lineNumber(const char* place) const
{
    const bool isInTail = place >= m_tail.data() && place <= m_tail.data() + m_tail.size();
    const auto* end = isInTail ? m_text.data() + m_tailBegin + (place - m_tail.data() - mtxSlackBefore) : place;
    return m_firstLine + std::count(m_text.data() + m_begin, end, '\n');
}

const char* MtxLines::entry(std::int64_t number) const
{
    const char* found = nullptr;
    for (const auto& chunk : m_chunks) {
        forEachEntry(chunk, [&](const char* at) {
            if (number-- == 0)
                found = at;
            return found == nullptr;
        });
        if (found)
            break;
    }
    return found;
}

std::int64_t countLineEnds(MtxLines::Chunk chunk)
{
    // In short runs, so that the sums fit bytes and many are added at once.
    constexpr std::ptrdiff_t run = 255 * 16;
    std::int64_t count = 0;
    for (const auto* at = chunk.begin; at < chunk.end;) {
        const auto length = std::min<std::ptrdiff_t>(run, chunk.end - at) / 16 * 16;
        std::uint8_t sums[16] = {};
        for (const auto* block = at; block < at + length; block += 16)
            for (std::ptrdiff_t i = 0; i < 16; ++i)
                sums[i] = static_cast<std::uint8_t>(sums[i] + (block[i] == '\n' ? 1 : 0));
        for (const auto sum : sums)
            count += sum;
        at += length;
        if (length == 0) {
            count += std::count(at, chunk.end, '\n');
            at = chunk.end;
        }
    }
    return count;
}

std::int64_t countEntries(MtxLines::Chunk chunk)
{
    std::int64_t count = 0;
    forEachEntry(chunk, [&](const char*) {
        ++count;
        return true;
    });
    return count;
}

} // namespace tscope
