// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "cpu/convert/ending.h"
#include "element/dtype.h"
#include "memory/buffer_pool.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tscope::cpu {

// The sparse part of a coo tensor. Proven: 0 <= rows[d][k] < sizes[d].
template <class I>
struct CooIndices {
    std::int64_t count = 0;              // entries
    std::span<const std::int64_t> sizes; // of the sparse dims, at least one
    std::span<const I* const>
        rows; // one run of indices for each dim, the dim that is ordered by first comes first
};

// Of the entries as they stand.
enum class EntryOrder { ascending, withDuplicates, unsorted };

template <class I>
EntryOrder entryOrder(const CooIndices<I>& indices);

// Entries in order, those at one place beside each other as they were stored: a group. Made by sortEntries, read
// by storeGroups; nothing in it is for others.
struct SortedEntries {
    std::int64_t count = 0, groups = 0;
    bool holdsValues = false;  // in the items; else these are positions
    bool keysAreRanks = false; // a key tells groups apart; else it is made of all indices
    Buffer items;              // KeyedItem, count of them
    struct Part {
        std::int64_t begin = 0, groupsBefore = 0;
    };
    std::vector<Part> parts; // one more than there are; each begins with a group
};

// csr (dims row, column), csc (column, row), coalesced coo (all its dims): a stable sort. An entry's value is a
// run of `itemBytes`, and null where there are none.
template <class I>
Ending sortEntries(const CooIndices<I>& indices, const std::byte* values, std::int64_t itemBytes,
                   SortedEntries& sorted, const Watch& watch);

// Where the groups go. Each may be left out.
template <class I>
struct GroupsOut {
    std::span<I* const> rows;    // for each dim room for sorted.groups indices, or null
    I* pointers = nullptr;       // of the first dim: room for its size + 1
    std::byte* values = nullptr; // room for sorted.groups items
};

// One entry for each group: its indices, and the sum of its values in stored order. Sums are made as ops make
// them: integers wrap, f16, bf16 and c32 are rounded once, bool is or. `indices`, `values` and `itemBytes` are
// those that were sorted.
template <class I>
Ending storeGroups(const SortedEntries& sorted, const CooIndices<I>& indices, const std::byte* values,
                   std::int64_t itemBytes, ElementType type, const GroupsOut<I>& out, const Watch& watch);

} // namespace tscope::cpu
