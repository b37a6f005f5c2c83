// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/sentence.h"
#include "timing/session.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tscope::timing {

// A tensor in blocks of one size, in bsr.
struct BlockSize {
    std::int64_t rows = 1, columns = 1;
    std::int64_t blocks = 0;
    double fill = 0;        // share of the stored values that are zeros to make blocks whole
    double bytes = 0;       // pointers, indices and values
    double predictedNs = 0; // of a product with a vector; 0: not predicted
    bool doesDivide = true; // the size of the tensor; else a conversion is refused
};

// The matrix that was measured, or each one of a batch. 0: not known.
struct MatrixSides {
    std::int64_t rows = 0, columns = 0;
};
MatrixSides sidesOf(const Session& session, const std::string& tensor);

// Of all sizes of the tensor's table, row by row, 1x1 first; empty where the session has no table of this tensor,
// or one that contradicts itself.
std::vector<BlockSize> blockSizesOf(const Session& session, const std::string& tensor);

// Which size takes the fewest bytes, beside those of a form without blocks (1x1): "No block size saves bytes; 2x2
// comes nearest (1.4x)." Nothing: no other size divides the tensor's.
std::optional<Sentence> sentenceOnBlocks(const std::vector<BlockSize>& sizes);
std::span<const std::string_view> blockPatterns();

} // namespace tscope::timing
