// SPDX-License-Identifier: Apache-2.0
#include "io/npy/text_scalar.h"

#include "base/checked_math.h"
#include "base/say.h"
#include "io/little_endian.h"

#include <charconv>
#include <optional>

namespace tscope {

namespace {

// "|S3": bytes; "<U3": as many characters of 32 bits each.
struct TextType {
    bool isWide = false, isBigEndian = false;
    std::int64_t length = 0;
};

std::optional<TextType> textType(std::string_view descr)
{
    TextType out;
    if (!descr.empty() && std::string_view("<>=|").find(descr.front()) != std::string_view::npos) {
        out.isBigEndian = descr.front() == '>';
        descr.remove_prefix(1);
    }
    if (!descr.starts_with('S') && !descr.starts_with('U'))
        return std::nullopt;
    out.isWide = descr.front() == 'U';
    descr.remove_prefix(1);
    const auto read = std::from_chars(descr.data(), descr.data() + descr.size(), out.length);
    if (read.ec != std::errc() || read.ptr != descr.data() + descr.size() || out.length < 0)
        return std::nullopt;
    return out;
}

void appendUtf8(std::string& out, std::uint32_t code)
{
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        code = 0xfffd; // no character
    if (code < 0x80) {
        out += static_cast<char>(code);
        return;
    }
    const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    constexpr std::uint32_t leads[] = {0, 0xc0, 0xe0, 0xf0};
    out += static_cast<char>(leads[more] | code >> (6 * more));
    for (int i = more; i-- > 0;)
        out += static_cast<char>(0x80 | (code >> (6 * i) & 0x3f));
}

} // namespace

bool isNpyText(const NpyHeader& header)
{
    return header.shape.empty() && textType(header.descr);
}

Result<std::string> readNpyText(std::span<const std::byte> file, const NpyHeader& header)
{
    const auto type = *textType(header.descr);
    const auto size = saturatingMul(type.length, type.isWide ? 4 : 1);
    const auto left = std::ssize(file) - header.dataBegin;
    if (size > left)
        return corrupt(say("wanted a text of {0} bytes, found {1}", size, left),
                       "byte " + std::to_string(header.dataBegin));
    const auto bytes = file.subspan(static_cast<std::size_t>(header.dataBegin), static_cast<std::size_t>(size));
    std::string out;
    if (type.isWide)
        for (std::size_t i = 0; i < bytes.size(); i += 4) {
            const auto code = littleEndian<std::uint32_t>(bytes.data() + i);
            appendUtf8(out, type.isBigEndian ? __builtin_bswap32(code) : code);
        }
    else
        out.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    out.erase(out.find_last_not_of('\0') + 1); // what is too short is filled up
    return out;
}

void writeNpyText(std::string_view text, Sink& sink)
{
    sink.put(npyHeaderText("|S" + std::to_string(text.size()), false, {}));
    sink.put(text);
}

} // namespace tscope
