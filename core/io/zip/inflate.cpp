// SPDX-License-Identifier: Apache-2.0
#include "io/zip/inflate.h"

#include <algorithm>
#include <string>
#include <zlib.h>

namespace tscope {

namespace {

// So much is unpacked between two looks at the watch: a few ms, and still in the cache when it is summed.
constexpr std::size_t stepBytes = std::size_t{1} << 20;
constexpr std::size_t mostInput = std::size_t{1} << 30; // zlib counts in 32 bits

Bytef* bytesOf(std::byte* at)
{
    return reinterpret_cast<Bytef*>(at);
}

class Inflater
{
public:
    explicit Inflater(std::span<const std::byte> packed) : m_left(packed)
    {
        m_isReady = ::inflateInit2(&m_stream, -MAX_WBITS) == Z_OK; // negative: no zlib header
    }
    ~Inflater()
    {
        if (m_isReady)
            ::inflateEnd(&m_stream);
    }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    bool isReady() const { return m_isReady; }
    bool isAtEnd() const { return m_isAtEnd; }
    bool isBroken() const { return m_isBroken; }
    std::int64_t unused() const { return static_cast<std::int64_t>(m_left.size() + m_stream.avail_in); }

    // As much of `out` as can be filled.
    std::size_t fill(std::span<std::byte> out)
    {
        m_stream.next_out = bytesOf(out.data());
        m_stream.avail_out = static_cast<uInt>(out.size());
        while (!m_isAtEnd && !m_isBroken && m_stream.avail_out > 0) {
            if (m_stream.avail_in == 0) {
                const auto more = m_left.first(std::min(m_left.size(), mostInput));
                m_stream.next_in = bytesOf(const_cast<std::byte*>(more.data())); // only read
                m_stream.avail_in = static_cast<uInt>(more.size());
                m_left = m_left.subspan(more.size());
            }
            const auto code = ::inflate(&m_stream, Z_NO_FLUSH);
            m_isAtEnd = code == Z_STREAM_END;
            m_isBroken = !m_isAtEnd && code != Z_OK && code != Z_BUF_ERROR;
            if (code == Z_BUF_ERROR && m_left.empty())
                break; // all input is used up
        }
        return out.size() - m_stream.avail_out;
    }

private:
    z_stream m_stream{};
    std::span<const std::byte> m_left;
    bool m_isReady = false, m_isAtEnd = false, m_isBroken = false;
};

} // namespace

std::uint32_t crc32Of(std::span<const std::byte> bytes, std::uint32_t before)
{
    return static_cast<std::uint32_t>(
        ::crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

Result<Inflated> inflateInto(std::span<const std::byte> packed, std::span<std::byte> out, const Watch& watch)
{
    Inflater inflater(packed);
    if (!inflater.isReady())
        return Error{ErrorCode::outOfMemory, "can't be unpacked: no memory for that", {}, {}};
    Inflated done;
    std::size_t filled = 0;
    while (filled < out.size() && !inflater.isAtEnd()) {
        if (watch.isStopped())
            return Error{ErrorCode::cancelled, "was not unpacked to its end", {}, {}};
        const auto step = out.subspan(filled, std::min(stepBytes, out.size() - filled));
        const auto count = inflater.fill(step);
        done.crc = crc32Of(step.first(count), done.crc);
        filled += count;
        if (watch.progress)
            watch.progress(static_cast<double>(filled) / static_cast<double>(out.size()));
        if (count < step.size())
            break;
    }
    std::byte beyond{};
    const bool goesOn = filled == out.size() && inflater.fill({&beyond, 1}) > 0;
    const auto wanted = std::to_string(out.size()) + " bytes";
    if (goesOn)
        return corrupt("unpacks to more than the " + wanted + " that the directory says");
    if (inflater.isBroken())
        return corrupt("is damaged: its deflated bytes can't be unpacked beyond byte " + std::to_string(filled) +
                       " of " + wanted);
    if (!inflater.isAtEnd() || filled < out.size())
        return corrupt("ends after " + std::to_string(filled) + " of " + wanted);
    done.unused = inflater.unused();
    return done;
}

} // namespace tscope
