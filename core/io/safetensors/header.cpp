// SPDX-License-Identifier: Apache-2.0
#include "io/safetensors/header.h"

#include "base/say.h"
#include "io/quoted_name.h"
#include "io/safetensors/header_parser.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace tscope {

namespace {

constexpr std::int64_t lengthBytes = 8;

std::string byte(std::int64_t at)
{
    return "byte " + std::to_string(at);
}

// The text of the header within the file.
Result<std::string_view> textOf(std::string_view file)
{
    if (file.size() < lengthBytes)
        return corrupt(
            say("a safetensors file begins with a length in 8 bytes, this one has {0} bytes", file.size()));
    std::uint64_t length = 0;
    for (std::size_t i = lengthBytes; i-- > 0;)
        length = length << 8 | static_cast<unsigned char>(file[i]);
    const auto left = file.size() - lengthBytes;
    if (length > static_cast<std::uint64_t>(safetensorsHeaderLimit))
        return corrupt(say("the header says that it has {0} bytes, the limit is 64 MiB", length), byte(0));
    if (length > left)
        return corrupt(
            say("the header says that it has {0} bytes, but only {1} follow: the file is cut short", length, left),
            byte(0));
    const auto text = file.substr(lengthBytes, static_cast<std::size_t>(length));
    if (!text.starts_with('{'))
        return corrupt(say("a safetensors header begins with {0}, found {1}", "{",
                           text.empty() ? say("none") : quotedName(text.substr(0, 1))),
                       byte(lengthBytes));
    return text;
}

// "w", (3, 4) of F32
std::string described(const SafetensorsEntry& entry)
{
    return say("{0}, {1} of {2}", quotedName(entry.name), text(entry.shape), entry.type->word);
}

// How many bytes the elements take.
Result<std::int64_t> byteSizeOf(const SafetensorsEntry& entry)
{
    const auto count = numel(entry.shape);
    const auto bits = count ? checkedMul(*count, entry.type->bits) : std::nullopt;
    if (!bits)
        return corrupt(say("the size of {0} does not fit 64 bits", described(entry)), byte(entry.told));
    if (*bits % 8 != 0)
        return corrupt(say("{0}, has {1} bits, which fill no whole bytes", described(entry), *bits),
                       byte(entry.told));
    return *bits / 8;
}

Result<void> checkBytes(const SafetensorsEntry& entry)
{
    const auto needed = byteSizeOf(entry);
    if (!needed)
        return needed.error();
    if (entry.begin > entry.end || entry.end - entry.begin != *needed)
        return corrupt(say("{0}, needs {1} bytes, but its data_offsets are {2} to {3}", described(entry), *needed,
                           entry.begin, entry.end),
                       byte(entry.told));
    return {};
}

// Of a header that is wrong somewhere: the entries that make sense by themselves, each as far as the file goes.
void placeWhatFits(SafetensorsHeader& header, std::int64_t dataBegin, std::int64_t fileSize, WarningList& warnings)
{
    const auto held = fileSize - dataBegin;
    header.unread += static_cast<std::int64_t>(std::erase_if(header.entries, [&](const auto& entry) {
        if (entry.begin >= held && entry.end > held) {
            warnings.add([&] { return say("{0} lies behind the end of the file", quotedName(entry.name)); });
            return true;
        }
        const auto fits = checkBytes(entry);
        if (!fits)
            warnings.add([&] { return say("{0} was left out: {1}", quotedName(entry.name), fits.error().text); });
        return !fits;
    }));
    for (auto& entry : header.entries) {
        entry.begin += dataBegin;
        entry.end = std::min(entry.end, held) + dataBegin;
    }
}

// Turns offsets into places in the file, one tensor after the other as they lie there.
Result<void> placeEntries(SafetensorsHeader& header, std::int64_t dataBegin, std::int64_t fileSize)
{
    auto& entries = header.entries;
    for (const auto& entry : entries)
        if (auto fits = checkBytes(entry); !fits)
            return fits;
    std::vector<std::size_t> order(entries.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(entries[i].begin, entries[i].end); });
    std::int64_t reached = 0;
    const SafetensorsEntry* before = nullptr;
    for (const auto i : order) {
        auto& entry = entries[i];
        const auto previous = [&] {
            return before ? say("the end of {0}", quotedName(before->name)) : say("the header");
        };
        if (entry.begin > reached)
            return corrupt(say("between {0} and {1} lie {2} bytes that belong to no tensor", previous(),
                               quotedName(entry.name), entry.begin - reached),
                           byte(saturatingAdd(dataBegin, reached)));
        if (entry.begin < reached)
            return corrupt(say("{0} begins before {1}: they share bytes", quotedName(entry.name), previous()),
                           byte(saturatingAdd(dataBegin, entry.begin)));
        reached = entry.end;
        before = &entry;
    }
    const auto held = fileSize - dataBegin;
    const auto last = before ? quotedName(before->name) : say("the header");
    if (reached > held)
        return corrupt(say("the tensors end at byte {0}, the file has {1} bytes: it is cut short",
                           saturatingAdd(dataBegin, reached), fileSize),
                       byte(fileSize));
    if (reached < held)
        return corrupt(say("after {0} follow {1} bytes that belong to no tensor", last, held - reached),
                       byte(dataBegin + reached));
    for (auto& entry : entries) {
        entry.begin += dataBegin;
        entry.end += dataBegin;
    }
    return {};
}

} // namespace

Result<SafetensorsHeader> readSafetensorsHeader(std::string_view file, const Watch& watch, WarningList& warnings,
                                                bool despiteFaults)
{
    const auto text = textOf(file);
    if (!text)
        return text.error();
    auto header = parseSafetensorsHeader(*text, watch, warnings, despiteFaults);
    if (!header)
        return header;
    const auto dataBegin = lengthBytes + static_cast<std::int64_t>(text->size());
    const auto fileSize = static_cast<std::int64_t>(file.size());
    if (despiteFaults)
        placeWhatFits(*header, dataBegin, fileSize, warnings);
    else if (auto placed = placeEntries(*header, dataBegin, fileSize); !placed)
        return placed.error();
    return header;
}

} // namespace tscope
