// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/slices.h"
#include "make/random.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace tscope::cpu::testing {

// A compressed pattern that owns its arrays.
template <class I>
struct Pattern {
    std::int64_t width = 0;
    std::vector<I> pointers{0}, indices;

    Slices<I> slices() const { return {std::ssize(pointers) - 1, width, pointers.data(), indices.data()}; }
    std::int64_t entries() const { return std::ssize(indices); }
};

enum class Order { ascending, any }; // any: with duplicates too

// Slices of 0 to `longest` entries; every third one is empty.
template <class I>
Pattern<I> randomPattern(Random& random, std::int64_t slices, std::int64_t width, std::int64_t longest,
                         Order order)
{
    Pattern<I> out;
    out.width = width;
    for (std::int64_t s = 0; s < slices; ++s) {
        const auto count = width == 0 || random.below(3) == 0 ? 0 : random.between(0, longest);
        std::vector<I> slice;
        for (std::int64_t e = 0; e < count; ++e)
            slice.push_back(static_cast<I>(random.below(width)));
        if (order == Order::ascending) {
            std::ranges::sort(slice);
            slice.erase(std::unique(slice.begin(), slice.end()), slice.end());
        }
        out.indices.insert(out.indices.end(), slice.begin(), slice.end());
        out.pointers.push_back(static_cast<I>(out.indices.size()));
    }
    return out;
}

} // namespace tscope::cpu::testing
