// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace tscope {

// Finds the values at given ranks of the sorted order without sorting: the codes of values are cut into digits,
// and each pass over the values counts the next digit of those that begin with what is known of a wanted one.
// Exact, with memory for a few tables however many values there are.
class RankSearch
{
public:
    // Precondition: every rank is below the number of values that are counted.
    explicit RankSearch(std::span<const std::int64_t> ranks)
    {
        for (const auto rank : ranks)
            m_wanted.push_back({rank, 0});
        m_prefixes.assign(1, 0);
    }

    // The known digits of the wanted codes: sorted, each once. At first the empty one, 0.
    const std::vector<std::uint64_t>& prefixes() const { return m_prefixes; }

    // The counts of the next digit, which has `bits` bits: a table for each of the prefixes.
    void take(std::span<const std::int64_t> counts, int bits)
    {
        const auto length = std::size_t{1} << bits;
        for (auto& wanted : m_wanted) {
            const auto at = std::ranges::lower_bound(m_prefixes, wanted.code) - m_prefixes.begin();
            auto table = counts.subspan(static_cast<std::size_t>(at) * length, length);
            std::size_t digit = 0;
            while (digit + 1 < length && wanted.rank >= table[digit])
                wanted.rank -= table[digit++];
            wanted.code = (wanted.code << bits) | digit;
        }
        m_prefixes.clear();
        for (const auto& wanted : m_wanted)
            m_prefixes.push_back(wanted.code);
        std::ranges::sort(m_prefixes);
        const auto rest = std::ranges::unique(m_prefixes);
        m_prefixes.erase(rest.begin(), rest.end());
    }

    // Of the i-th of the ranks, as far as its digits have been counted.
    std::uint64_t code(std::size_t i) const { return m_wanted[i].code; }

private:
    struct Wanted {
        std::int64_t rank; // among the values with this prefix
        std::uint64_t code;
    };
    std::vector<Wanted> m_wanted;
    std::vector<std::uint64_t> m_prefixes;
};

} // namespace tscope
