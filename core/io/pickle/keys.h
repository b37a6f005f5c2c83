// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/pickle/tree.h"

#include <deque>
#include <functional>

namespace tscope {

// What tells a key of a dict from the others: 1 and "1" are two keys, and read the same in a path.
struct PickleKey {
    PickleKind kind = PickleKind::none;
    std::uint64_t number = 0;
    std::string_view text = {};

    bool operator==(const PickleKey&) const = default;
};

struct PickleKeyHash {
    std::size_t operator()(const PickleKey& key) const noexcept
    {
        const auto rest = std::hash<std::uint64_t>()(key.number * 31 + static_cast<std::uint64_t>(key.kind));
        return std::hash<std::string_view>()(key.text) ^ rest * 0x9E3779B97F4A7C15u;
    }
};

// Makes the keys of one dict. They stay valid as long as this and the pickle do. A key of more than a line of text
// is told by which value of the pickle it is: written twice it counts as two.
class PickleKeys
{
public:
    // What `bytesLeft` allows is spent on keys that are made of parts.
    PickleKeys(const PickleTree& tree, std::size_t& bytesLeft) : m_tree(tree), m_bytesLeft(bytesLeft) {}

    PickleKey of(PickleTree::Id key);

private:
    PickleKey ofParts(PickleTree::Id key);

    const PickleTree& m_tree;
    std::size_t& m_bytesLeft;
    std::deque<std::string> m_texts; // their addresses stay
};

} // namespace tscope
