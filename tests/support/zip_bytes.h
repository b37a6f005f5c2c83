// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "memory/storage.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include <zlib.h>

namespace tscope::test {

// Zip archives put together by hand, right ones and wrong ones, from the format's description and not by the
// writer under test.

inline std::string little(std::uint64_t value, int bytes)
{
    std::string out;
    for (int i = 0; i < bytes; ++i)
        out += static_cast<char>(value >> (8 * i) & 0xff);
    return out;
}

inline std::uint32_t crcOf(std::string_view bytes)
{
    return static_cast<std::uint32_t>(
        ::crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

inline std::string deflated(std::string_view bytes, int level = 9, int strategy = Z_DEFAULT_STRATEGY)
{
    z_stream stream{};
    ::deflateInit2(&stream, level, Z_DEFLATED, -MAX_WBITS, 8, strategy);
    std::string out(::deflateBound(&stream, bytes.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    ::deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    ::deflateEnd(&stream);
    return out;
}

// What is not said is as it should be.
struct ZipPart {
    std::string name;
    std::string bytes;
    bool deflate = false;
    unsigned flags = 0x800;
    std::optional<unsigned> method = {};
    std::optional<std::uint64_t> size = {}, packedSize = {}, local = {};
    std::optional<std::uint32_t> crc = {};
    std::optional<std::string> localName = {}, packed = {};
    std::string localExtra = {};
    bool isLong = false;  // all numbers stand in a zip64 field
    bool isLater = false; // sizes and sum stand behind the bytes only
};

struct ZipFrame {
    std::string prefix = {};  // offsets do not count it
    std::string comment = {}; // told of
    std::string rest = {};    // not told of
    std::optional<std::uint64_t> declared = {}, directorySize = {}, directoryOffset = {};
    bool isLong = false; // zip64 end records
};

inline std::string zipOf(const std::vector<ZipPart>& parts, const ZipFrame& frame = {})
{
    std::string out, directory;
    for (const auto& part : parts) {
        const auto packed = part.packed ? *part.packed : part.deflate ? deflated(part.bytes) : part.bytes;
        const auto size = part.size.value_or(part.bytes.size());
        const auto packedSize = part.packedSize.value_or(packed.size());
        const auto crc = part.crc.value_or(crcOf(part.bytes));
        const auto method = part.method.value_or(part.deflate ? 8U : 0U);
        const auto flags = part.flags | (part.isLater ? 8U : 0U);
        const auto local = part.local.value_or(out.size());
        const auto localName = part.localName.value_or(part.name);
        const auto known = [&](std::uint64_t value) { return part.isLater ? 0 : value; };

        out += "PK\3\4" + little(20, 2) + little(flags, 2) + little(method, 2) + little(0, 4) +
               little(known(crc), 4) + little(known(packedSize), 4) + little(known(size), 4) +
               little(localName.size(), 2) + little(part.localExtra.size(), 2) + localName + part.localExtra +
               packed;
        if (part.isLater)
            out += "PK\7\10" + little(crc, 4) + little(packedSize, 4) + little(size, 4);

        const auto shown = [&](std::uint64_t value) { return part.isLong ? 0xffffffffU : value; };
        const auto extra = part.isLong ? little(0x7777, 2) + little(3, 2) + "abc" + little(1, 2) + little(24, 2) +
                                             little(size, 8) + little(packedSize, 8) + little(local, 8)
                                       : std::string();
        directory += "PK\1\2" + little(0x031e, 2) + little(20, 2) + little(flags, 2) + little(method, 2) +
                     little(0, 4) + little(crc, 4) + little(shown(packedSize), 4) + little(shown(size), 4) +
                     little(part.name.size(), 2) + little(extra.size(), 2) + little(0, 2) + little(0, 2) +
                     little(0, 2) + little(0, 4) + little(shown(local), 4) + part.name + extra;
    }
    const auto count = frame.declared.value_or(parts.size());
    const auto size = frame.directorySize.value_or(directory.size());
    const auto offset = frame.directoryOffset.value_or(out.size());
    out += directory;
    if (frame.isLong) {
        const auto at = out.size();
        out += "PK\6\6" + little(44, 8) + little(45, 2) + little(45, 2) + little(0, 8) + little(count, 8) +
               little(count, 8) + little(size, 8) + little(offset, 8);
        out += "PK\6\7" + little(0, 4) + little(at, 8) + little(1, 4);
    }
    const auto shown = [&](std::uint64_t value, int bytes) { return little(frame.isLong ? ~0ULL : value, bytes); };
    out += "PK\5\6" + little(0, 4) + shown(count, 2) + shown(count, 2) + shown(size, 4) + shown(offset, 4) +
           little(frame.comment.size(), 2) + frame.comment + frame.rest;
    return frame.prefix + out;
}

inline StoragePtr storageOf(std::string_view bytes)
{
    return heapStorage(std::as_bytes(std::span(bytes)));
}

inline std::string textOf(const Storage& storage)
{
    std::string out(static_cast<std::size_t>(storage.byteSize()), '\0');
    storage.read(0, std::as_writable_bytes(std::span(out)));
    return out;
}

} // namespace tscope::test
