// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/pickle/tree.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace tscope {

// The values that a pickle refers back to by number. Numbers come in order as a rule and any may come, so none of
// them sizes anything.
class PickleMemo
{
public:
    void put(std::uint32_t index, PickleTree::Id value)
    {
        if (index < m_inOrder.size())
            m_inOrder[index] = value;
        else if (index > m_inOrder.size())
            m_others[index] = value;
        else {
            m_others.erase(index);
            m_inOrder.push_back(value);
        }
    }

    std::optional<PickleTree::Id> get(std::uint32_t index) const
    {
        if (index < m_inOrder.size())
            return m_inOrder[index];
        const auto at = m_others.find(index);
        return at != m_others.end() ? std::optional(at->second) : std::nullopt;
    }

    // How many were noted so far: the number that is given next where none is said.
    std::uint32_t next() const { return static_cast<std::uint32_t>(m_inOrder.size() + m_others.size()); }

    // A measure of memory, as the tree's: what is noted out of order takes some times as much.
    std::size_t used() const { return m_inOrder.size() + 4 * m_others.size(); }

private:
    std::vector<PickleTree::Id> m_inOrder;
    std::unordered_map<std::uint32_t, PickleTree::Id> m_others;
};

} // namespace tscope
