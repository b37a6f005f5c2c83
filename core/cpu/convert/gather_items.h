// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/convert/dense_source.h"
#include "cpu/convert/grid_parts.h"

namespace tscope::cpu {

// Copies the items of a piece of the source beside each other, row after row.
void gatherItems(const DenseSource& source, const GridParts::Piece& piece, std::byte* to);

} // namespace tscope::cpu
