// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/logical_shape.h" // what windows are cut from
#include "facts/outside.h"

#include <cstdint>
#include <vector>

namespace tscope {

// A part of a tensor as a matrix: two of its dims as rows and columns, the others held. It may reach outside.
struct CellWindow {
    int rowDim = -1, columnDim = -1; // -1: the tensor has no such dim, and one row or column, numbered 0
    Extents fixed;                   // an index; its numbers in the two dims are not looked at
    std::int64_t rowBegin = 0, rowEnd = 0, columnBegin = 0, columnEnd = 0; // [begin, end)
};

struct Cell {
    enum class State : std::uint8_t {
        absent,     // nothing is stored: the value is 0, or there is no such element
        stored,     // one entry
        duplicate,  // several; the value is their sum, of an opaque type where they can't be added
        unreadable, // stored, but its value (or that of one of several) can't be read, or its component reaches
                    // to where nothing is: then there are no entries
    };
    State state = State::absent;
    bool outsideComponent = false; // no element has this index: beyond its component, or outside the size
    std::int32_t entries = 0;      // saturating
    std::int64_t valueSlot = -1;   // of the first entry; -1: no slot shows it
    Element value;

    bool isStored() const { return state == State::stored || state == State::duplicate; } // and can be read

    bool operator==(const Cell&) const = default;
};

struct Cells {
    std::vector<Cell> cells; // row-major
    // Stored elements outside the size that share a row or a column with the window, the fixed numbers too.
    Outside outside;
};

inline constexpr std::int64_t mostCells = 1'000'000;         // of one window
inline constexpr std::int64_t mostOutsideListed = 1'000;     // beside one window
inline constexpr std::int64_t mostDuplicatesAdded = 1 << 20; // in one window; the sums of more are not told

// Looks at the entries that it must, not at all. Fails for a window that makes no sense or is too large, where the
// size is not known or the members can't be read, and when the watch stops.
Result<Cells> cells(const Tensor& tensor, const CellWindow& window, const Watch& watch = {});

} // namespace tscope
