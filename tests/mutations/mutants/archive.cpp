// SPDX-License-Identifier: Apache-2.0
#include "mutations/mutants/archive.h"

#include "mutations/mutants/kind.h"
#include "support/zip_bytes.h"

#include <optional>
#include <vector>

namespace tscope::mutations {

namespace {

constexpr std::size_t mostUnpacked = std::size_t{1} << 20;
constexpr std::size_t mostEntries = 256;
constexpr int gzipStream = MAX_WBITS + 16, plainStream = -MAX_WBITS; // as zlib takes them

std::optional<std::string> unpacked(std::string_view packed, int windowBits)
{
    z_stream stream{};
    if (::inflateInit2(&stream, windowBits) != Z_OK)
        return std::nullopt;
    std::string out(mostUnpacked, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const auto code = ::inflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    ::inflateEnd(&stream);
    return code == Z_STREAM_END ? std::optional(std::move(out)) : std::nullopt;
}

std::string gzipped(std::string_view bytes)
{
    z_stream stream{};
    ::deflateInit2(&stream, 1, Z_DEFLATED, gzipStream, 8, Z_DEFAULT_STRATEGY);
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

std::uint64_t little(std::string_view bytes, std::size_t at, std::size_t width)
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < width && at + i < bytes.size(); ++i)
        value |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
    return value;
}

// The entries one behind the other, as far as they are plain ones that say how long they are.
std::vector<test::ZipPart> partsOf(std::string_view bytes)
{
    constexpr std::size_t header = 30;
    std::vector<test::ZipPart> parts;
    std::size_t total = 0;
    for (std::size_t at = 0; at + header <= bytes.size() && bytes.substr(at, 4) == "PK\3\4";) {
        const auto flags = little(bytes, at + 6, 2), method = little(bytes, at + 8, 2),
                   length = little(bytes, at + 18, 4), name = little(bytes, at + 26, 2),
                   extra = little(bytes, at + 28, 2);
        const auto payload = at + header + name + extra;
        constexpr std::uint64_t hasDescriptor = 8;
        if ((flags & hasDescriptor) != 0 || payload + length > bytes.size() || parts.size() == mostEntries)
            return {};
        test::ZipPart part;
        part.name = bytes.substr(at + header, name);
        const auto packed = bytes.substr(payload, length);
        auto plain = method == 0 ? std::optional(std::string(packed)) : unpacked(packed, plainStream);
        if (!plain || (total += plain->size()) > mostUnpacked)
            return {};
        part.bytes = std::move(*plain);
        part.deflate = method != 0;
        parts.push_back(std::move(part));
        at = payload + length;
    }
    return parts;
}

using Change = std::function<bool(std::string& payload)>;

bool changeGzip(std::string& bytes, const Change& change)
{
    auto plain = unpacked(bytes, gzipStream);
    if (!plain || !change(*plain))
        return false;
    bytes = gzipped(*plain);
    return true;
}

// A header behind its length.
bool changeHeader(std::string& bytes, std::size_t lengthAt, std::size_t lengthWidth, const Change& change)
{
    const auto begin = lengthAt + lengthWidth;
    const auto length = little(bytes, lengthAt, lengthWidth);
    if (begin > bytes.size() || length > bytes.size() - begin)
        return false;
    auto header = bytes.substr(begin, length);
    if (!change(header))
        return false;
    bytes = bytes.substr(0, lengthAt) + test::little(header.size(), static_cast<int>(lengthWidth)) + header +
            bytes.substr(begin + length);
    return true;
}

bool changeEntry(std::string& bytes, Dice& dice, const Change& change)
{
    auto parts = partsOf(bytes);
    if (parts.empty())
        return false;
    auto& part = parts[dice.below(parts.size())];
    const bool isHeader = kindOf(part.bytes) == Kind::npy && dice.oneIn(2);
    if (isHeader ? !changeInside(part.bytes, dice, change) : !change(part.bytes))
        return false;
    part.deflate = part.deflate != dice.oneIn(8);
    bytes = test::zipOf(parts);
    return true;
}

} // namespace

bool changeInside(std::string& bytes, Dice& dice, const Change& change)
{
    switch (kindOf(bytes)) {
    case Kind::gzip:
        return changeGzip(bytes, change);
    case Kind::npy:
        return changeHeader(bytes, 8, bytes.size() > 6 && bytes[6] == 1 ? 2 : 4, change);
    case Kind::safetensors:
        return changeHeader(bytes, 0, 8, change);
    default:
        return changeEntry(bytes, dice, change);
    }
}

} // namespace tscope::mutations
