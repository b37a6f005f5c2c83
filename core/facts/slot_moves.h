// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"
#include "base/watch.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tscope {

// Which numbers of an array that an edit has made longer or shorter are those of before, in the same slot or moved
// to another one. Numbers are compared byte by byte, in their order; what may have moved by several ways is told
// to have moved by one of them.
class SlotMoves
{
public:
    struct Kept {
        std::int64_t begin = 0, end = 0; // slots of now
        std::int64_t shift = 0;          // to the slots of before: the number at `slot` was at `slot - shift`

        bool operator==(const Kept&) const = default;
    };

    // Nothing where both have the same length, where they can't be compared, where they are too long for that or
    // have too little in common, and when it is stopped.
    static std::optional<SlotMoves> between(const Array& before, const Array& after, const Watch& watch = {});

    // In order, apart from each other.
    const std::vector<Kept>& kept() const { return m_kept; }
    // The slot before; nothing where the number is new or another one.
    std::optional<std::int64_t> from(std::int64_t slot) const;
    // The slot before of another number in whose place this one is.
    std::optional<std::int64_t> inPlaceOf(std::int64_t slot) const;

private:
    std::vector<Kept> m_kept, m_replaced;
};

} // namespace tscope
