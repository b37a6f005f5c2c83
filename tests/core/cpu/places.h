// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "make/random.h"

#include <cstdint>
#include <numeric>
#include <vector>

namespace tscope::cpu::testing {

using Extents = std::vector<std::int64_t>;

// A place in memory for an array: some order of its dims, gaps between them, some walked through backwards.
struct Place {
    Extents strides;
    std::int64_t first = 0, items = 1; // of the element 0 and in all

    Place(Random& random, const Extents& sizes, bool mayExpand) : strides(sizes.size())
    {
        std::vector<std::size_t> order(sizes.size());
        std::iota(order.begin(), order.end(), 0);
        for (auto i = order.size(); i > 1; --i)
            std::swap(order[i - 1], order[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(i)))]);
        for (auto d : order) {
            if (mayExpand && random.below(5) == 0)
                continue; // stride 0
            const auto step = items * (random.below(4) == 0 ? 2 : 1) + (random.below(4) == 0 ? 1 : 0);
            strides[d] = step;
            items = step * std::max<std::int64_t>(sizes[d], 1);
            if (sizes[d] > 0 && random.below(4) == 0) {
                first += step * (sizes[d] - 1);
                strides[d] = -step;
            }
        }
    }
};

template <class Body>
void forEachIndex(const Extents& sizes, Body&& body)
{
    const auto count = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{1}, std::multiplies<>());
    Extents index(sizes.size());
    for (std::int64_t n = 0; n < count; ++n) {
        body(index);
        for (auto d = sizes.size(); d-- > 0 && ++index[d] == sizes[d];)
            index[d] = 0;
    }
}

inline std::int64_t offsetOf(const Place& place, const Extents& index)
{
    return std::inner_product(index.begin(), index.end(), place.strides.begin(), place.first);
}

} // namespace tscope::cpu::testing
