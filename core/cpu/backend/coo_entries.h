// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/checked_math.h"
#include "cpu/backend/convert.h"
#include "cpu/backend/coo_indices.h"
#include "memory/buffer_pool.h"

#include <vector>

namespace tscope::cpu {

// Entries by themselves: index rows of `count` each, and the values behind each other.
struct EntryList {
    Buffer indices, values;
    std::int64_t count = 0;

    bool make(std::int64_t dims, std::int64_t indexBytes, std::int64_t entries, std::int64_t entryBytes)
    {
        count = entries;
        indices = Buffer::unset(saturatingMul(saturatingMul(dims, indexBytes), entries));
        values = Buffer::unset(saturatingMul(entryBytes, entries));
        return indices && values;
    }
};

inline std::int64_t sparseDims(const tscope_operand& coo)
{
    return coo.dims - coo.dense_dims;
}

// Writes the groups as entries of a result like that operand.
template <class I>
Ending storeEntries(const SortedEntries& sorted, const CooIndices<I>& indices, const std::byte* values,
                    const tscope_operand& like, I* rows, std::int64_t entries, std::byte* to, const Watch& watch)
{
    std::vector<I*> own(indices.rows.size(), nullptr);
    for (std::int64_t d = 0; d < sparseDims(like); ++d)
        own[static_cast<std::size_t>(d)] = rows + d * entries;
    GroupsOut<I> out;
    out.rows = own;
    out.values = to;
    return storeGroups(sorted, indices, values, bytesPerCooEntry(like),
                       static_cast<ElementType>(like.members[1].type), out, watch);
}

// The entries of an operand, sorted, each place once.
template <class I>
Ending bringInOrder(const tscope_operand& coo, EntryList& list, const Watch& watch)
{
    const SortedBy<I> by(coo, false);
    const auto* values = static_cast<const std::byte*>(coo.members[1].data);
    SortedEntries sorted;
    if (const auto ending = sortEntries(by.indices(), values, bytesPerCooEntry(coo), sorted, watch);
        ending != Ending::done)
        return ending;
    if (!list.make(sparseDims(coo), sizeof(I), sorted.groups, bytesPerCooEntry(coo)))
        return Ending::noMemory;
    return storeEntries(sorted, by.indices(), values, coo, list.indices.as<I>(), list.count, list.values.data(),
                        watch);
}

} // namespace tscope::cpu
