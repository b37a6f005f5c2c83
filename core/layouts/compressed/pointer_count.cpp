// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/pointer_count.h"

#include "base/say.h"
#include "layouts/shared/causes.h"
#include "layouts/shared/sentences.h"
#include "tensor/member_name.h"

#include <algorithm>

namespace tscope::compressed {

namespace {

bool doesNotRise(std::span<const std::int64_t> entries, std::int64_t k)
{
    return k > 0 && k < std::ssize(entries) &&
           entries[static_cast<std::size_t>(k - 1)] >= entries[static_cast<std::size_t>(k)];
}

// Compared with the number that is expected before anything is copied: the difference alone rules out either a
// missing pointer or one too many.
std::optional<std::int64_t> presentPointers(const Reading& reading)
{
    const auto& sizes = reading.tensor().member("compressed").array.geometry.sizes;
    return sizes.size() == 1 ? std::optional(sizes[0]) : std::nullopt;
}

// The members of a tensor without batch dims whose indices are in range, so that their order tells where slices
// begin. Nothing where they are too large to be read only for an offer.
std::optional<Slices> slicesToCount(const Reading& reading)
{
    constexpr std::int64_t most = 1 << 22;
    const auto isSmall = [&](std::string_view role) {
        return numel(reading.tensor().member(role).array.geometry).value_or(int64Max) <= most;
    };
    if (reading.tensor().member("compressed").array.geometry.rank() != 1 || !isSmall("compressed") ||
        !isSmall("plain"))
        return std::nullopt;
    auto slices = slicesOf(reading);
    const auto isInRange = [&](std::int64_t index) {
        return index >= 0 && (!slices->plainExtent || index < *slices->plainExtent);
    };
    if (!slices || slices->entries != slices->stored || !std::ranges::all_of(slices->plain, isInRange))
        return std::nullopt;
    return slices;
}

} // namespace

std::optional<std::vector<std::int64_t>> missingPointers(std::span<const std::int64_t> pointers,
                                                         std::span<const std::int64_t> entries)
{
    const auto stored = std::ssize(entries);
    if (pointers.empty() || pointers.front() < 0 || pointers.back() > stored || !std::ranges::is_sorted(pointers))
        return std::nullopt;
    std::vector<std::int64_t> missing;
    auto next = pointers.begin();
    for (std::int64_t k = 0; k <= stored; ++k) {
        const bool isNeeded = k == 0 || k == stored || doesNotRise(entries, k);
        if (isNeeded && (next == pointers.end() || *next != k))
            missing.push_back(k);
        while (next != pointers.end() && *next == k)
            ++next;
    }
    return missing;
}

std::vector<std::int64_t> removablePointers(std::span<const std::int64_t> pointers,
                                            std::span<const std::int64_t> entries)
{
    const auto count = std::ssize(pointers), stored = std::ssize(entries);
    const auto at = [&](std::int64_t i) { return pointers[static_cast<std::size_t>(i)]; };
    std::vector<std::int64_t> sorted(pointers.begin(), pointers.end());
    std::ranges::sort(sorted);
    for (std::int64_t k = 1; k < stored; ++k)
        if (doesNotRise(entries, k) && !std::ranges::binary_search(sorted, k))
            return {};
    std::int64_t falls = 0;
    for (std::int64_t i = 1; i < count; ++i)
        falls += at(i - 1) > at(i) ? 1 : 0;
    std::vector<std::int64_t> out;
    for (std::int64_t i = 0; i < count && count > 1; ++i) {
        const bool isFirst = i == 0, isLast = i + 1 == count;
        const auto around = (!isFirst && at(i - 1) > at(i) ? 1 : 0) + (!isLast && at(i) > at(i + 1) ? 1 : 0);
        const auto left = falls - around + (!isFirst && !isLast && at(i - 1) > at(i + 1) ? 1 : 0);
        if (left != 0 || at(isFirst ? 1 : 0) != 0 || at(isLast ? count - 2 : count - 1) != stored)
            continue;
        const auto same = std::ranges::equal_range(sorted, at(i));
        if (same.size() == 1 && doesNotRise(entries, at(i)))
            continue;
        if (!isLast && at(i) == at(i + 1))
            continue;
        out.push_back(i);
    }
    return out;
}

std::optional<std::int64_t> expectedPointers(const Finding& lengths)
{
    if (lengths.witnesses.size() != 1 || word(lengths.witnesses[0], "kind") != "length")
        return std::nullopt;
    return number(lengths.witnesses[0], "expected");
}

std::vector<InsertedPointer> toldInsertions(const Reading& reading, const Finding& lengths)
{
    const auto expected = expectedPointers(lengths), present = presentPointers(reading);
    if (!expected || !present || *expected <= *present)
        return {};
    const auto slices = slicesToCount(reading);
    if (!slices)
        return {};
    const auto missing = missingPointers(slices->pointers, slices->plain);
    if (!missing || std::ssize(*missing) != *expected - slices->pointerCount)
        return {};
    std::vector<InsertedPointer> out;
    for (const auto pointer : *missing) {
        const auto before = std::ranges::lower_bound(slices->pointers, pointer) - slices->pointers.begin();
        out.push_back({before + std::ssize(out), pointer});
    }
    return out;
}

std::vector<std::int64_t> possibleRemovals(const Reading& reading, const Finding& lengths)
{
    const auto expected = expectedPointers(lengths), present = presentPointers(reading);
    if (!expected || !present || *present - 1 != *expected)
        return {};
    const auto slices = slicesToCount(reading);
    if (!slices)
        return {};
    return removablePointers(slices->pointers, slices->plain);
}

std::string wrongCountText(const Reading& reading, const Finding& lengths)
{
    const auto& tensor = reading.tensor();
    if (const auto inserted = toldInsertions(reading, lengths); !inserted.empty()) {
        const auto& first = inserted.front();
        const auto count = tensor.member("compressed").array.geometry.sizes.back();
        const auto name = slotsText(tensor, "compressed", first.at, first.at + 1);
        if (inserted.size() > 1)
            return first.at < count
                       ? say("{0#} are missing, the first of them at {1}, as the order of entries says",
                             inserted.size(), name)
                       : say("the last {0#} are missing, as the order of entries says", inserted.size());
        if (first.at == 0)
            return say("the leading 0 is missing");
        return first.at < count ? say("one is missing at {0}, where the order of entries breaks", name)
                                : say("the last one is missing");
    }
    const auto removable = possibleRemovals(reading, lengths);
    if (removable.size() == 1)
        return say("{0} is one too many",
                   slotsText(tensor, "compressed", removable.front(), removable.front() + 1));
    return {};
}

std::optional<Slots> wrongCountPlace(const Reading& reading, const Finding& lengths)
{
    const auto& sizes = reading.tensor().member("compressed").array.geometry.sizes;
    const auto inserted = toldInsertions(reading, lengths);
    const auto removable = possibleRemovals(reading, lengths);
    const auto at = !inserted.empty() ? inserted.front().at : removable.size() == 1 ? removable.front() : int64Max;
    if (!sizes.empty() && at < sizes.back())
        return Slots{"compressed", at, at + 1};
    return lengths.witnesses.empty() ? std::nullopt : lengths.witnesses.front().place;
}

} // namespace tscope::compressed
