// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tscope::kernels {

// What scans by devices are asked and answer, as both sides know it. All numbers have 64 bits, so that lists of
// these are tables of numbers.

// A slab of pointers and entries: of one line, or of several lines whole.
struct ScanSlab {
    std::int64_t lineBegin, lineEnd;
    std::int64_t pointerBegin, pointerEnd, entryBegin, entryEnd;
};
inline constexpr std::int64_t slabNumbers = sizeof(ScanSlab) / sizeof(std::int64_t);

// What was counted in one; see compressed::Unit. Of several lines the pointers of which do not run from 0 to the
// end without falling, `disorder` means nothing.
struct SlabCounts {
    std::int64_t disorder, longestSlice, largest, neighbours;
    std::int64_t falling, tooMany, negative, tooLarge;
    std::int64_t firstNotZero, lastNotStored, lastBeyondStored;
    std::int64_t startsBehind, startsOpen, irregular; // 1: yes
};
inline constexpr std::int64_t slabCountNumbers = sizeof(SlabCounts) / sizeof(std::int64_t);

// What was counted in a window of entries of several coordinates: first this, then the range of each coordinate.
inline constexpr std::int64_t entriesPerWindow = 1024;
struct WindowOrder {
    std::int64_t unsorted, duplicates;
};
struct WindowRange {
    std::int64_t highest, negative, tooLarge;
};
inline constexpr std::int64_t orderNumbers = sizeof(WindowOrder) / sizeof(std::int64_t);
inline constexpr std::int64_t rangeNumbers = sizeof(WindowRange) / sizeof(std::int64_t);

} // namespace tscope::kernels
