// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/npz/members.h"
#include "io/source.h"
#include "tensor/tensor.h"

#include <string_view>

namespace tscope {

// Whether a matrix is one of SciPy's newer arrays, for which `*` multiplies elements: kept as a text of the
// document, as no tensor has a place for it.
inline constexpr std::string_view scipyIsArray = "_is_array";

// A matrix as scipy.sparse.save_npz writes it, known by a text `format` beside a `shape`.
bool isScipyMatrix(const NpzMembers& members);
bool isPartOfScipyMatrix(const NpzMembers& members, std::string_view member); // that save_npz writes for this one

// csr, csc and bsr as they are; coo of any number of dims with one array of indices; csr of one dim as coo; dia as
// coo, with the slots that lie inside the shape. Broken matrices stay broken; anything else fails.
// Precondition: no member that save_npz writes has an error.
Result<Tensor> readScipyMatrix(const NpzMembers& members, const Source& source, WarningList& warnings);

} // namespace tscope
