// SPDX-License-Identifier: Apache-2.0
#include "timing/block_counts.h"

#include "base/thread_pool.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace tscope::timing {

namespace {

constexpr auto widest = BlockCounts::most;
constexpr auto lanes = static_cast<std::size_t>(widest);

// The counts for all heights, of blocks that are so many columns wide. An entry opens a block of r rows if no row
// before it within its r rows has an entry in the same columns: if the last row that has lies farther back than
// the row's number within the r. So one look at the distance tells for all heights.
class HeightCounts
{
public:
    void nextRow()
    {
        for (std::size_t r = 0; r < lanes; ++r)
            m_within[r] = static_cast<std::uint16_t>(m_within[r] == r ? 0 : m_within[r] + 1);
    }
    void add(std::int64_t distance)
    {
        if (distance > widest) {
            ++m_always;
            return;
        }
        const auto near = static_cast<std::uint16_t>(distance);
        for (std::size_t r = 0; r < lanes; ++r)
            m_few[r] = static_cast<std::uint16_t>(m_few[r] + (near > m_within[r] ? 1 : 0));
        if (++m_pending == std::numeric_limits<std::uint16_t>::max())
            flush();
    }
    std::int64_t at(std::size_t r)
    {
        flush();
        return m_always + m_counts[r];
    }

private:
    void flush()
    {
        for (std::size_t r = 0; r < lanes; ++r)
            m_counts[r] += std::exchange(m_few[r], std::uint16_t{0});
        m_pending = 0;
    }

    alignas(64) std::array<std::uint16_t, lanes> m_within = firstRow(), m_few{};
    std::array<std::int64_t, lanes> m_counts{};
    std::int64_t m_always = 0;
    std::uint16_t m_pending = 0;

    // One before the row that nextRow() goes to first.
    static std::array<std::uint16_t, lanes> firstRow()
    {
        std::array<std::uint16_t, lanes> out{};
        for (std::size_t r = 0; r < lanes; ++r)
            out[r] = static_cast<std::uint16_t>(r);
        return out;
    }
};

template <class Index>
void countWidth(std::span<const Index> rowPointers, std::span<const Index> columnIndices, std::int64_t columns,
                std::int64_t width, const Watch& watch, BlockCounts& out)
{
    constexpr auto never = std::numeric_limits<std::int64_t>::min() / 2;
    constexpr std::size_t rowsPerLook = 4096;
    std::vector<std::int64_t> lastRow(static_cast<std::size_t>(columns / width + 1), never);
    HeightCounts counts;
    const auto divisor = static_cast<std::uint64_t>(width);
    for (std::size_t row = 0; row + 1 < rowPointers.size(); ++row) {
        if (row % rowsPerLook == 0 && watch.isStopped())
            return;
        counts.nextRow();
        auto before = std::numeric_limits<std::uint64_t>::max();
        for (auto k = rowPointers[row]; k < rowPointers[row + 1]; ++k) {
            const auto block = static_cast<std::uint64_t>(columnIndices[static_cast<std::size_t>(k)]) / divisor;
            if (block == before)
                continue;
            before = block;
            auto& last = lastRow[block];
            counts.add(static_cast<std::int64_t>(row) - last);
            last = static_cast<std::int64_t>(row);
        }
    }
    for (std::size_t r = 0; r < lanes; ++r)
        out.add(static_cast<std::int64_t>(r) + 1, width, counts.at(r));
}

} // namespace

template <class Index>
BlockCounts countBlocks(std::span<const Index> rowPointers, std::span<const Index> columnIndices,
                        std::int64_t columns, const Watch& watch)
{
    BlockCounts out;
    parallelFor(widest, [&](std::int64_t i) {
        countWidth(rowPointers, columnIndices, columns, i + 1, watch, out); // each writes places of its own
    });
    return out;
}

template BlockCounts countBlocks(std::span<const std::int32_t>, std::span<const std::int32_t>, std::int64_t,
                                 const Watch&);
template BlockCounts countBlocks(std::span<const std::int64_t>, std::span<const std::int64_t>, std::int64_t,
                                 const Watch&);

} // namespace tscope::timing
