// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/tally_loops.h"

#include <algorithm>

namespace tscope::compressed {

namespace {

// The loop that all speed depends on: one subtraction, one comparison and one product for each index.
template <class T, class Count, class BinOf>
std::int64_t countEach(const T* indices, std::int64_t count, const Bins& bins, Count weight, Count* counts,
                       BinOf&& binOf)
{
    const auto begin = static_cast<std::uint64_t>(bins.begin());
    const auto numbers = static_cast<std::uint64_t>(bins.numbers());
    std::int64_t missed = 0;
    for (std::int64_t k = 0; k < count; ++k) {
        const auto at = static_cast<std::uint64_t>(static_cast<std::int64_t>(indices[k])) - begin;
        if (at < numbers) [[likely]]
            counts[binOf(at)] += weight;
        else
            ++missed;
    }
    return missed;
}

template <class T, class Count>
std::int64_t countBlocks(const T* indices, std::int64_t count, const Bins& bins, const BlockedIndex& index,
                         Count weight, Count* counts)
{
    // The indices of which something lies in the window.
    const auto block = index.block;
    const auto least = bins.begin() / block, most = std::min((bins.end() - 1) / block, index.extent - 1);
    std::int64_t missed = 0;
    for (std::int64_t k = 0; k < count; ++k) {
        const auto at = static_cast<std::int64_t>(indices[k]);
        if (at < least || at > most) {
            ++missed;
            continue;
        }
        auto from = std::max(at * block, bins.begin());
        const auto end = std::min(at * block + block, bins.end());
        for (auto bin = bins.of(from); from < end; ++bin) {
            const auto until = std::min(bins.first(bin + 1), end);
            counts[bin] += weight * static_cast<Count>(until - from);
            from = until;
        }
    }
    return missed;
}

} // namespace

template <class T, class Count>
std::int64_t countIndices(const T* indices, std::int64_t count, const Bins& bins, const BlockedIndex& index,
                          Count weight, Count* counts)
{
    if (bins.count() == 0)
        return count;
    if (index.block > 1)
        return countBlocks(indices, count, bins, index, weight, counts);
    if (bins.isOneEach())
        return countEach(indices, count, bins, weight, counts, [](std::uint64_t at) { return at; });
    if (bins.isScaled())
        return countEach(indices, count, bins, weight, counts,
                         [factor = bins.factor()](std::uint64_t at) { return Bins::scaled(at, factor); });
    return countEach(indices, count, bins, weight, counts, [&](std::uint64_t at) {
        return static_cast<std::uint64_t>(bins.of(bins.begin() + static_cast<std::int64_t>(at)));
    });
}

template std::int64_t countIndices(const std::int32_t*, std::int64_t, const Bins&, const BlockedIndex&,
                                   std::uint32_t, std::uint32_t*);
template std::int64_t countIndices(const std::int32_t*, std::int64_t, const Bins&, const BlockedIndex&,
                                   std::uint64_t, std::uint64_t*);
template std::int64_t countIndices(const std::int64_t*, std::int64_t, const Bins&, const BlockedIndex&,
                                   std::uint32_t, std::uint32_t*);
template std::int64_t countIndices(const std::int64_t*, std::int64_t, const Bins&, const BlockedIndex&,
                                   std::uint64_t, std::uint64_t*);

} // namespace tscope::compressed
