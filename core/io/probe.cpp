// SPDX-License-Identifier: Apache-2.0
#include "io/probe.h"

#include "base/say.h"
#include "io/stand_ins.h"

#include <algorithm>
#include <cctype>

namespace tscope {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t tarMark = 257; // where a tar archive says that it is one

// A length in eight bytes, little-endian, and then that many bytes of JSON. Of a file that is cut short, or whose
// text is not what it should be, the reader says so better than "unknown": no text has two zero bytes there.
bool isSafetensors(std::string_view start, std::uint64_t fileSize)
{
    if (start.size() < 9)
        return false;
    std::uint64_t length = 0;
    for (std::size_t i = 8; i-- > 0;)
        length = length << 8 | static_cast<unsigned char>(start[i]);
    const auto text = start.substr(8);
    const auto first = text.find_first_not_of(" \t\r\n");
    const bool mayBeJson = first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
    const bool isPlausible = length < std::uint64_t{1} << 48;
    return mayBeJson && length >= 2 && (length <= fileSize - 8 || (isPlausible && text[first] == '{'));
}

// Of protocol 2 to 5, which begin with their number. PyTorch's begin with a long one; the reader says so where it
// is another.
bool isPickle(std::string_view start)
{
    return start.size() >= 2 && start[0] == '\x80' && start[1] >= 2 && start[1] <= 5;
}

// In any letters, after a mark of the byte order and empty lines if there are some.
bool isMatrixMarket(std::string_view start)
{
    constexpr auto banner = "%%matrixmarket"sv;
    if (start.starts_with("\xEF\xBB\xBF"sv))
        start.remove_prefix(3);
    start.remove_prefix(std::min(start.find_first_not_of(" \t\r\n"), start.size()));
    return std::ranges::equal(start.substr(0, banner.size()), banner, {},
                              [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
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
    if (start.starts_with("PYTORCH1"sv))
        return FileFormat::torchPreview;
    if (start.starts_with("\x1F\x8B"sv))
        return FileFormat::gzip;
    if (isMatrixMarket(start))
        return FileFormat::matrixMarket;
    if (start.starts_with("\x89HDF\r\n\x1A\n"sv))
        return FileFormat::hdf5;
    if (start.starts_with("GGUF"sv))
        return FileFormat::gguf;
    if (start.starts_with("ARROW1"sv))
        return FileFormat::arrow;
    if (isSafetensors(start, fileSize))
        return FileFormat::safetensors;
    if (isPickle(start))
        return FileFormat::torchLegacy;
    if (start.size() > tarMark && start.substr(tarMark).starts_with("ustar"sv))
        return FileFormat::tar;
    if (isLfsPointer(start))
        return FileFormat::lfsPointer;
    if (isWebPage(start))
        return FileFormat::webPage;
    if (isUtf16(start))
        return FileFormat::utf16;
    if (!looksLikeText(start))
        return FileFormat::other;
    auto rest = start;
    if (rest.starts_with("\xEF\xBB\xBF"sv))
        rest.remove_prefix(3);
    const auto first = rest.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && rest[first] == '{' ? FileFormat::json : FileFormat::text;
}

std::string description(FileFormat format)
{
    switch (format) {
    case FileFormat::json:
        return say("a JSON tensor");
    case FileFormat::text:
        return say("a text literal");
    case FileFormat::npy:
        return say("a NumPy array (.npy)");
    case FileFormat::zip:
        return say("a zip archive (.npz, .pt)");
    case FileFormat::torchLegacy:
        return say("a PyTorch file of the old kind (.pt)");
    case FileFormat::torchPreview:
        return say("a PyTorch file of the preview of 2018 (PYTORCH1)");
    case FileFormat::tar:
        return say("a tar archive, as PyTorch before 0.2 wrote its files");
    case FileFormat::gzip:
        return say("a gzip file");
    case FileFormat::matrixMarket:
        return say("a Matrix Market file (.mtx)");
    case FileFormat::safetensors:
        return say("a safetensors file");
    case FileFormat::hdf5:
        return say("an HDF5 file");
    case FileFormat::gguf:
        return say("a GGUF file");
    case FileFormat::arrow:
        return say("an Arrow file");
    case FileFormat::lfsPointer:
        return say("a pointer of git-lfs");
    case FileFormat::webPage:
        return say("a web page");
    case FileFormat::utf16:
        return say("a text in UTF-16");
    case FileFormat::other:
        break;
    }
    return say("a binary file of no known format");
}

} // namespace tscope
