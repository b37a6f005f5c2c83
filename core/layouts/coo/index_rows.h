// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tscope {

// The rows of a two-dimensional integer array, a run at a time, as int64: where they lie so they are pointed at,
// else they are copied. May be used from several threads, each with its own scratch.
class IndexRows
{
public:
    struct Scratch {
        std::vector<std::int64_t> numbers;
        std::vector<std::byte> bytes;
    };

    // Precondition: two dims, an index type, in bounds, and a storage with bytes unless there is no element.
    // Asks nothing of numel, which repeated dims may take beyond int64.
    explicit IndexRows(const Array& array);

    std::int64_t rows() const { return m_rows; }
    std::int64_t columns() const { return m_columns; }

    // row[begin .. end); stays valid until the scratch is used again. Precondition: the range is inside, not
    // empty.
    const std::int64_t* read(std::int64_t row, std::int64_t begin, std::int64_t end, Scratch& scratch) const;
    std::int64_t at(std::int64_t row, std::int64_t column) const;

private:
    std::int64_t offsetOf(std::int64_t row, std::int64_t column) const
    {
        return m_offset + row * m_rowStride + column * m_columnStride;
    }

    StoragePtr m_storage;
    const std::byte* m_data; // null when the storage does not lie in one run
    DType m_dtype;
    std::int64_t m_itemSize;
    std::int64_t m_rows, m_columns, m_rowStride, m_columnStride, m_offset;
};

} // namespace tscope
