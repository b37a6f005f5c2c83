// SPDX-License-Identifier: Apache-2.0
#include "cpu/convert/gather_items.h"

#include "cpu/convert/item_copy.h"

#include <algorithm>
#include <cstdlib>

namespace tscope::cpu {

namespace {

template <class Copy>
void gather(const DenseSource& source, const GridParts::Piece& piece, std::byte* to, const Copy& copyItem)
{
    const auto* from = source.data + piece.firstRow * source.rowStride + piece.firstColumn * source.columnStride;
    const auto copy = [&](std::int64_t row, std::int64_t column) {
        copyItem(to + (row * piece.columns() + column) * source.itemBytes,
                 from + row * source.rowStride + column * source.columnStride);
    };
    // Where the items of a column lie nearer together, some columns at a time: what they bring along is used while
    // it is in the cache, and those after them are asked for.
    if (std::abs(source.rowStride) < std::abs(source.columnStride)) {
        constexpr std::int64_t atOnce = 16, ahead = 2 * atOnce;
        for (std::int64_t first = 0; first < piece.columns(); first += atOnce) {
            const auto end = std::min(first + atOnce, piece.columns());
            for (auto column = first + ahead; column < std::min(end + ahead, piece.columns()); ++column)
                __builtin_prefetch(from + column * source.columnStride);
            for (std::int64_t row = 0; row < piece.rows(); ++row)
                for (auto column = first; column < end; ++column)
                    copy(row, column);
        }
    } else {
        for (std::int64_t row = 0; row < piece.rows(); ++row)
            for (std::int64_t column = 0; column < piece.columns(); ++column)
                copy(row, column);
    }
}

} // namespace

void gatherItems(const DenseSource& source, const GridParts::Piece& piece, std::byte* to)
{
    withItemCopy(source.itemBytes, [&](auto copy) { gather(source, piece, to, copy); });
}

} // namespace tscope::cpu
