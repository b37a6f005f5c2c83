// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/geometry.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

// Turns a fuzzer's bytes into choices and numbers; zeros once they are used up.
class ByteSource
{
public:
    ByteSource(const std::uint8_t* data, std::size_t size) : m_bytes(data, size) {}

    std::uint8_t byte()
    {
        if (m_bytes.empty())
            return 0;
        const auto first = m_bytes.front();
        m_bytes = m_bytes.subspan(1);
        return first;
    }

    std::size_t below(std::size_t limit) { return limit == 0 ? 0 : byte() % limit; }
    bool isEmpty() const { return m_bytes.empty(); }
    bool chance(int in256) { return byte() < in256; }

    // Mostly small, now and then where arithmetic breaks.
    std::int64_t number()
    {
        constexpr std::array corners{
            tscope::int64Max,         tscope::int64Min,         tscope::int64Max - 1,
            tscope::int64Min + 1,     std::int64_t{1} << 62,    std::int64_t{1} << 61,
            -(std::int64_t{1} << 62), std::int64_t{1} << 31,    (std::int64_t{1} << 31) - 1,
            std::int64_t{1} << 32,    -(std::int64_t{1} << 31), std::int64_t{1} << 40};
        const auto kind = byte();
        if (kind < corners.size())
            return corners[kind];
        if (kind < 48)
            return static_cast<std::int8_t>(byte());
        return static_cast<std::int64_t>(kind % 8) - (kind > 240 ? 4 : 0);
    }

    tscope::Extents numbers(std::size_t count)
    {
        tscope::Extents out(count);
        for (auto& value : out)
            value = number();
        return out;
    }

private:
    std::span<const std::uint8_t> m_bytes;
};
