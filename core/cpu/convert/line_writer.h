// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/convert/stream.h"

#include <algorithm>

namespace tscope::cpu {

// Writes bytes one behind the other in whole cache lines that go round the caches, whatever the lengths in which
// they come. finish() writes the last line.
class LineWriter
{
public:
    explicit LineWriter(std::byte* to)
        : m_line(to - reinterpret_cast<std::uintptr_t>(to) % cacheLine),
          m_begin(reinterpret_cast<std::uintptr_t>(to) % cacheLine), m_end(m_begin)
    {
    }
    LineWriter(const LineWriter&) = delete;
    LineWriter& operator=(const LineWriter&) = delete;

    void append(const std::byte* from, std::size_t count)
    {
        if (count == 0)
            return;
        if (m_end > 0) {
            const auto now = std::min(count, cacheLine - m_end);
            std::memcpy(m_bytes + m_end, from, now);
            if (!advance(now))
                return;
            from += now;
            count -= now;
        }
        const auto lines = count / cacheLine;
        streamLines(m_line, from, lines);
        m_line += lines * cacheLine;
        m_end = count - lines * cacheLine;
        std::memcpy(m_bytes, from + lines * cacheLine, m_end);
    }

    // `count` bytes of the pattern of a line, as it repeats in memory from multiples of 64 on.
    void fill(const std::byte* pattern, std::size_t count)
    {
        if (m_end > 0) {
            const auto now = std::min(count, cacheLine - m_end);
            std::memcpy(m_bytes + m_end, pattern + m_end, now);
            if (!advance(now))
                return;
            count -= now;
        }
        for (; count >= cacheLine; count -= cacheLine, m_line += cacheLine)
            streamLines(m_line, pattern, 1);
        m_end = count;
        std::memcpy(m_bytes, pattern, m_end);
    }

    void finish()
    {
        std::memcpy(m_line + m_begin, m_bytes + m_begin, m_end - m_begin);
        m_begin = m_end;
        streamEnd();
    }

private:
    // Counts bytes put into the line; true: it was full and is gone.
    bool advance(std::size_t count)
    {
        m_end += count;
        if (m_end < cacheLine)
            return false;
        if (m_begin == 0)
            streamLines(m_line, m_bytes, 1);
        else
            std::memcpy(m_line + m_begin, m_bytes + m_begin, cacheLine - m_begin);
        m_line += cacheLine;
        m_begin = m_end = 0;
        return true;
    }

    std::byte* m_line;
    std::size_t m_begin, m_end; // of the bytes of this line that are ours
    alignas(cacheLine) std::byte m_bytes[cacheLine];
};

} // namespace tscope::cpu
