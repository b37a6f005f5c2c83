// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "layouts/compressed/scan/scan.h"

#include <functional>

namespace tscope::compressed {

enum class Fault : std::uint8_t {
    firstNotZero,     // 5.1
    lastNotStored,    // 5.2
    lastBeyondStored, // 5.2 as SciPy words it
    step,             // 5.3: falling, or by more than the plain extent
    fall,             // 5.3, its lower half
    negative,         // 5.4
    tooLarge,         // 5.5
    disorder,         // 5.6, CU-5
};

// One place of a fault. Pointers: position in the line of pointers. Entries: position in the line of entries, and
// for disorder the slice (1-based) too.
struct Place {
    const Extents& batch;
    std::int64_t line = 0; // folded: where the place stands in memory
    std::int64_t position = 0;
    std::int64_t slice = 0;
    std::int64_t previous = 0; // the value before; step, fall and disorder only
    std::int64_t actual = 0;
};

// Returns false to stop.
using PlaceVisitor = std::function<bool(const Place&)>;

// The first `limit` places of a fault that a table has counted, in the order of the tensor. Looks only into units
// that counted some.
void visitPlaces(const ScanInput& input, const ScanTable& table, Fault fault, std::int64_t limit,
                 const PlaceVisitor& visit);

// The slices that may hold a disordered entry, line by line in order: all that do, and some neighbours.
using SliceVisitor =
    std::function<bool(std::int64_t line, std::int64_t slice, std::int64_t begin, std::int64_t end)>;
void visitSuspectSlices(const ScanInput& input, const ScanTable& table, std::int64_t line,
                        const SliceVisitor& visit);

} // namespace tscope::compressed
