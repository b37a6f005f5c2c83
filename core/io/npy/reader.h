// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"
#include "base/result.h"
#include "io/source.h"
#include "tensor/document.h"

#include <optional>
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
// may have been done before. With `despiteFaults` an array that is cut short has as much storage as there is.
Result<NpyArray> readNpy(const StoragePtr& file, const Watch& watch, bool wasTurned = false,
                         bool despiteFaults = false);
// The same of a file that is better not asked for its bytes, by a head that holds all of its header. Nothing: it
// has to be read at once.
std::optional<NpyArray> readNpyLate(const StoragePtr& file, std::span<const std::byte> head);

// Brings big-endian elements of a whole file into this machine's order where they are; false: there are none.
bool turnNpyRound(std::span<std::byte> file);

Result<Document> readNpyFile(const Source& source);

} // namespace tscope
