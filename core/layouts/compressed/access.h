// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/layout.h"
#include "array/index_reader.h"
#include "layouts/compressed/reading.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace tscope::compressed {

// The members of a tensor under its logical index, as far as they can be read: who looks for elements needs all of
// this, however broken the rest is. Borrows the tensor.
class Access
{
public:
    // Fails (unsupported) with what stands in the way: no size, a size that is not of the members' rank, or
    // members that can't be read.
    static Result<Access> make(const Tensor& tensor);

    const Extents& size() const { return m_size; }
    std::int64_t batchDims() const { return m_batchDims; }
    std::array<std::int64_t, 2> block() const { return m_block; } // at least 1 by 1
    const Extents& dense() const { return m_dense; }              // that both size and values have
    const Member& compressed() const { return *m_compressed; }
    const Member& plain() const { return *m_plain; }
    const Member& values() const { return *m_values; }
    Kind kind() const { return m_kind; }
    std::int64_t pointersPerLine() const { return m_compressed->array.geometry.sizes.back(); }
    std::int64_t entriesPerLine() const { return m_plain->array.geometry.sizes.back(); }
    std::int64_t valuesPerLine() const { return m_stored; }

    // Number of the batch entry in a member; nothing when the member does not have it.
    std::optional<std::int64_t> lineOf(const Member& member, const Extents& batch) const;
    std::int64_t pointer(std::int64_t line, std::int64_t p) const
    {
        return m_pointers.at(line * pointersPerLine() + p);
    }
    std::int64_t index(std::int64_t line, std::int64_t k) const
    {
        return m_indices.at(line * entriesPerLine() + k);
    }
    void indices(std::int64_t line, std::int64_t begin, std::span<std::int64_t> out) const
    {
        m_indices.read(line * entriesPerLine() + begin, out);
    }

    // A slice's entries, cut to those that plain has.
    struct Slice {
        std::int64_t begin = 0, end = 0;
    };
    Slice slice(std::int64_t line, std::int64_t i) const; // 0-based
    // Whether the pointers of a line never fall, and whether the indices of a slice rise. The first to ask pays
    // for a look at all of them, the next ones nothing.
    bool pointersRise(std::int64_t line) const;
    bool indicesRise(std::int64_t line, Slice slice) const;
    // Slices and indices count blocks; those below the extents of the size. Below a negative extent there are
    // none.
    std::int64_t sliceExtent() const { return m_kind.rows ? blockRows() : blockColumns(); }
    std::int64_t indexExtent() const { return m_kind.rows ? blockColumns() : blockRows(); }

    // The logical index of an element in the block of slice i and index j.
    Extents element(const Extents& batch, std::int64_t i, std::int64_t j, std::int64_t row, std::int64_t column,
                    const Extents& denseIndex) const;
    // Where the value of that element stands in the values member, as index and as slot.
    Extents valueIndex(const Extents& batch, std::int64_t k, std::int64_t row, std::int64_t column,
                       const Extents& denseIndex) const;
    std::int64_t valueSlot(const Extents& index) const; // saturating, where the values have no product
    bool hasValue(const Extents& index) const;

private:
    Access(const Tensor& tensor, const CompressedReading& reading);
    std::int64_t blockRows() const { return blocksAlong(0); }
    std::int64_t blockColumns() const { return blocksAlong(1); }
    std::int64_t blocksAlong(std::size_t d) const
    {
        return std::max<std::int64_t>(m_size[static_cast<std::size_t>(m_batchDims) + d], 0) / m_block[d];
    }

    const Member* m_compressed;
    const Member* m_plain;
    const Member* m_values;
    Kind m_kind;
    Extents m_size;
    std::int64_t m_batchDims;
    std::int64_t m_stored;
    std::array<std::int64_t, 2> m_block;
    Extents m_dense;
    IndexReader m_pointers, m_indices;
};

// The next index in row-major order; false behind the last. Precondition: no extent is 0.
bool advance(Extents& index, const Extents& sizes);

} // namespace tscope::compressed
