// SPDX-License-Identifier: Apache-2.0
#include "io/zip/writer.h"

#include "base/check.h"
#include "base/say.h"
#include "io/little_endian.h"
#include "io/zip/directory.h"
#include "io/zip/inflate.h"

#include <algorithm>
#include <array>
#include <zlib.h>

namespace tscope {

namespace {

constexpr std::uint64_t allOnes = 0xffffffff; // "see the zip64 field"
constexpr std::uint16_t zip64Field = 1;
constexpr std::uint16_t paddingField = 0x4246;             // "FB", PyTorch's
constexpr std::uint16_t utf8Flag = 1 << 11, laterFlag = 8; // sizes and sum follow the bytes
constexpr std::uint16_t needsZip64 = 45;
constexpr std::uint16_t firstDay = 0x21; // 1 January 1980: what is written does not depend on the clock
constexpr std::uint32_t regularFile = 0100644U << 16;
constexpr std::size_t longestWritten = 4096, mostPadding = 0xffff;

void put16(std::string& out, std::uint64_t value)
{
    putLittleEndian(out, static_cast<std::uint16_t>(value));
}
void put32(std::string& out, std::uint64_t value)
{
    putLittleEndian(out, static_cast<std::uint32_t>(value));
}
void put64(std::string& out, std::int64_t value)
{
    putLittleEndian(out, static_cast<std::uint64_t>(value));
}

std::uint64_t shortForm(std::int64_t value)
{
    return std::min(static_cast<std::uint64_t>(value), allOnes);
}

// Passes bytes on, and knows how many they were and their sum.
class StoredSink final : public Sink
{
public:
    explicit StoredSink(Sink& target) : m_target(target) {}

    std::uint32_t crc() const { return m_crc; }
    bool isStopped() const override { return m_target.isStopped(); }

private:
    void take(std::span<const std::byte> bytes) override
    {
        m_crc = crc32Of(bytes, m_crc);
        m_target.put(bytes);
    }

    Sink& m_target;
    std::uint32_t m_crc = 0;
};

// The same, packed on the way.
class DeflatedSink final : public Sink
{
public:
    explicit DeflatedSink(Sink& target) : m_target(target)
    {
        m_isReady = ::deflateInit2(&m_stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8,
                                   Z_DEFAULT_STRATEGY) == Z_OK;
    }
    ~DeflatedSink() override
    {
        if (m_isReady)
            ::deflateEnd(&m_stream);
    }
    DeflatedSink(const DeflatedSink&) = delete;
    DeflatedSink& operator=(const DeflatedSink&) = delete;

    bool isReady() const { return m_isReady; }
    std::uint32_t crc() const { return m_crc; }
    void finish() { pack({}, Z_FINISH); }
    bool isStopped() const override { return m_target.isStopped(); }

private:
    void take(std::span<const std::byte> bytes) override
    {
        m_crc = crc32Of(bytes, m_crc);
        constexpr std::size_t most = std::size_t{1} << 30; // zlib counts in 32 bits
        for (; !bytes.empty() && !isStopped(); bytes = bytes.subspan(std::min(most, bytes.size())))
            pack(bytes.first(std::min(most, bytes.size())), Z_NO_FLUSH);
    }

    void pack(std::span<const std::byte> bytes, int flush)
    {
        m_stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(bytes.data())); // only read
        m_stream.avail_in = static_cast<uInt>(bytes.size());
        do {
            m_stream.next_out = reinterpret_cast<Bytef*>(m_packed.data());
            m_stream.avail_out = static_cast<uInt>(m_packed.size());
            ::deflate(&m_stream, flush);
            m_target.put(std::span<const std::byte>(m_packed).first(m_packed.size() - m_stream.avail_out));
        } while (m_stream.avail_out == 0 && !isStopped());
    }

    Sink& m_target;
    z_stream m_stream{};
    bool m_isReady = false;
    std::uint32_t m_crc = 0;
    std::array<std::byte, 1 << 16> m_packed{};
};

} // namespace

Result<void> ZipWriter::checkName(std::string_view name)
{
    if (name.empty() || name.size() > longestWritten)
        return invalidArgument(say("an entry of a zip archive needs a name of 1 to {0} bytes, found one of {1}",
                                   longestWritten, name.size()));
    if (!m_names.emplace(name).second)
        return invalidArgument(
            say("the entries of a zip archive need different names, found {0} twice", quotedEntry(name)));
    return {};
}

// The sizes come after the bytes. With a zip64 field here they do so as 64 bits, however small they are.
void ZipWriter::putLocalHeader(const Added& entry, std::int64_t alignment)
{
    std::string extra;
    put16(extra, zip64Field);
    put16(extra, 16);
    put64(extra, 0);
    put64(extra, 0);
    const auto unpadded = m_sink.position() + 30 + std::ssize(entry.name) + std::ssize(extra);
    if (unpadded % alignment != 0) {
        const auto padding = (alignment - (unpadded + 4) % alignment) % alignment;
        TSCOPE_CHECK(padding <= static_cast<std::int64_t>(mostPadding), "padding fits its length field");
        put16(extra, paddingField);
        put16(extra, static_cast<std::uint64_t>(padding));
        extra.append(static_cast<std::size_t>(padding), 'Z');
    }
    std::string header;
    put32(header, 0x04034b50);
    put16(header, needsZip64);
    put16(header, utf8Flag | laterFlag);
    put16(header, entry.isDeflated ? 8 : 0);
    put16(header, 0);
    put16(header, firstDay);
    put32(header, 0);
    put32(header, allOnes);
    put32(header, allOnes);
    put16(header, entry.name.size());
    put16(header, extra.size());
    m_sink.put(header + entry.name + extra);
}

Result<void> ZipWriter::add(std::string_view name, const std::function<Result<void>(Sink&)>& write, How how)
{
    if (auto fine = checkName(name); !fine)
        return fine;
    Added entry{std::string(name), m_sink.position(), 0, 0, 0, how.deflate};
    putLocalHeader(entry, how.alignment);
    const auto begin = m_sink.position();
    if (how.deflate) {
        DeflatedSink packing(m_sink);
        if (!packing.isReady())
            return Error{ErrorCode::outOfMemory, say("no memory to deflate {0}", quotedEntry(name)), {}, {}};
        if (auto written = write(packing); !written)
            return written;
        packing.finish();
        entry.size = packing.position();
        entry.crc = packing.crc();
    } else {
        StoredSink summing(m_sink);
        if (auto written = write(summing); !written)
            return written;
        entry.size = summing.position();
        entry.crc = summing.crc();
    }
    entry.packedSize = m_sink.position() - begin;
    std::string descriptor;
    put32(descriptor, 0x08074b50);
    put32(descriptor, entry.crc);
    put64(descriptor, entry.packedSize);
    put64(descriptor, entry.size);
    m_sink.put(descriptor);
    m_added.push_back(std::move(entry));
    return {};
}

Result<void> ZipWriter::add(std::string_view name, std::span<const std::byte> bytes, How how)
{
    return add(
        name,
        [bytes](Sink& sink) -> Result<void> {
            sink.put(bytes);
            return {};
        },
        how);
}

Result<void> ZipWriter::finish()
{
    const auto directory = m_sink.position();
    for (const auto& entry : m_added) {
        std::string longNumbers;
        for (const auto value : {entry.size, entry.packedSize, entry.begin})
            if (shortForm(value) == allOnes)
                put64(longNumbers, value);
        std::string extra;
        if (!longNumbers.empty()) {
            put16(extra, zip64Field);
            put16(extra, longNumbers.size());
            extra += longNumbers;
        }
        std::string header;
        put32(header, 0x02014b50);
        put16(header, 3 << 8 | needsZip64); // made on Unix
        put16(header, needsZip64);
        put16(header, utf8Flag | laterFlag);
        put16(header, entry.isDeflated ? 8 : 0);
        put16(header, 0);
        put16(header, firstDay);
        put32(header, entry.crc);
        put32(header, shortForm(entry.packedSize));
        put32(header, shortForm(entry.size));
        put16(header, entry.name.size());
        put16(header, extra.size());
        put16(header, 0); // comment
        put16(header, 0); // disk
        put16(header, 0); // not text
        put32(header, regularFile);
        put32(header, shortForm(entry.begin));
        m_sink.put(header + entry.name + extra);
    }
    const auto end = m_sink.position();
    const auto count = m_added.size();
    std::string records;
    if (count >= 0xffff || shortForm(directory) == allOnes || shortForm(end - directory) == allOnes) {
        put32(records, 0x06064b50);
        put64(records, 44); // bytes that follow
        put16(records, 3 << 8 | needsZip64);
        put16(records, needsZip64);
        put32(records, 0);
        put32(records, 0);
        put64(records, static_cast<std::int64_t>(count));
        put64(records, static_cast<std::int64_t>(count));
        put64(records, end - directory);
        put64(records, directory);
        put32(records, 0x07064b50);
        put32(records, 0);
        put64(records, end);
        put32(records, 1); // of one disk
    }
    put32(records, 0x06054b50);
    put32(records, 0);
    put16(records, std::min<std::size_t>(count, 0xffff));
    put16(records, std::min<std::size_t>(count, 0xffff));
    put32(records, shortForm(end - directory));
    put32(records, shortForm(directory));
    put16(records, 0);
    m_sink.put(records);
    return {};
}

} // namespace tscope
