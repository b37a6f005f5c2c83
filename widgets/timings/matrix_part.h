// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "facts/related.h"
#include "facts/stored_within.h"

#include <optional>
#include <vector>

namespace tscope {

// Some rows and columns of a matrix, or of all matrices of a batch, ends among them; or one component of a list.
struct MatrixPart {
    std::int64_t batchDims = 0, rows = 0, columns = 0; // of the whole; without rows: a list of components
    std::int64_t firstRow = 0, lastRow = 0;            // the latter not less; components likewise
    std::int64_t firstColumn = 0, lastColumn = 0;
    std::optional<std::int64_t> line = {}; // the number of one matrix of a batch
};

// What can be selected of a part: the values that are stored there or, where none are, its first element.
struct PartPlaces {
    std::vector<Place> places;
    std::int64_t elements = 0; // that are stored, as far as they were looked at
    bool truncated = false;
};

// At most so many elements. Nothing where the tensor has another size than the whole, or none of that part.
std::optional<PartPlaces> placesOf(const Tensor& tensor, const MatrixPart& part, std::int64_t most,
                                   const Watch& watch = {});

} // namespace tscope
