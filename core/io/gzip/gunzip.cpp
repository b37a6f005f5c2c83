// SPDX-License-Identifier: Apache-2.0
#include "io/gzip/gunzip.h"

#include "base/checked_math.h"

#include <zlib.h>

#include <algorithm>
#include <string_view>

namespace tscope {

namespace {

// Deflate makes at most 1032 bytes of one; honest text far fewer. More than this, of more than so much, is a trap.
constexpr std::int64_t mostPerByte = 1032;
constexpr std::int64_t suspectPerByte = 1000;
constexpr std::int64_t suspectFrom = std::int64_t{64} << 20;
constexpr std::int64_t step = std::int64_t{1} << 20; // bytes that come out between two looks at the watch
constexpr int gzipOnly = 15 + 16;                    // what zlib calls its largest window, in a gzip wrapping

class Gunzip
{
public:
    Gunzip(const Source& source, std::vector<std::string>& warnings) : m_source(source), m_warnings(warnings) {}
    ~Gunzip() { ::inflateEnd(&m_stream); }
    Gunzip(const Gunzip&) = delete;
    Gunzip& operator=(const Gunzip&) = delete;

    Result<StoragePtr> unpack()
    {
        if (::inflateInit2(&m_stream, gzipOnly) != Z_OK)
            return Error{ErrorCode::outOfMemory, "no memory to unpack a gzip file", {}, {}};
        // Pages that nothing is written to cost no memory.
        auto builder = StorageBuilder::make(std::min(gunzipLimit, saturatingMul(packedSize(), mostPerByte)));
        if (!builder)
            return builder.error();
        for (bool isDone = false; !isDone;) {
            if (m_source.watch.isStopped())
                return Error{ErrorCode::cancelled, "opening was cancelled", {}, {}};
            if (m_source.watch.progress && m_made > 0)
                m_source.watch.progress(static_cast<double>(m_taken) / static_cast<double>(packedSize()) / 2);
            auto status = inflateStep(builder->bytes());
            if (status == Z_STREAM_END)
                isDone = !startsNextMember();
            else if (auto problem = problemOf(status, m_made == std::ssize(builder->bytes())))
                return *problem;
        }
        return partOf(std::move(*builder).seal(), 0, m_made);
    }

private:
    std::int64_t packedSize() const { return m_source.bytes->byteSize(); }
    std::string place() const { return "byte " + std::to_string(m_taken); }

    int inflateStep(std::span<std::byte> out)
    {
        const auto input = std::min(step, packedSize() - m_taken);
        const auto room = std::min(step, std::ssize(out) - m_made);
        m_stream.next_in =
            reinterpret_cast<Bytef*>(const_cast<std::byte*>(m_source.bytes->data())) + m_taken; // only read
        m_stream.avail_in = static_cast<uInt>(input);
        m_stream.next_out = reinterpret_cast<Bytef*>(out.data() + m_made);
        m_stream.avail_out = static_cast<uInt>(room);
        const auto status = ::inflate(&m_stream, Z_NO_FLUSH);
        m_taken += input - static_cast<std::int64_t>(m_stream.avail_in);
        m_made += room - static_cast<std::int64_t>(m_stream.avail_out);
        return status;
    }

    // Another member follows. Zeros behind the last one fill up a block of a tape or disk.
    bool startsNextMember()
    {
        const auto rest = m_source.text().substr(static_cast<std::size_t>(m_taken));
        if (rest.starts_with("\x1F\x8B")) {
            ::inflateReset(&m_stream);
            return true;
        }
        if (rest.find_first_not_of('\0') != std::string_view::npos)
            m_warnings.push_back("behind the gzip data follow " + std::to_string(rest.size()) +
                                 " bytes that are no part of it");
        return false;
    }

    // What keeps the work from going on; nothing when it may.
    std::optional<Error> problemOf(int status, bool isFull) const
    {
        if (m_made > suspectFrom && m_made / suspectPerByte > m_taken)
            return corrupt("the gzip file unpacks to more than " + std::to_string(suspectPerByte) +
                               " times its size; no honest file does",
                           place());
        if (isFull && status == Z_OK)
            return corrupt("the gzip file unpacks to more than 1 GiB; unpack it first and open what comes out",
                           place());
        if (status == Z_OK && m_taken < packedSize())
            return std::nullopt;
        // Without further input there may still be output to come.
        if (status == Z_OK && m_stream.avail_out == 0)
            return std::nullopt;
        if (status == Z_OK || status == Z_BUF_ERROR)
            return corrupt("the gzip data is cut short: after " + std::to_string(m_made) +
                               " bytes had been unpacked, the file ends",
                           place());
        if (status == Z_MEM_ERROR)
            return Error{ErrorCode::outOfMemory, "no memory to unpack a gzip file", {}, {}};
        return corrupt("the gzip data is damaged" +
                           (m_stream.msg ? ": " + std::string(m_stream.msg) : std::string()),
                       place());
    }

    const Source& m_source;
    std::vector<std::string>& m_warnings;
    z_stream m_stream = {};
    std::int64_t m_taken = 0, m_made = 0; // bytes
};

} // namespace

Result<StoragePtr> gunzip(const Source& source, std::vector<std::string>& warnings)
{
    return Gunzip(source, warnings).unpack();
}

} // namespace tscope
