// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "io/matrix_market/entries.h"
#include "io/sink.h"
#include "io/source.h"
#include "tensor/document.h"

#include <string_view>

namespace tscope {

// One matrix: coordinates become coo, duplicates and zeros as they stand there; an array becomes strided, by
// columns. A symmetric file opens with its mirrored entries after the stored ones. What its first line said stays
// as a claim, where that is more than the tensor tells.
Result<Document> readMatrixMarket(const Source& source);
// The same of chunks of another size: for tests of what lies across their borders.
Result<Document> readMatrixMarket(const Source& source, std::size_t chunkBytes);

// One matrix of any layout that has two dims. Numbers come in the fewest digits that read back the same. Where the
// tensor still is what a symmetric file made it, it is written as that file.
Result<void> writeMatrixMarket(const Document& document, Sink& sink);

inline constexpr std::string_view mtxClaim = "matrix_market"; // "coordinate real symmetric"
inline constexpr std::string_view mtxComments = "comments";   // among the texts of a document

} // namespace tscope
