// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"
#include "base/result.h"
#include "io/source.h"
#include "tensor/document.h"

#include <string>
#include <vector>

namespace tscope {

// An array as NumPy saves it, and what there is to say about it.
struct NpyArray {
    Array array;
    std::vector<std::string> warnings;
};

// The whole of `file` as an array. Elements stay where they are, unless their bytes have to be turned round.
Result<NpyArray> readNpy(const StoragePtr& file, const Watch& watch);

Result<Document> readNpyFile(const Source& source);

} // namespace tscope
