// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>
#include <zlib.h>

namespace tscope::test {

// What zlib makes of raw deflate data that may give `most` bytes at most.
struct Unpacked {
    std::vector<std::byte> bytes;
    std::size_t used = 0; // of the packed bytes
};
inline std::optional<Unpacked> unpackedByZlib(std::span<const std::byte> packed, std::size_t most)
{
    Unpacked out{std::vector<std::byte>(most + 1)}; // zlib asks for room even where nothing is to come
    z_stream stream{};
    if (::inflateInit2(&stream, -MAX_WBITS) != Z_OK)
        return std::nullopt;
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.bytes.data());
    stream.avail_out = static_cast<uInt>(out.bytes.size());
    const auto code = ::inflate(&stream, Z_FINISH);
    const std::size_t made = stream.total_out;
    out.used = stream.total_in;
    ::inflateEnd(&stream);
    if (code != Z_STREAM_END || made > most)
        return std::nullopt;
    out.bytes.resize(made);
    return out;
}

} // namespace tscope::test
