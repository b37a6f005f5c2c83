// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/neighbours.h"

#include "array/index_reader.h"
#include "base/halving.h"
#include "base/say.h"
#include "layouts/compressed/phrases.h"
#include "layouts/shared/member_rules.h"

#include <algorithm>

namespace tscope::compressed {

namespace {

// The indices of one slice, by their positions in its batch.
class SliceIndices
{
public:
    static std::optional<SliceIndices> of(const Tensor& tensor, const OwnSlice& own)
    {
        const auto* member = tensor.find("plain");
        if (member == nullptr || whyIndexUnreadable(*member) || !member->array.isReadable())
            return std::nullopt;
        const auto& sizes = member->array.geometry.sizes;
        if (sizes.size() != own.batch.size() + 1 || own.begin < 0 || own.end > sizes.back())
            return std::nullopt;
        for (std::size_t d = 0; d < own.batch.size(); ++d)
            if (own.batch[d] >= sizes[d])
                return std::nullopt;
        return SliceIndices(member->array, own);
    }

    std::int64_t at(std::int64_t k) const { return m_reader.at(m_first + k); }

private:
    SliceIndices(const Array& array, const OwnSlice& own) : m_reader(array)
    {
        auto index = own.batch;
        index.push_back(0);
        m_first = positionOf(array.geometry.sizes, index);
    }

    IndexReader m_reader;
    std::int64_t m_first = 0; // of the batch
};

} // namespace

std::optional<OwnSlice> sliceHolding(const Tensor& tensor, const Extents& entry)
{
    const auto* member = tensor.find("compressed");
    if (member == nullptr || entry.empty() || whyIndexUnreadable(*member) || !member->array.isReadable())
        return std::nullopt;
    const auto& sizes = member->array.geometry.sizes;
    Extents batch(entry.begin(), entry.end() - 1);
    if (sizes.size() != entry.size() || sizes.back() < 2)
        return std::nullopt;
    for (std::size_t d = 0; d < batch.size(); ++d)
        if (batch[d] < 0 || batch[d] >= sizes[d])
            return std::nullopt;
    const IndexReader reader(member->array);
    const auto pointer = [&](std::int64_t at) {
        auto index = batch;
        index.push_back(at);
        return reader.at(positionOf(sizes, index));
    };
    const auto k = entry.back(), slices = sizes.back() - 1;
    const auto holds = [&](std::int64_t slice) { return pointer(slice) <= k && k < pointer(slice + 1); };
    auto slice = firstNot(0, slices, [&](std::int64_t s) { return pointer(s + 1) <= k; });
    if (slice >= slices || !holds(slice)) { // pointers that fall can lead halving astray
        constexpr std::int64_t mostTried = 1 << 16;
        slice = 0;
        while (slice < std::min(slices, mostTried) && !holds(slice))
            ++slice;
        if (slice >= std::min(slices, mostTried))
            return std::nullopt;
    }
    const auto begin = pointer(slice), end = pointer(slice + 1);
    return OwnSlice{std::move(batch), slice, begin, end};
}

std::optional<IndexRange> allowedByNeighbours(const Tensor& tensor, const Extents& entry,
                                              std::optional<std::int64_t> limit)
{
    constexpr std::int64_t looked = 32; // on each side: enough to see whether the slice is sorted
    const auto own = sliceHolding(tensor, entry);
    const auto indices = own ? SliceIndices::of(tensor, *own) : std::nullopt;
    if (!indices)
        return std::nullopt;
    const auto k = entry.back();
    std::optional<std::int64_t> before, behind;
    std::int64_t last = -1;
    for (auto j = std::max(own->begin, k - looked); j < std::min(own->end, k + 1 + looked); ++j) {
        if (j == k)
            continue;
        const auto index = indices->at(j);
        if (index <= last || (limit && index >= *limit))
            return std::nullopt;
        last = index;
        if (j < k)
            before = index;
        else if (!behind)
            behind = index;
    }
    if ((!before && !behind) || (!behind && !limit))
        return std::nullopt;
    const IndexRange range{before ? *before + 1 : 0, (behind ? *behind : *limit) - 1};
    return range.low <= range.high ? std::optional(range) : std::nullopt;
}

std::optional<std::string> sayReversed(const Tensor& tensor, const Extents& entry)
{
    constexpr std::int64_t least = 3, most = 1 << 16;
    const auto own = sliceHolding(tensor, entry);
    const auto indices = own ? SliceIndices::of(tensor, *own) : std::nullopt;
    const auto count = own ? own->end - own->begin : 0;
    if (!indices || count < least || count > most)
        return std::nullopt;
    for (auto k = own->begin + 1; k < own->end; ++k)
        if (indices->at(k) >= indices->at(k - 1))
            return std::nullopt;
    const auto lines = linesOf(*tensor.layout);
    return say("{0}: all {1#} {2} fall, from {3} to {4}: the {5} is in reverse order, likely built from its last "
               "{6} to its first",
               sliceText(tensor, own->batch, own->slice), count, lines.others, indices->at(own->begin),
               indices->at(own->end - 1), lines.slice, lines.other);
}

} // namespace tscope::compressed
