// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/diff.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace tscope {

enum class ElementDifference : std::uint8_t { changed, close, rounded, onlyA, onlyB };

// Some of the differences of one kind, in the order in which a comparison meets them: it may meet any number of
// them, and keeps no more than are wanted.
class DifferencePage
{
public:
    DifferencePage(ElementDifference kind, std::int64_t skip, std::int64_t most)
        : m_kind(kind), m_skip(skip), m_most(most)
    {
    }

    struct Range {
        std::int64_t begin = 0, end = 0;
    };
    // Which of the next `count` differences of a kind belong to it.
    Range take(ElementDifference kind, std::int64_t count)
    {
        if (kind != m_kind)
            return {};
        const auto begin = std::clamp<std::int64_t>(m_skip - m_met, 0, count);
        const auto end = std::min(count, begin + m_most - std::ssize(m_places));
        m_met += count;
        return {begin, std::max(begin, end)};
    }
    void add(DifferentPlace place) { m_places.push_back(std::move(place)); }
    bool isFull() const { return std::ssize(m_places) >= m_most; }

    std::vector<DifferentPlace>& places() { return m_places; }
    void clear()
    {
        m_places.clear();
        m_met = 0;
    }

private:
    ElementDifference m_kind;
    std::int64_t m_skip, m_most, m_met = 0;
    std::vector<DifferentPlace> m_places;
};

} // namespace tscope
