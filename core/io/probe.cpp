// SPDX-License-Identifier: Apache-2.0
#include "io/probe.h"

#include <algorithm>

namespace tscope {

namespace {

using namespace std::string_view_literals;

// A length in eight bytes, little-endian, and then that many bytes of JSON.
bool isSafetensors(std::string_view start, std::uint64_t fileSize)
{
    if (start.size() < 9 || start[8] != '{')
        return false;
    std::uint64_t length = 0;
    for (std::size_t i = 8; i-- > 0;)
        length = length << 8 | static_cast<unsigned char>(start[i]);
    return length >= 2 && length <= fileSize - 8;
}

// Control bytes tell a binary file; a NUL is left to the text reader, which says where it stands.
bool looksLikeText(std::string_view start)
{
    const auto isOdd = [](unsigned char c) {
        return c < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f';
    };
    return std::ranges::count_if(start, isOdd) * 20 <= static_cast<std::ptrdiff_t>(start.size()) + 20;
}

} // namespace

FileFormat probe(std::string_view start, std::uint64_t fileSize)
{
    if (start.starts_with("\x93NUMPY"sv))
        return FileFormat::npy;
    if (start.starts_with("PK\x03\x04"sv) || start.starts_with("PK\x05\x06"sv))
        return FileFormat::zip;
    if (start.size() >= 15 && start.front() == '\x80' &&
        start.substr(2, 13) == "\x8A\x0A\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19\x2E"sv)
        return FileFormat::torchLegacy;
    if (start.starts_with("\x1F\x8B"sv))
        return FileFormat::gzip;
    if (start.starts_with("%%MatrixMarket"sv))
        return FileFormat::matrixMarket;
    if (start.starts_with("\x89HDF\r\n\x1A\n"sv))
        return FileFormat::hdf5;
    if (start.starts_with("GGUF"sv))
        return FileFormat::gguf;
    if (start.starts_with("ARROW1"sv))
        return FileFormat::arrow;
    if (isSafetensors(start, fileSize))
        return FileFormat::safetensors;
    if (!looksLikeText(start))
        return FileFormat::other;
    auto rest = start;
    if (rest.starts_with("\xEF\xBB\xBF"sv))
        rest.remove_prefix(3);
    const auto first = rest.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && rest[first] == '{' ? FileFormat::json : FileFormat::text;
}

std::string_view description(FileFormat format)
{
    switch (format) {
    case FileFormat::json:
        return "a JSON tensor";
    case FileFormat::text:
        return "a text literal";
    case FileFormat::npy:
        return "a NumPy array (.npy)";
    case FileFormat::zip:
        return "a zip archive (.npz, .pt)";
    case FileFormat::torchLegacy:
        return "a PyTorch file of the old kind (.pt)";
    case FileFormat::gzip:
        return "a gzip file";
    case FileFormat::matrixMarket:
        return "a Matrix Market file (.mtx)";
    case FileFormat::safetensors:
        return "a safetensors file";
    case FileFormat::hdf5:
        return "an HDF5 file";
    case FileFormat::gguf:
        return "a GGUF file";
    case FileFormat::arrow:
        return "an Arrow file";
    case FileFormat::other:
        break;
    }
    return "a binary file of no known format";
}

} // namespace tscope
