// SPDX-License-Identifier: Apache-2.0
#include "timing/cost_map.h"

#include "base/checked_math.h"
#include "base/memory_budget.h"
#include "convert/target.h"
#include "dispatch/operand.h"
#include "layouts/registry.h"

#include <algorithm>
#include <map>

namespace tscope::timing {

namespace {

using Tiles = std::vector<std::int64_t>; // a number for each, row-major

struct TileGrid {
    std::int64_t rows = 0, columns = 0, tileRows = 1, tileColumns = 1;

    explicit TileGrid(const CostMap& map)
        : rows(map.rows), columns(map.columns), tileRows(map.tileRows), tileColumns(map.tileColumns),
          across(map.tilesAcross()), count(static_cast<std::size_t>(map.tilesDown() * map.tilesAcross()))
    {
    }
    std::size_t at(std::int64_t row, std::int64_t column) const
    {
        return static_cast<std::size_t>(row / tileRows * across + column / tileColumns);
    }
    // The elements of a tile.
    std::int64_t area(std::size_t tile) const
    {
        const auto row = static_cast<std::int64_t>(tile) / across * tileRows;
        const auto column = static_cast<std::int64_t>(tile) % across * tileColumns;
        return std::min(tileRows, rows - row) * std::min(tileColumns, columns - column);
    }

    std::int64_t across;
    std::size_t count;
};

// The blocks of one size in which entries lie, as these are met row by row.
class BlockTiles
{
public:
    BlockTiles(const TileGrid& grid, std::array<std::int64_t, 2> block)
        : elements(grid.count), blocks(grid.count), m_grid(grid), m_block(block),
          m_last(static_cast<std::size_t>(grid.columns / block[1] + 1), -1)
    {
    }

    // Of all batch entries together.
    void beginRow(std::int64_t line, std::int64_t row)
    {
        m_blockRow = line * (m_grid.rows / m_block[0] + 1) + row / m_block[0];
        m_firstRow = row / m_block[0] * m_block[0];
        m_before = -1;
    }
    void add(std::int64_t column)
    {
        const auto blockColumn = column / m_block[1];
        if (blockColumn == m_before)
            return;
        m_before = blockColumn;
        auto& last = m_last[static_cast<std::size_t>(blockColumn)];
        if (last != m_blockRow)
            addBlock(blockColumn * m_block[1]);
        last = m_blockRow;
    }

    Tiles elements, blocks;

private:
    void addBlock(std::int64_t firstColumn)
    {
        ++blocks[m_grid.at(m_firstRow, firstColumn)];
        const auto endRow = m_firstRow + m_block[0], endColumn = firstColumn + m_block[1];
        for (auto row = m_firstRow; row < endRow;) {
            const auto nextRow = std::min(endRow, (row / m_grid.tileRows + 1) * m_grid.tileRows);
            for (auto column = firstColumn; column < endColumn;) {
                const auto nextColumn =
                    std::min(endColumn, (column / m_grid.tileColumns + 1) * m_grid.tileColumns);
                elements[m_grid.at(row, column)] += (nextRow - row) * (nextColumn - column);
                column = nextColumn;
            }
            row = nextRow;
        }
    }

    const TileGrid& m_grid;
    std::array<std::int64_t, 2> m_block;
    std::vector<std::int64_t> m_last; // by columns of blocks: the last row of blocks that has one there
    std::int64_t m_blockRow = 0, m_firstRow = 0, m_before = -1;
};

using AllBlocks = std::map<std::array<std::int64_t, 2>, BlockTiles>; // by their size

template <class Index>
bool countTiles(const tscope_operand& csr, std::int64_t lines, const TileGrid& grid, Tiles& entries,
                AllBlocks& blocks, const Watch& watch)
{
    constexpr std::int64_t workPerLook = 1 << 20;
    const auto* pointers = static_cast<const Index*>(csr.members[0].data);
    const auto* columns = static_cast<const Index*>(csr.members[1].data);
    std::int64_t work = workPerLook;
    for (std::int64_t line = 0; line < lines; ++line, pointers += grid.rows + 1, columns += csr.entries)
        for (std::int64_t row = 0; row < grid.rows; ++row) {
            const std::int64_t begin = pointers[row], end = pointers[row + 1];
            work += end - begin + 1;
            if (work >= workPerLook) {
                if (watch.isStopped())
                    return false;
                work = 0;
            }
            auto* tiles = entries.data() + grid.at(row, 0);
            std::int64_t tile = 0, tileEnd = grid.tileColumns;
            for (auto k = begin; k < end; ++k) { // columns rise
                for (; columns[k] >= tileEnd; tileEnd += grid.tileColumns)
                    ++tile;
                ++tiles[tile];
            }
            for (auto& each : blocks) {
                each.second.beginRow(line, row);
                for (auto k = begin; k < end; ++k)
                    each.second.add(columns[k]);
            }
        }
    return true;
}

// What is stored in each tile and what each of that takes.
CostMap::Form costOf(const Variant& variant, const Footprints& counted, const TileGrid& grid, const Tiles& entries,
                     const AllBlocks& blocks)
{
    CostMap::Form out{variant, Tiles(grid.count), {}, 0};
    const auto& layout = *layoutNamed(variant.layout);
    const auto lines = numel(counted.form().batch()).value_or(0), tail = numel(counted.form().dense()).value_or(0);
    const auto valueBytes = saturatingMul(tail, DType::parse(variant.dtype).itemSize());
    auto indexBytes = variant.indexDType.empty() ? 0 : DType::parse(variant.indexDType).itemSize();
    if (layout.family == "coo")
        indexBytes *= counted.form().batchDims + 2;
    const auto found = blocks.find(variant.block);
    const auto* own = isBlocked(layout) ? &found->second : nullptr;
    const bool hasFill = own != nullptr || layout.family == "strided";
    if (hasFill)
        out.fill.resize(grid.count);
    for (std::size_t tile = 0; tile < grid.count; ++tile) {
        const auto stored = own != nullptr ? own->elements[tile]
                            : hasFill      ? saturatingMul(lines, grid.area(tile))
                                           : entries[tile];
        const auto indices = own != nullptr ? own->blocks[tile] : hasFill ? 0 : entries[tile];
        out.bytes[tile] = saturatingAdd(saturatingMul(stored, valueBytes), saturatingMul(indices, indexBytes));
        if (hasFill)
            out.fill[tile] = saturatingMul(stored - entries[tile], tail);
    }
    if (std::ranges::all_of(out.fill, [](std::int64_t fill) { return fill == 0; }))
        out.fill.clear();
    if (layout.family == "compressed") {
        const auto slices = layout.name == "csr" || layout.name == "bsr" ? grid.rows / variant.block[0]
                                                                         : grid.columns / variant.block[1];
        out.pointerBytes = saturatingMul(lines, slices + 1) * indexBytes;
    }
    return out;
}

} // namespace

std::optional<CostMap> costMapOf(const Footprints& counted, std::span<const Variant> forms, const Watch& watch)
{
    const auto& form = counted.form();
    CostMap map;
    map.batchDims = form.batchDims;
    map.rows = form.size[static_cast<std::size_t>(form.batchDims)];
    map.columns = form.size[static_cast<std::size_t>(form.batchDims) + 1];
    const auto lines = numel(form.batch()).value_or(0);
    if (map.rows == 0 || map.columns == 0 || lines == 0)
        return std::nullopt;
    map.tileRows = (map.rows + CostMap::most - 1) / CostMap::most;
    map.tileColumns = (map.columns + CostMap::most - 1) / CostMap::most;
    const TileGrid grid(map);
    map.entries.resize(grid.count);
    AllBlocks blocks;
    for (const auto& variant : forms)
        if (isBlocked(*layoutNamed(variant.layout)))
            blocks.try_emplace(variant.block, grid, variant.block);
    const auto operand = Operand::reading(counted.csr().tensor(), {}, memoryBudget());
    if (!operand)
        return std::nullopt;
    const auto csr = operand->abi();
    const bool isWhole = csr.members[0].type == TSCOPE_I64
                             ? countTiles<std::int64_t>(csr, lines, grid, map.entries, blocks, watch)
                             : countTiles<std::int32_t>(csr, lines, grid, map.entries, blocks, watch);
    if (!isWhole)
        return std::nullopt;
    for (const auto& variant : forms)
        map.forms.push_back(costOf(variant, counted, grid, map.entries, blocks));
    return map;
}

} // namespace tscope::timing
