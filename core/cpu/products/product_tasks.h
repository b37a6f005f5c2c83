// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/slices.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

// How the product of two csr matrices is cut into tasks, by their patterns alone.
namespace tscope::cpu {

struct RowRange {
    std::int64_t first = 0, last = 0;
};

// A row that takes so many multiplications that threads share it: the entries of a in pieces of about as many.
struct GiantRow {
    std::int64_t row = 0;
    std::vector<std::int64_t> cuts; // where each piece begins, and the end

    std::int64_t pieces() const { return std::ssize(cuts) - 1; }
};

struct ProductTasks {
    std::vector<RowRange> ranges; // take about as many multiplications each
    std::vector<GiantRow> giants;
    std::int64_t work = 0;
};

inline constexpr std::int64_t productsPerTask = 1 << 15;
inline constexpr std::int64_t mostPiecesOfRow = 4;

template <class I>
std::int64_t productsOf(const Slices<I>& a, const Slices<I>& b, std::int64_t entry)
{
    return b.pointers[a.indices[entry] + 1] - b.pointers[a.indices[entry]];
}

// Each piece has a vector as wide as the product, which has to be worth it.
template <class I>
GiantRow giantRow(const Slices<I>& a, const Slices<I>& b, std::int64_t row, std::int64_t work)
{
    const auto pieces = std::min(mostPiecesOfRow, work / (8 * b.width + productsPerTask));
    GiantRow out{row, {a.pointers[row]}};
    std::int64_t taken = 0;
    for (std::int64_t e = a.pointers[row]; e < a.pointers[row + 1]; ++e) {
        if (out.pieces() + 1 < pieces && taken >= work / pieces * (out.pieces() + 1))
            out.cuts.push_back(e);
        taken += productsOf(a, b, e);
    }
    out.cuts.push_back(a.pointers[row + 1]);
    return out;
}

template <class I>
ProductTasks productTasks(const Slices<I>& a, const Slices<I>& b)
{
    std::vector<std::int64_t> works(static_cast<std::size_t>(a.count));
    std::int64_t total = 0;
    // An entry counts for no more than keeps all sums from overflowing.
    const auto most = (std::int64_t{1} << 62) / std::max(a.entries(), std::int64_t{1});
    for (std::int64_t row = 0; row < a.count; ++row) {
        std::int64_t work = 1;
        for (std::int64_t e = a.pointers[row]; e < a.pointers[row + 1]; ++e)
            work += std::min(productsOf(a, b, e), most);
        works[static_cast<std::size_t>(row)] = work;
        total += work;
    }
    // Where many rows are heavy each is better left to one thread.
    const auto giant = std::max(8 * productsPerTask, total / 32);
    ProductTasks out;
    out.work = total;
    RowRange range;
    std::int64_t sinceCut = 0;
    const auto cut = [&](std::int64_t next) {
        if (range.first < range.last)
            out.ranges.push_back(range);
        range = {next, next};
        sinceCut = 0;
    };
    for (std::int64_t row = 0; row < a.count; ++row) {
        const auto work = works[static_cast<std::size_t>(row)];
        if (work >= giant)
            if (auto shared = giantRow(a, b, row, work); shared.pieces() > 1) {
                cut(row + 1);
                out.giants.push_back(std::move(shared));
                continue;
            }
        range.last = row + 1;
        sinceCut += work;
        if (sinceCut >= productsPerTask)
            cut(row + 1);
    }
    cut(a.count);
    return out;
}

// Calls body(entry of a, entry of b) for each product of these entries of a.
template <class I, class Body>
void forProductsOf(const Slices<I>& a, const Slices<I>& b, std::int64_t first, std::int64_t last, Body&& body)
{
    for (auto ea = first; ea < last; ++ea)
        for (std::int64_t eb = b.pointers[a.indices[ea]]; eb < b.pointers[a.indices[ea] + 1]; ++eb)
            body(ea, eb);
}

} // namespace tscope::cpu
