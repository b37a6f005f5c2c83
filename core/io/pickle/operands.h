// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tscope {

// Takes what follows an opcode off a pickle, piece by piece. Whatever is not there in full is nothing.
class PickleOperands
{
public:
    explicit PickleOperands(std::string_view bytes) : m_bytes(bytes) {}

    std::size_t position() const { return m_at; }
    std::size_t left() const { return m_bytes.size() - m_at; }

    std::optional<std::string_view> take(std::uint64_t count)
    {
        if (count > left())
            return std::nullopt;
        const auto part = m_bytes.substr(m_at, static_cast<std::size_t>(count));
        m_at += part.size();
        return part;
    }

    // Least significant byte first, 1 to 8 of them.
    std::optional<std::uint64_t> number(std::size_t bytes)
    {
        const auto part = take(bytes);
        if (!part)
            return std::nullopt;
        std::uint64_t value = 0;
        for (auto i = bytes; i-- > 0;)
            value = value << 8 | static_cast<unsigned char>((*part)[i]);
        return value;
    }

    // Up to the end of the line, which is taken too and must come within `limit` bytes.
    std::optional<std::string_view> line(std::size_t limit)
    {
        const auto end = m_bytes.substr(m_at, limit < left() ? limit + 1 : left()).find('\n');
        if (end == std::string_view::npos)
            return std::nullopt;
        const auto part = m_bytes.substr(m_at, end);
        m_at += end + 1;
        return part;
    }

private:
    std::string_view m_bytes;
    std::size_t m_at = 0;
};

} // namespace tscope
