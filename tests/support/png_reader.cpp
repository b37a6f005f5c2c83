// SPDX-License-Identifier: Apache-2.0
#include "support/png_reader.h"

#include <zlib.h>

namespace tscope::test {

namespace {

std::uint64_t numberAt(const std::string& file, std::size_t at)
{
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < 4; ++i)
        number = number << 8 | static_cast<unsigned char>(file[at + i]);
    return number;
}

} // namespace

std::optional<Image> readPng(const std::string& file)
{
    if (!file.starts_with("\x89PNG\r\n\x1a\n"))
        return std::nullopt;
    Image image;
    std::string packed;
    bool isWhole = false;
    for (std::size_t at = 8; at + 12 <= file.size() && !isWhole;) {
        const auto length = numberAt(file, at);
        if (length > file.size() - at - 12)
            return std::nullopt;
        const auto name = file.substr(at + 4, 4), data = file.substr(at + 8, length);
        const auto sum =
            crc32(0, reinterpret_cast<const Bytef*>(file.data() + at + 4), static_cast<uInt>(length + 4));
        if (sum != numberAt(file, at + 8 + length))
            return std::nullopt;
        if (name == "IHDR") {
            if (data.substr(8) != std::string("\x08\x02\x00\x00\x00", 5))
                return std::nullopt;
            image.width = static_cast<std::int64_t>(numberAt(data, 0));
            image.height = static_cast<std::int64_t>(numberAt(data, 4));
        } else if (name == "IDAT") {
            packed += data;
        }
        isWhole = name == "IEND" && at + 12 + length == file.size();
        at += 12 + length;
    }
    const auto line = static_cast<std::size_t>(image.width) * 3 + 1;
    std::string pixels(line * static_cast<std::size_t>(image.height), '\0');
    auto size = static_cast<uLongf>(pixels.size());
    if (!isWhole ||
        uncompress(reinterpret_cast<Bytef*>(pixels.data()), &size, reinterpret_cast<const Bytef*>(packed.data()),
                   static_cast<uLong>(packed.size())) != Z_OK ||
        size != pixels.size())
        return std::nullopt;
    for (std::size_t y = 0; y < static_cast<std::size_t>(image.height); ++y) {
        if (pixels[y * line] != 0)
            return std::nullopt;
        for (auto at = y * line + 1; at < (y + 1) * line; at += 3)
            image.pixels.push_back({static_cast<std::uint8_t>(pixels[at]),
                                    static_cast<std::uint8_t>(pixels[at + 1]),
                                    static_cast<std::uint8_t>(pixels[at + 2])});
    }
    return image;
}

} // namespace tscope::test
