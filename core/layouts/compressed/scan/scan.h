// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/scan_device.h"
#include "base/watch.h"
#include "layouts/compressed/scan/batch_fold.h"
#include "layouts/compressed/scan/index_lines.h"
#include "layouts/compressed/scan/kernels.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tscope::compressed {

// What a scan looks at, line by line: pointers, entries, or both together, then as many lines of each.
struct ScanInput {
    BatchFold fold; // of what is scanned
    std::optional<IndexLines> pointers, entries;
    std::optional<std::int64_t> plainExtent; // np, for 5.3's upper half and 5.5
    std::optional<std::int64_t> stored;      // nnz, for 5.2
    Order order = Order::strict;
    bool toLastPointer = false; // as if each line of entries ended at its last pointer

    std::int64_t lines() const { return pointers ? pointers->lines() : entries->lines(); }
    std::int64_t pointersPerLine() const { return pointers ? pointers->length() : 0; }
    // Entries of one line that are looked at.
    std::int64_t entriesIn(std::int64_t line) const;
};

// The counts of one slab of work: about unitSize pointers and entries of one line that belong together, or several
// short lines whole. In an orderly tensor the pointers of a slab point at its entries (or just behind them).
struct Unit {
    std::int64_t disorder = 0; // neighbours out of order less the starts of slices; of whole lines: places of 5.6
    std::int64_t longestSlice = 0;
    std::int64_t largest = -1;
    std::int64_t neighbours = 0; // neighbours out of order, wherever slices start
    std::int32_t falling = 0, tooMany = 0, negative = 0, tooLarge = 0;
    std::int32_t firstNotZero = 0, lastNotStored = 0, lastBeyondStored = 0; // lines
    bool startsBehind = false; // one of the starts taken off `disorder` is the next slab's first entry
    bool startsOpen = false;   // its pointers fall or point outside the slab, so no start is taken off
    bool irregular = false;    // that, or the line does not begin at 0 or end at its last entry

    bool operator==(const Unit&) const = default;
};

// Sums over everything, repeated batch entries counted as often as they stand in the tensor.
struct Totals {
    std::int64_t firstNotZero = 0, lastNotStored = 0, lastBeyondStored = 0; // 5.1 5.2
    std::int64_t falling = 0, tooMany = 0;                                  // 5.3
    std::int64_t negative = 0, tooLarge = 0;                                // 5.4 5.5
    std::int64_t disorder = 0;                                              // 5.6
    std::int64_t longestSlice = 0;
    std::int64_t largest = -1; // -1: no entry, or all negative
};

// The result of a scan: counts by slab. Holds no memory of the tensor; the input it was made of is given again
// where elements have to be looked at.
struct ScanTable {
    static constexpr std::int64_t unitSize = longestWindow;

    std::int64_t lines = 0;
    std::int64_t pointersPerLine = 0, entriesPerLine = 0;
    std::int64_t unitsPerLine = 0; // of long lines, else 0
    std::int64_t linesPerUnit = 0; // of short ones, else 0
    std::vector<Unit> units;
    // Of the slabs of lines that have several; their entries follow from it.
    std::vector<std::int64_t> firstPointers;
    Totals totals;

    bool hasLongLines() const { return unitsPerLine > 0; }
    std::int64_t lineOf(std::int64_t unit) const // the first one
    {
        return hasLongLines() ? unit / unitsPerLine : unit * linesPerUnit;
    }
    std::int64_t lineEndOf(std::int64_t unit) const;
    // The pointers and entries of a slab of a long line; `entries` as ScanInput::entriesIn() says.
    struct Slab {
        std::int64_t line, pointerBegin, pointerEnd, entryBegin, entryEnd;
    };
    Slab slab(std::int64_t unit, std::int64_t entries) const;
};

// Counts everything in one pass. Starts no thread for little work. Stops early, with a table that means nothing,
// when `watch` says so. With a device, which may do it or not, the table is the same.
ScanTable scan(const ScanInput& input, const Watch& watch = {}, ScanDevice* device = nullptr);

// What has changed since a scan: positions of single pointers and entries, all lines in a row.
struct Touched {
    std::vector<std::int64_t> pointers, entries;
};
// The table of `input`, which differs from what `before` was made of in these positions only and is otherwise
// asked the same. Nothing when that is no cheaper than a new scan.
std::optional<ScanTable> rescan(const ScanInput& input, const ScanTable& before, const Touched& touched);

} // namespace tscope::compressed
