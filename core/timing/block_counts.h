// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"

#include <cstdint>
#include <span>
#include <vector>

namespace tscope::timing {

// How many blocks of r rows and c columns, laid from the first element on, hold an entry of a sparse matrix: for
// all r and c up to `most` at once.
class BlockCounts
{
public:
    static constexpr std::int64_t most = 64;

    BlockCounts() : m_counts(static_cast<std::size_t>(most * most)) {}
    // Precondition: 1 <= rows, columns <= most.
    std::int64_t at(std::int64_t rows, std::int64_t columns) const { return m_counts[place(rows, columns)]; }
    void add(std::int64_t rows, std::int64_t columns, std::int64_t count)
    {
        m_counts[place(rows, columns)] += count;
    }

private:
    static std::size_t place(std::int64_t rows, std::int64_t columns)
    {
        return static_cast<std::size_t>((rows - 1) * most + columns - 1);
    }
    std::vector<std::int64_t> m_counts;
};

// Of the rows of a csr matrix (or of one of a batch), each sorted by columns. A stopped count is good for nothing.
// Preconditions: as the rules of csr have it, 5.6 among them.
template <class Index>
BlockCounts countBlocks(std::span<const Index> rowPointers, std::span<const Index> columnIndices,
                        std::int64_t columns, const Watch& watch = {});

extern template BlockCounts countBlocks(std::span<const std::int32_t>, std::span<const std::int32_t>, std::int64_t,
                                        const Watch&);
extern template BlockCounts countBlocks(std::span<const std::int64_t>, std::span<const std::int64_t>, std::int64_t,
                                        const Watch&);

} // namespace tscope::timing
