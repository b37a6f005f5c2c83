// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/backend/call_views.h"
#include "cpu/convert/coalesce.h"

#include <vector>

namespace tscope::cpu {

// The index rows of a coo operand in the order in which a result is sorted by them. Where it has no sparse dims,
// all its entries are at one place: as if it had one dim with room for one.
template <class I>
class SortedBy
{
public:
    SortedBy(const tscope_operand& coo, bool columnsFirst)
        : SortedBy(coo, columnsFirst, static_cast<const I*>(coo.members[0].data), coo.entries)
    {
    }
    // The same dims, other entries.
    SortedBy(const tscope_operand& coo, bool columnsFirst, const I* indices, std::int64_t entries)
    {
        const auto sparse = coo.dims - coo.dense_dims;
        for (std::int32_t d = 0; d < sparse; ++d) {
            const auto dim = columnsFirst ? sparse - 1 - d : d;
            m_sizes.push_back(coo.sizes[dim]);
            m_rows.push_back(indices + dim * entries);
        }
        if (sparse == 0) {
            m_zeros.resize(static_cast<std::size_t>(entries));
            m_sizes.push_back(1);
            m_rows.push_back(m_zeros.data());
        }
        m_indices = {entries, m_sizes, m_rows};
    }
    SortedBy(const SortedBy&) = delete;
    SortedBy& operator=(const SortedBy&) = delete;
    const CooIndices<I>& indices() const { return m_indices; }

private:
    std::vector<std::int64_t> m_sizes;
    std::vector<const I*> m_rows;
    std::vector<I> m_zeros;
    CooIndices<I> m_indices;
};

// Elements of the dense tail of each entry, and their bytes.
inline std::int64_t valuesPerCooEntry(const tscope_operand& coo)
{
    std::int64_t count = 1;
    for (auto d = coo.dims - coo.dense_dims; d < coo.dims; ++d)
        count *= coo.sizes[d];
    return count;
}
inline std::int64_t bytesPerCooEntry(const tscope_operand& coo)
{
    return valuesPerCooEntry(coo) * coo.members[1].item_size;
}

} // namespace tscope::cpu
