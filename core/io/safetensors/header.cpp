// SPDX-License-Identifier: Apache-2.0
#include "io/safetensors/header.h"

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
        return corrupt("a safetensors file begins with a length in 8 bytes, this one has " +
                       std::to_string(file.size()) + " bytes");
    std::uint64_t length = 0;
    for (std::size_t i = lengthBytes; i-- > 0;)
        length = length << 8 | static_cast<unsigned char>(file[i]);
    const auto left = file.size() - lengthBytes;
    if (length > static_cast<std::uint64_t>(safetensorsHeaderLimit))
        return corrupt("the header says that it has " + std::to_string(length) + " bytes, the limit is 64 MiB",
                       byte(0));
    if (length > left)
        return corrupt("the header says that it has " + std::to_string(length) + " bytes, but only " +
                           std::to_string(left) + " follow: the file is cut short",
                       byte(0));
    const auto text = file.substr(lengthBytes, static_cast<std::size_t>(length));
    if (!text.starts_with('{'))
        return corrupt("a safetensors header begins with {, found " +
                           (text.empty() ? std::string("none") : quotedName(text.substr(0, 1))),
                       byte(lengthBytes));
    return text;
}

// "w", (3, 4) of F32
std::string described(const SafetensorsEntry& entry)
{
    return quotedName(entry.name) + ", " + text(entry.shape) + " of " + std::string(entry.type->word);
}

// How many bytes the elements take.
Result<std::int64_t> byteSizeOf(const SafetensorsEntry& entry)
{
    const auto count = numel(entry.shape);
    const auto bits = count ? checkedMul(*count, entry.type->bits) : std::nullopt;
    if (!bits)
        return corrupt("the size of " + described(entry) + " does not fit 64 bits", byte(entry.told));
    if (*bits % 8 != 0)
        return corrupt(described(entry) + ", has " + std::to_string(*bits) + " bits, which fill no whole bytes",
                       byte(entry.told));
    return *bits / 8;
}

bool hasItsBytes(const SafetensorsEntry& entry)
{
    const auto needed = byteSizeOf(entry);
    return needed && entry.begin <= entry.end && entry.end - entry.begin == *needed;
}

// Of a header that is wrong somewhere: the entries that make sense by themselves, each as far as the file goes.
void placeWhatFits(SafetensorsHeader& header, std::int64_t dataBegin, std::int64_t fileSize)
{
    const auto held = fileSize - dataBegin;
    std::erase_if(header.entries, [&](const auto& entry) { return !hasItsBytes(entry) || entry.begin > held; });
    for (auto& entry : header.entries) {
        entry.begin += dataBegin;
        entry.end = std::min(entry.end, held) + dataBegin;
    }
}

// Turns offsets into places in the file, one tensor after the other as they lie there.
Result<void> placeEntries(SafetensorsHeader& header, std::int64_t dataBegin, std::int64_t fileSize)
{
    auto& entries = header.entries;
    for (auto& entry : entries) {
        const auto needed = byteSizeOf(entry);
        if (!needed)
            return needed.error();
        if (entry.begin > entry.end || entry.end - entry.begin != *needed)
            return corrupt(described(entry) + ", needs " + std::to_string(*needed) +
                               " bytes, but its data_offsets are " + std::to_string(entry.begin) + " to " +
                               std::to_string(entry.end),
                           byte(entry.told));
    }
    std::vector<std::size_t> order(entries.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(entries[i].begin, entries[i].end); });
    std::int64_t reached = 0;
    const SafetensorsEntry* before = nullptr;
    for (const auto i : order) {
        auto& entry = entries[i];
        const auto previous = [&] {
            return before ? "the end of " + quotedName(before->name) : std::string("the header");
        };
        if (entry.begin > reached)
            return corrupt("between " + previous() + " and " + quotedName(entry.name) + " lie " +
                               std::to_string(entry.begin - reached) + " bytes that belong to no tensor",
                           byte(saturatingAdd(dataBegin, reached)));
        if (entry.begin < reached)
            return corrupt(quotedName(entry.name) + " begins before " + previous() + ": they share bytes",
                           byte(saturatingAdd(dataBegin, entry.begin)));
        reached = entry.end;
        before = &entry;
    }
    const auto held = fileSize - dataBegin;
    const auto last = before ? quotedName(before->name) : std::string("the header");
    if (reached > held)
        return corrupt("the tensors end at byte " + std::to_string(saturatingAdd(dataBegin, reached)) +
                           ", the file has " + std::to_string(fileSize) + " bytes: it is cut short",
                       byte(fileSize));
    if (reached < held)
        return corrupt("after " + last + " follow " + std::to_string(held - reached) +
                           " bytes that belong to no tensor",
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
        placeWhatFits(*header, dataBegin, fileSize);
    else if (auto placed = placeEntries(*header, dataBegin, fileSize); !placed)
        return placed.error();
    return header;
}

} // namespace tscope
