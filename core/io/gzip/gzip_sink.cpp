// SPDX-License-Identifier: Apache-2.0
#include "io/gzip/gzip_sink.h"

#include "base/say.h"

#include <zlib.h>

#include <algorithm>
#include <vector>

namespace tscope {

struct GzipSink::Packer {
    explicit Packer(Sink& to) : packed(to), out(std::size_t{1} << 16)
    {
        constexpr int gzipWindow = 15 + 16, memoryLevel = 8;
        works = ::deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzipWindow, memoryLevel,
                               Z_DEFAULT_STRATEGY) == Z_OK;
    }
    ~Packer() { ::deflateEnd(&stream); }
    Packer(const Packer&) = delete;
    Packer& operator=(const Packer&) = delete;

    void pack(std::span<const std::byte> bytes, int flush)
    {
        constexpr std::size_t most = std::size_t{1} << 30; // as much as zlib can count
        do {
            const auto part = bytes.first(std::min(bytes.size(), most));
            bytes = bytes.subspan(part.size());
            stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(part.data())); // only read
            stream.avail_in = static_cast<uInt>(part.size());
            do {
                stream.next_out = reinterpret_cast<Bytef*>(out.data());
                stream.avail_out = static_cast<uInt>(out.size());
                works = works && ::deflate(&stream, bytes.empty() ? flush : Z_NO_FLUSH) != Z_STREAM_ERROR;
                packed.put(std::span(out).first(out.size() - stream.avail_out));
            } while (works && stream.avail_out == 0 && !packed.isStopped());
        } while (!bytes.empty() && !packed.isStopped());
    }

    Sink& packed;
    z_stream stream = {};
    std::vector<std::byte> out;
    bool works = false;
};

GzipSink::GzipSink(Sink& packed) : m_packer(std::make_unique<Packer>(packed)) {}
GzipSink::~GzipSink() = default;

bool GzipSink::isStopped() const
{
    return m_packer->packed.isStopped();
}

void GzipSink::take(std::span<const std::byte> bytes)
{
    m_packer->pack(bytes, Z_NO_FLUSH);
}

Result<void> GzipSink::finish()
{
    m_packer->pack({}, Z_FINISH);
    if (m_packer->works)
        return {};
    return Error{ErrorCode::outOfMemory, say("no memory to pack a gzip file"), {}, {}};
}

} // namespace tscope
