// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"
#include "base/result.h"
#include "io/source.h"
#include "tensor/document.h"

#include <span>
#include <string>
#include <vector>

namespace tscope {

// An array as NumPy saves it, and what there is to say about it.
struct NpyArray {
    Array array;
    std::vector<std::string> warnings;
};

// The whole of `file` as an array. Elements stay where they are, unless their bytes have to be turned round, which
// may have been done before.
Result<NpyArray> readNpy(const StoragePtr& file, const Watch& watch, bool wasTurned = false);

// Brings big-endian elements of a whole file into this machine's order where they are; false: there are none.
bool turnNpyRound(std::span<std::byte> file);

Result<Document> readNpyFile(const Source& source);

} // namespace tscope
