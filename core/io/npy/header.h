// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/geometry.h"
#include "base/result.h"
#include "element/dtype.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tscope {

// What stands before the elements of a .npy file.
struct NpyHeader {
    std::string descr; // the element type in NumPy's spelling: "<f4"
    bool isFortranOrder = false;
    Extents shape;
    std::int64_t dataBegin = 0;
};

// The header at the front of a file, within what the file holds. Sizes are not negative and not too many; whether
// there are as many elements is not asked.
Result<NpyHeader> readNpyHeader(std::span<const std::byte> file);
// All bytes before the elements, as NumPy writes them: the elements begin at a multiple of 64.
std::string npyHeaderText(std::string_view descr, bool isFortranOrder, const Extents& shape);

// An element type as "descr" tells it.
struct NpyType {
    DType dtype;
    bool isBigEndian = false;
    std::string warning = {}; // when it is a guess
};

// Fails with a sentence for what can't be shown: objects, text, dates, records.
Result<NpyType> npyType(std::string_view descr);
// How NumPy spells it; empty when it has no such type.
std::string_view npyDescr(const DType& dtype);

} // namespace tscope
