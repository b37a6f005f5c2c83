// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/watch.h"
#include "element/dtype.h"
#include "io/matrix_market/header.h"
#include "memory/storage.h"

#include <cstdint>
#include <string_view>

namespace tscope {

// The entries as they stand in the file, in its order.
struct MtxEntries {
    StorageBuilder coordinates; // int64, all rows and then all columns; of an array: nothing
    StorageBuilder values;      // as mtxValueType() says
    std::int64_t tooLarge = 0;  // became infinite
    std::int64_t nonFinite = 0; // infinite and NaN, these included
};

ElementType mtxValueType(MtxField field);

// How many so many bytes of text can hold: each takes a character and a line end, which the last one may lack.
inline constexpr std::int64_t mtxMostEntries(std::size_t bytes)
{
    return (static_cast<std::int64_t>(bytes) + 1) / 2;
}

inline constexpr std::size_t mtxChunkBytes = std::size_t{1} << 20;

// Reads all of them, in several threads, straight to where they belong. Memory that is reserved by what the header
// says is touched only as far as entries are there.
Result<MtxEntries> readMtxEntries(std::string_view text, const MtxHeader& header, const Watch& watch,
                                  std::size_t chunkBytes = mtxChunkBytes);

} // namespace tscope
