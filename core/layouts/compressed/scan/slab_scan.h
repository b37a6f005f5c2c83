// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "layouts/compressed/scan/scan.h"

namespace tscope::compressed {

// Fills units of a table, one at a time. One for each thread. Borrows all it is given.
class SlabScanner
{
public:
    explicit SlabScanner(const ScanInput& input);

    // Which pointer a slab that begins after `done` pointers and entries of a line has first: along the merge of
    // the two, from `low` to `high`. So all slabs are of one size, whatever the pointers are. Looks near `likely`
    // first: what is read there is about to be counted anyway.
    std::int64_t firstPointer(std::int64_t line, std::int64_t done, std::int64_t low, std::int64_t high,
                              std::int64_t likely) const;

    // Counts one slab of a long line.
    Unit slab(const ScanTable::Slab& slab);
    // Counts short lines [lineBegin, lineEnd) whole.
    Unit lines(std::int64_t lineBegin, std::int64_t lineEnd);

private:
    template <class T>
    Unit counted(const ScanTable::Slab& slab);
    template <class T>
    Starts<T> countPointers(const ScanTable::Slab& slab, const T* values, std::int64_t origin, Unit& unit);
    template <class T>
    Starts<T> startsOf(const ScanTable::Slab& slab, const T* pointers, std::int64_t slices, const T* values,
                       std::int64_t origin, Unit& unit) const;

    const ScanInput& m_input;
    bool m_narrow;                // both members are int32
    bool m_countsOutside = false; // the slab before had entries outside
    IndexLines::Scratch m_pointerScratch, m_entryScratch;
};

} // namespace tscope::compressed
