// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/products/product.h"

#include <cstddef>

namespace tscope::cpu {

// The inner loops of products. Sums that are not yet rounded to T lie in plain bytes: each takes `sumBytes`.

template <class T, class I>
struct GatherLoops {
    std::int64_t sumBytes = 0;
    // Writes the rows of Y that belong to the slices [first, last).
    void (*slices)(const Slices<I>& pattern, const Blocks<T>& blocks, const Dense<const T>& x, const Dense<T>& y,
                   std::int64_t first, std::int64_t last) = nullptr;
    // What the entries [begin, end) of one slice sum up to: outSize x x.columns sums.
    void (*piece)(const Slices<I>& pattern, const Blocks<T>& blocks, const Dense<const T>& x, std::int64_t begin,
                  std::int64_t end, std::byte* sums) = nullptr;
    // Adds up `pieces` times y.rows x y.columns sums, and writes them.
    void (*close)(const std::byte* sums, std::int64_t pieces, const Dense<T>& y) = nullptr;
};

// Where a scattering loop writes: others see to the rest.
struct ScatterShare {
    std::int64_t firstBlock = 0, blocks = 0;   // of the rows of Y
    std::int64_t firstColumn = 0, columns = 0; // of X and Y
};

// Contributions are added where `sums` has them: in Y itself where T adds in place, else in sums of their own,
// rows of `stride` sums.
template <class T, class I>
struct ScatterLoops {
    std::int64_t sumBytes = 0;
    bool addsInPlace = false;
    void (*slices)(const Slices<I>& pattern, const Blocks<T>& blocks, const Dense<const T>& x, std::byte* sums,
                   std::int64_t stride, const ScatterShare& share, std::int64_t first,
                   std::int64_t last) = nullptr;
    void (*coordinates)(const Coordinates<I>& pattern, const T* values, const Dense<const T>& x, std::byte* sums,
                        std::int64_t stride, const ScatterShare& share, std::int64_t begin,
                        std::int64_t end) = nullptr;
    void (*round)(const std::byte* sums, T* to, std::int64_t count) = nullptr; // not for sums in place
    // The same as `slices` and `coordinates`: for blocks of more than one element, and for single elements and
    // more than one column; null where there is no faster way.
    decltype(slices) slicesOfBlocks = nullptr, slicesOfElements = nullptr;
    decltype(coordinates) coordinatesOfRows = nullptr;
};

// Entries [begin, end) by ascending rows. Rows that lie wholly among them are written to Y, and zeros to the rows
// without entries before each (behind the last entry of all, those to the end); what belongs to a row that began
// before `begin` goes to `head`, to one that goes on behind `end` to `tail` (x.columns sums each, only one of them
// written if that is the same row: then `head`). Returns whether the rows are ascending, the one before `begin`
// included; if not, Y holds anything.
template <class T, class I>
struct RunLoops {
    std::int64_t sumBytes = 0;
    bool (*runs)(const Coordinates<I>& pattern, const T* values, const Dense<const T>& x, const Dense<T>& y,
                 std::int64_t begin, std::int64_t end, std::byte* head, std::byte* tail) = nullptr;
    // into += what, `count` sums each
    void (*add)(std::byte* into, const std::byte* what, std::int64_t count) = nullptr;
    void (*round)(const std::byte* sums, T* to, std::int64_t count) = nullptr;
};

// The best that may be used here.
template <class T, class I>
GatherLoops<T, I> gatherLoops();
template <class T, class I>
ScatterLoops<T, I> scatterLoops();

// One element after another, for any type.
template <class T, class I>
GatherLoops<T, I> plainGatherLoops();
template <class T, class I>
ScatterLoops<T, I> plainScatterLoops();
template <class T, class I>
RunLoops<T, I> runLoops();

} // namespace tscope::cpu
