// SPDX-License-Identifier: Apache-2.0
#include "io/refused_file.h"

#include "base/printable.h"
#include "base/say.h"
#include "io/formats.h"
#include "io/open.h"
#include "io/probe.h"
#include "io/remainder.h"
#include "io/source.h"
#include "io/torch/file.h"
#include "io/zip/archive.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string_view>
#include <system_error>

namespace tscope {

namespace {

using Sight = RefusedFile::Sight;

constexpr std::size_t linesBefore = 8, linesBehind = 8;
constexpr std::size_t longestLine = 160; // bytes
constexpr std::size_t mostEntries = 1000;

// The number behind a word, as errors name places: "line 7", "byte 12".
std::optional<std::size_t> numberBehind(std::string_view text, std::string_view word)
{
    for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const auto* begin = text.data() + at + word.size();
        std::size_t number = 0;
        if (const auto read = std::from_chars(begin, text.data() + text.size(), number); read.ec == std::errc{})
            return number;
    }
    return std::nullopt;
}

std::optional<std::size_t> placeOf(const Error& why, std::string_view word)
{
    const auto place = numberBehind(why.where, word);
    return place ? place : numberBehind(why.text, word);
}

// The byte that an error names; where it names the end of the file, the last one.
std::optional<std::size_t> byteOf(const Error& why, std::size_t size)
{
    const auto byte = placeOf(why, "byte ");
    return byte ? std::optional(std::min(*byte, size - 1)) : std::nullopt;
}

std::string padded(std::size_t number, std::size_t width)
{
    const auto digits = std::to_string(number);
    return std::string(width - std::min(width, digits.size()), ' ') + digits;
}

// As much of a line as can be shown, from its beginning or from a little before a column of it. Errors on matrices
// name columns of the matrix: one behind the end of the line is no place in the line.
std::string shortened(std::string_view line, std::size_t column)
{
    const bool isInLine = column <= line.size() + 1;
    const auto begin = isInLine && column > longestLine / 2 ? column - longestLine / 2 : 0;
    auto shown = (begin > 0 ? "..." : "") + std::string(line.substr(begin, longestLine));
    if (line.size() - begin > longestLine)
        shown += "...";
    std::ranges::replace_if(
        shown, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, ' ');
    return shown;
}

// Lines with their numbers; the one that the error names is marked.
std::vector<std::string> linesAround(std::string_view text, const Error& why, const Watch& watch)
{
    const auto line = placeOf(why, "line ").value_or(1), column = placeOf(why, "column ").value_or(0);
    std::vector<std::string> lines;
    const auto first = line - std::min(line, linesBefore) + (line <= linesBefore ? 1 : 0);
    std::size_t number = 1, at = 0;
    for (; at < text.size() && number < line + linesBehind; ++number) {
        const auto end = std::min(text.find('\n', at), text.size());
        if (number >= first) {
            const bool isNamed = number == line;
            lines.push_back((isNamed ? "> " : "  ") + padded(number, 6) + "  " +
                            shortened(text.substr(at, end - at), isNamed ? column : 0));
        } else if (number % 65536 == 0 && watch.isStopped()) {
            return {};
        }
        at = end + 1;
    }
    return lines;
}

// Sixteen bytes a line, as numbers and as letters; the line with the one that the error names is marked.
std::vector<std::string> bytesAround(std::string_view bytes, std::optional<std::size_t> named)
{
    constexpr std::size_t perLine = 16;
    constexpr auto digits = "0123456789abcdef";
    const auto middle = std::min(named.value_or(0), bytes.size()) / perLine;
    const auto first = middle - std::min(middle, linesBefore);
    std::vector<std::string> lines;
    for (auto line = first; line <= middle + linesBehind && line * perLine < bytes.size(); ++line) {
        const auto part = bytes.substr(line * perLine, perLine);
        std::string numbers, letters;
        for (const auto letter : part) {
            const auto byte = static_cast<unsigned char>(letter);
            numbers += {digits[byte / 16], digits[byte % 16], ' '};
            letters += byte >= 0x20 && byte < 0x7F ? letter : '.';
        }
        numbers.resize(3 * perLine, ' ');
        const bool isNamed = named && *named / perLine == line;
        lines.push_back((isNamed ? "> " : "  ") + padded(line * perLine, 10) + "  " + numbers + ' ' + letters);
    }
    return lines;
}

std::vector<std::string> entriesOf(const ZipArchive& archive)
{
    std::vector<std::string> lines;
    for (const auto& entry : archive.entries()) {
        if (lines.size() == mostEntries) {
            lines.push_back(say("and {0#} more", archive.entries().size() - mostEntries));
            break;
        }
        const auto line = say("{0}: {1} bytes", entry.name, entry.size);
        lines.push_back(entry.whyNot.empty() ? line : say("{0}, {1}", line, entry.whyNot));
    }
    return lines;
}

bool isText(FileFormat format)
{
    switch (format) {
    case FileFormat::json:
    case FileFormat::text:
    case FileFormat::matrixMarket:
    case FileFormat::lfsPointer:
    case FileFormat::webPage:
        return true;
    default:
        return false;
    }
}

// What nobody knows counts as text where files are told apart: here, whether people could read it.
bool isLegible(std::string_view text)
{
    const auto start = text.substr(0, 4096);
    const auto isControl = [](char c) {
        return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f';
    };
    const auto isHigh = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
    return std::ranges::none_of(start, isControl) &&
           2 * std::ranges::count_if(start, isHigh) <= static_cast<std::ptrdiff_t>(start.size());
}

RefusedFile lookIntoPickle(const Source& source)
{
    auto lines = torchFileLines(source);
    return lines && !lines->empty() ? RefusedFile{Sight::pickle, std::move(*lines)} : RefusedFile();
}

// A pickle that is refused for what it names is whole otherwise, and what is wrong of one tensor is not of others.
void addReadable(Source source, FileFormat format, RefusedFile& refused)
{
    source.despiteFaults = true;
    const auto read = formatOf(format).read;
    auto document = read != nullptr ? read(source) : Result<Document>(Document());
    if (!document || !unpackAll(*document, source.watch)) // now, and not when it is drawn
        return;
    if (document->partly.empty())
        document->partly = partlyText(std::ssize(document->tensors), document->unread);
    refused.readable = std::move(document->tensors);
    refused.partly = std::move(document->partly);
    refused.notes = std::move(document->warnings);
    for (auto& note : refused.notes) // they name keys of the file, which may be of any length
        note = boundedWord(std::move(note));
}

RefusedFile lookIntoArchive(const Source& source)
{
    const auto archive = ZipArchive::open(source.bytes, source.watch, true);
    if (archive && isTorchArchive(*archive))
        if (auto refused = lookIntoPickle(source); refused.sight != Sight::nothing)
            return refused;
    return archive && !archive->entries().empty() ? RefusedFile{Sight::archive, entriesOf(*archive)}
                                                  : RefusedFile();
}

} // namespace

RefusedFile lookInto(const std::string& path, const Error& why, const Watch& watch)
{
    std::error_code failed;
    if (!std::filesystem::is_regular_file(path, failed))
        return {};
    const auto mapped = mapFile(path);
    if (!mapped || (*mapped)->byteSize() == 0)
        return {};
    const Source source{*mapped, watch, path};
    const auto content = source.text();
    const auto format = probe(content.substr(0, 512), content.size());
    RefusedFile refused;
    if (format == FileFormat::torchLegacy)
        refused = lookIntoPickle(source);
    else if (format == FileFormat::zip)
        refused = lookIntoArchive(source);
    else if (isText(format) && isLegible(content))
        refused = {Sight::text, linesAround(content, why, watch)};
    if (refused.sight == Sight::nothing)
        refused = {Sight::bytes, bytesAround(content, byteOf(why, content.size()))};
    addReadable(source, format, refused);
    return refused;
}

} // namespace tscope
