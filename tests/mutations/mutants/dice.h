// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "make/random.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace tscope::mutations {

// The random choices of one run. They depend on the seed and the number of the run only, so that one run can be
// repeated without those before it, and in any thread.
class Dice
{
public:
    Dice(std::uint64_t seed, std::uint64_t number) : m_random(Random(seed).next() ^ number) {}

    // One of 0 .. count-1. Precondition: count > 0.
    std::size_t below(std::size_t count)
    {
        return static_cast<std::size_t>(m_random.below(static_cast<std::int64_t>(count)));
    }
    // One of low .. high.
    std::size_t between(std::size_t low, std::size_t high) { return low + below(high - low + 1); }
    bool oneIn(std::size_t count) { return below(count) == 0; }
    std::uint64_t bits() { return m_random.next(); }

    // Precondition: there is something to choose from.
    template <typename List>
    const auto& of(const List& list)
    {
        return list[below(std::size(list))];
    }

private:
    Random m_random;
};

} // namespace tscope::mutations
