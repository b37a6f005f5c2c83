// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/missing_index.h"

#include "base/human_numbers.h"
#include "base/memory_budget.h"
#include "base/say.h"
#include "layouts/compressed/phrases.h"
#include "layouts/compressed/repair_plans.h"
#include "layouts/compressed/slices.h"
#include "layouts/shared/member_rules.h"
#include "layouts/shared/rewrites.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace tscope::compressed {

namespace {

// Indices and values of each batch. Nothing where the shapes do not tell them.
struct StoredCounts {
    std::int64_t indices = 0, values = 0;
};

std::optional<StoredCounts> storedCounts(const Tensor& tensor)
{
    const auto rank = tensor.member("compressed").array.geometry.sizes.size();
    const auto& plain = tensor.member("plain").array.geometry.sizes;
    const auto& values = tensor.member("values").array.geometry.sizes;
    if (rank < 1 || plain.size() != rank || values.size() < rank)
        return std::nullopt;
    return StoredCounts{plain[rank - 1], values[rank - 1]};
}

// Neighbours in [begin, end) that are out of order.
std::int64_t breaksIn(const std::int64_t* plain, std::int64_t begin, std::int64_t end)
{
    std::int64_t breaks = 0;
    for (auto k = begin + 1; k < end; ++k)
        breaks += plain[k - 1] < plain[k] ? 0 : 1;
    return breaks;
}

// Precondition: the pointers never fall and end one behind the indices.
std::optional<SliceRange> lackingByOrder(const Slices& slices)
{
    const auto count = slices.pointerCount - 1;
    const auto *p = slices.pointersOf(0), *plain = slices.plainOf(0);
    // Where a slice lacks an index, those behind it begin one earlier than their pointers say.
    std::vector<std::int64_t> behind(static_cast<std::size_t>(count) + 1, 0);
    for (auto i = count; i-- > 0 && p[i] > 0;)
        behind[static_cast<std::size_t>(i)] =
            behind[static_cast<std::size_t>(i) + 1] + breaksIn(plain, p[i] - 1, p[i + 1] - 1);
    std::optional<std::int64_t> fewest;
    std::int64_t before = 0, holding = 0, alike = 0;
    SliceRange range;
    for (std::int64_t i = 0; i < count; ++i) {
        if (p[i] == p[i + 1])
            continue; // counts no index
        const auto breaks = before + breaksIn(plain, p[i], p[i + 1] - 1) + behind[static_cast<std::size_t>(i) + 1];
        ++holding;
        if (!fewest || breaks < *fewest) {
            fewest = breaks;
            range.first = i;
            alike = 0;
        }
        if (breaks == *fewest) {
            range.last = i;
            ++alike;
        }
        before += breaksIn(plain, p[i], std::min(p[i + 1], slices.entries));
    }
    return fewest && (alike < holding || holding == 1) ? std::optional(range) : std::nullopt;
}

Result<EditList> withoutLastValueOf(const Tensor& tensor, Slices& slices, std::int64_t slice)
{
    const auto last = slices.pointersOf(0)[slice + 1] - 1;
    for (auto i = slice + 1; i < slices.pointerCount; ++i)
        --slices.pointersOf(0)[i];
    auto list = withPointers(tensor, slices);
    if (!list)
        return list;
    Picks picks{slices.stored - 1, std::vector<std::int64_t>(static_cast<std::size_t>(slices.stored - 1))};
    std::iota(picks.first.begin(), picks.first.end(), 0);
    std::for_each(picks.first.begin() + last, picks.first.end(), [](std::int64_t& k) { ++k; });
    const auto& values = tensor.member("values");
    auto array = gathered(values.array, 0, picks);
    if (!array)
        return array.error();
    list->edits.push_back(ReplaceArray{"values", std::move(*array), values.layout});
    return list;
}

} // namespace

bool hasUnequalCounts(const Reading& reading)
{
    const auto counts = storedCounts(reading.tensor());
    return counts && counts->indices != counts->values;
}

std::optional<SliceRange> slicesLackingIndex(const Reading& reading)
{
    constexpr std::int64_t mostEntries = 1 << 22; // gone through only to say where
    const auto counts = storedCounts(reading.tensor());
    const auto& pointers = reading.tensor().member("compressed").array.geometry;
    if (!counts || counts->indices != counts->values - 1 || counts->values > mostEntries ||
        pointers.sizes.size() != 1 || pointers.sizes[0] > mostEntries)
        return std::nullopt;
    const auto slices = slicesOf(reading);
    if (!slices || slices->pointerCount < 2)
        return std::nullopt;
    const auto* p = slices->pointersOf(0);
    const bool isCounted =
        p[0] == 0 && p[slices->pointerCount - 1] == slices->stored && std::is_sorted(p, p + slices->pointerCount);
    return isCounted ? lackingByOrder(*slices) : std::nullopt;
}

Result<EditList> planTruncateEntries(const Reading& reading, const Report&)
{
    auto slices = slicesOf(reading);
    if (!slices)
        return notPossible();
    if (const auto lacking = slicesLackingIndex(reading); lacking && lacking->first == lacking->last)
        return withoutLastValueOf(reading.tensor(), *slices, lacking->first);
    const auto count = std::min(slices->entries, slices->stored);
    for (auto& pointer : slices->pointers)
        pointer = std::min(pointer, count);
    for (std::int64_t b = 0; b < slices->batches; ++b)
        slices->pointersOf(b)[slices->pointerCount - 1] = count;
    Picks picks{count, {}};
    for (std::int64_t b = 0; b < slices->batches; ++b)
        for (std::int64_t k = 0; k < count; ++k)
            picks.first.push_back(k);
    return withEntries(reading.tensor(), *slices, picks);
}

std::string truncatedText(const Reading& reading, const Report&)
{
    const auto& tensor = reading.tensor();
    const auto counts = storedCounts(tensor);
    if (!counts || counts->indices == counts->values)
        return {};
    const auto [indices, values] = *counts;
    const bool isBlocked = tensor.layout->name == "bsr" || tensor.layout->name == "bsc";
    const auto one = isBlocked ? say("value block") : say("value");
    const auto many = isBlocked ? say("value blocks") : say("values");
    if (values < indices)
        return indices - values == 1 ? say("drop the last index, which has no {0}", one)
                                     : say("drop the last {0}, which have no {1}",
                                           counted(indices - values, say("index"), say("indices")), many);
    if (values - indices > 1)
        return say("drop the last {0}, which have no index", counted(values - indices, one, many));
    const auto lacking = slicesLackingIndex(reading);
    if (!lacking)
        return say("drop the last {0}, which has no index", one);
    if (lacking->first == lacking->last)
        return say("drop the last {0} of {1}, which lacks an index", one, sliceText(tensor, {}, lacking->first));
    return say("drop the last {0}, which has no index; one of {1} {2} to {3} lacks it", one,
               linesOf(*tensor.layout).slices, lacking->first, lacking->last);
}

bool lacksSomeValues(const Reading& reading, const Report&)
{
    const auto counts = storedCounts(reading.tensor());
    return counts && counts->values >= 1 && counts->values < counts->indices &&
           counts->indices - counts->values <= counts->values;
}

Result<EditList> planAppendValues(const Reading& reading, const Report& report)
{
    const auto& tensor = reading.tensor();
    const auto &plain = tensor.member("plain"), &values = tensor.member("values");
    if (!lacksSomeValues(reading, report) || !plain.isReadable() || whyTooRepeated(plain) ||
        bytesToRewrite(plain) > memoryBudget() || values.array.dtype.isOpaque())
        return notPossible();
    const auto [indices, stored] = *storedCounts(tensor);
    Picks picks{indices, {}};
    for (std::int64_t k = 0; k < numel(plain.array.geometry).value_or(0); ++k)
        picks.first.push_back(k % indices < stored ? k % indices : -1);
    const auto dim = tensor.member("compressed").array.geometry.rank() - 1;
    auto array = gathered(values.array, dim, picks);
    if (!array)
        return array.error();
    return EditList{{ReplaceArray{"values", std::move(*array), values.layout}}};
}

std::string appendedText(const Reading& reading, const Report&)
{
    const auto& tensor = reading.tensor();
    const auto [indices, values] = *storedCounts(tensor);
    const bool isBlocked = tensor.layout->name == "bsr" || tensor.layout->name == "bsc";
    if (indices - values == 1)
        return isBlocked ? say("append a block of zeros for the last index, which has no value block")
                         : say("append a 0 for the last index, which has no value");
    return isBlocked ? say("append blocks of zeros for the last {0#} indices, which have no value blocks",
                           indices - values)
                     : say("append zeros for the last {0#} indices, which have no values", indices - values);
}

} // namespace tscope::compressed
