// SPDX-License-Identifier: Apache-2.0
// The counting scan over the coordinates of coo, window by window. What it reads is not proven to be anything but
// arrays; no number in them leads anywhere.
#pragma once

#include "kernels/index_array.h"
#include "kernels/kernel_entry.h"
#include "kernels/scan_counts.h"

namespace tscope::kernels {

// So many threads share a window; which of its entries one has compared so far fits a word.
inline constexpr std::int64_t sharesOfWindow = 16;
static_assert(entriesPerWindow / sharesOfWindow <= 64);

struct CountWindowShares {
    IndexLines indices;         // a line for each coordinate
    const std::int64_t* limits; // of each; null: there are none
    std::int64_t numbers;       // that are told of each share
    std::int64_t* to;

    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        const auto begin = i / sharesOfWindow * entriesPerWindow;
        const auto end = begin + entriesPerWindow < indices.length ? begin + entriesPerWindow : indices.length;
        const auto first = begin + i % sharesOfWindow;
        auto* out = to + i * numbers;
        std::uint64_t decided = 0; // a bit for each entry that differs from the one before
        std::int64_t unsorted = 0, differing = 0;
        for (std::int64_t dim = 0; dim < indices.lines; ++dim) {
            WindowRange range{-1, 0, 0};
            // What is negative is not too large as well, even where the extent is.
            const auto limit = limits != nullptr && limits[dim] > 0 ? limits[dim] : 0;
            auto bit = std::uint64_t{1};
            for (auto k = first; k < end; k += sharesOfWindow, bit <<= 1) {
                const auto own = indices.at(dim, k);
                range.highest = range.highest < own ? own : range.highest;
                range.negative += own < 0 ? 1 : 0;
                range.tooLarge += limits != nullptr && own >= limit ? 1 : 0;
                if (k == 0 || (decided & bit) != 0)
                    continue;
                const auto before = indices.at(dim, k - 1);
                if (own == before)
                    continue;
                decided |= bit;
                ++differing;
                unsorted += own < before ? 1 : 0;
            }
            auto* told = out + orderNumbers + dim * rangeNumbers;
            told[0] = range.highest;
            told[1] = range.negative;
            told[2] = range.tooLarge;
        }
        const auto entries = first < end ? (end - first + sharesOfWindow - 1) / sharesOfWindow : 0;
        out[0] = unsorted;
        out[1] = entries - (first == 0 && entries > 0 ? 1 : 0) - differing; // the very first has none before it
    }
};

struct JoinWindowShares {
    std::int64_t numbers;
    const std::int64_t* from;
    std::int64_t* to;

    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        const auto number = i % numbers;
        const bool isHighest = number >= orderNumbers && (number - orderNumbers) % rangeNumbers == 0;
        const auto* shares = from + i / numbers * sharesOfWindow * numbers + number;
        auto joined = shares[0];
        for (std::int64_t share = 1; share < sharesOfWindow; ++share) {
            const auto other = shares[share * numbers];
            joined = isHighest ? (joined < other ? other : joined) : joined + other;
        }
        to[i] = joined;
    }
};

inline std::int32_t takesCoordinates(const tscope_call* call, tscope_error* error)
{
    const bool takes = call->in_count == 2 && isIndexLines(*call, 0) && call->in[1].members[0].dims == 1 &&
                       call->in[1].members[0].type == TSCOPE_I64 && call->in[1].members[0].strides[0] == 1;
    const auto limits = takes ? call->in[1].members[0].sizes[0] : 0;
    if (takes && (limits == 0 || limits == call->in[0].members[0].sizes[0]))
        return 1;
    failed(error, TSCOPE_UNSUPPORTED, "takes rows of int32 or int64 and as many limits, or none");
    return 0;
}

// Inputs: indices, and the extent that each of their rows stays below, or nothing.
template <class Queue>
std::int32_t runScanCoo(const tscope_call* call, tscope_error* error)
{
    Queue queue(*call, error);
    const auto indices = IndexLines::of(call->in[0].members[0]);
    const auto& limits = call->in[1].members[0];
    const auto windows = (indices.length + entriesPerWindow - 1) / entriesPerWindow;
    const auto numbers = orderNumbers + indices.lines * rangeNumbers;
    auto* shares = queue.template room<std::int64_t>(windows * sharesOfWindow * numbers);
    queue.each(windows * sharesOfWindow,
               CountWindowShares{indices,
                                 limits.sizes[0] > 0 ? static_cast<const std::int64_t*>(limits.data) : nullptr,
                                 numbers, shares});
    queue.each(windows * numbers,
               JoinWindowShares{numbers, shares, static_cast<std::int64_t*>(call->out->members[0].data)});
    return queue.code();
}

template <class Queue>
void addScanCoo(std::vector<KernelEntry>& list)
{
    list.push_back({.op = "scan_coo",
                    .name = "scan.coo",
                    .layouts = {"strided", "strided"},
                    .result = "strided",
                    .types = indexTypes,
                    .indexTypes = 0,
                    .run = runScanCoo<Queue>,
                    .takes = takesCoordinates});
}

} // namespace tscope::kernels
