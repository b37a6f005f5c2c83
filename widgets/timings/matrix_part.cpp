// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/matrix_part.h"

#include "facts/logical_shape.h"

#include <algorithm>

namespace tscope {

namespace {

// All of the tensor, then cut to the part.
std::optional<IndexBox> boxOf(const MatrixPart& part, const Extents& extents)
{
    IndexBox box{Extents(extents.size()), extents};
    for (auto& last : box.last)
        --last;
    const auto rows = part.rows > 0 ? static_cast<std::size_t>(part.batchDims) : 0;
    const auto cut = [&](std::size_t d, std::int64_t first, std::int64_t last) {
        box.first[d] = std::max(box.first[d], first);
        box.last[d] = std::min(box.last[d], last);
    };
    if (part.rows > 0) {
        if (part.batchDims < 0 || extents.size() < rows + 2 || extents[rows] != part.rows ||
            extents[rows + 1] != part.columns)
            return {};
        cut(rows + 1, part.firstColumn, part.lastColumn);
    } else if (extents.empty()) {
        return {};
    }
    cut(rows, part.firstRow, part.lastRow);
    auto line = part.line.value_or(0);
    for (auto d = rows; part.line && d-- > 0 && extents[d] > 0; line /= extents[d])
        cut(d, line % extents[d], line % extents[d]);
    if (box.isEmpty())
        return {};
    return box;
}

} // namespace

std::optional<PartPlaces> placesOf(const Tensor& tensor, const MatrixPart& part, std::int64_t most,
                                   const Watch& watch)
{
    const auto shape = logicalShape(tensor);
    const auto box = shape ? boxOf(part, shape->extents) : std::nullopt;
    if (!box)
        return {};
    const auto stored = storedWithin(tensor, *box, most, watch);
    if (!stored)
        return {};
    PartPlaces out{{stored->values.begin(), stored->values.end()}, stored->elements, stored->truncated};
    if (out.places.empty())
        out.places.emplace_back(ElementPlace{box->first});
    return out;
}

} // namespace tscope
