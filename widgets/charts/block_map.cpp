// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/block_map.h"

#include "layouts/shared/block_sizes.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <bit>

namespace tscope::charts {

namespace {

struct BlockWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::BlockWords)
};

std::vector<MeasuredBlock> measuredBlocksOf(const timing::Session& session, const BlockMap& map)
{
    std::vector<MeasuredBlock> all;
    for (const auto& row : session.rows) {
        const auto [rows, columns] = row.variant.block;
        const bool hasCell = rows >= 1 && columns >= 1 && rows <= map.side && columns <= map.side;
        if (row.tensor != map.tensor || row.op != "spmv" || row.variant.layout != "bsr" ||
            row.status != timing::Status::ok || !row.warm.isThere() || row.isSimulated || !hasCell)
            continue;
        const auto time = row.warm.median();
        const auto same = std::ranges::find_if(all, [&](const MeasuredBlock& each) {
            return std::array{each.rows, each.columns} == row.variant.block;
        });
        if (same == all.end())
            all.push_back({rows, columns, time});
        else if (time.value < same->time.value)
            same->time = time;
    }
    return all;
}

// Larger blocks than the tensor hold nothing but more zeros.
void cropToTensor(BlockMap& map)
{
    const auto extent = std::max(map.sides.rows, map.sides.columns);
    if (extent <= 0 || extent >= map.side) // not known, or larger
        return;
    const auto side =
        std::min(map.side, static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(extent))));
    std::erase_if(map.cells,
                  [side](const timing::BlockSize& cell) { return cell.rows > side || cell.columns > side; });
    map.side = side;
}

} // namespace

QString titleOf(BlockMeasure measure)
{
    switch (measure) {
    case BlockMeasure::fill:
        return BlockWords::tr("zeros filled in");
    case BlockMeasure::bytes:
        return BlockWords::tr("memory");
    case BlockMeasure::predicted:
        return BlockWords::tr("time of spmv at the measured bandwidth (model)");
    }
    return {};
}

double valueOf(const timing::BlockSize& size, BlockMeasure measure)
{
    return measure == BlockMeasure::fill    ? size.fill
           : measure == BlockMeasure::bytes ? size.bytes
                                            : size.predictedNs;
}

bool BlockMap::has(BlockMeasure measure) const
{
    return measure != BlockMeasure::predicted ||
           std::ranges::any_of(cells, [](const timing::BlockSize& cell) { return cell.predictedNs > 0; });
}

bool BlockMap::areAllWhole() const
{
    return std::ranges::all_of(cells, &timing::BlockSize::doesDivide);
}

QString BlockMap::whyNot(std::int64_t rows, std::int64_t columns) const
{
    if (cells.empty() || at(rows, columns).doesDivide)
        return {};
    const auto padded = [](std::int64_t length, std::int64_t block) {
        return (length + block - 1) / block * block;
    };
    return BlockWords::tr("Not possible: %1.\nPadded to %2x%3 the tensor could have them.")
        .arg(QString::fromStdString(undividedText({rows, columns}, sides.rows, sides.columns)))
        .arg(padded(sides.rows, rows))
        .arg(padded(sides.columns, columns));
}

BlockMap blockMapOf(const timing::Session& session, const std::string& tensor)
{
    BlockMap map{tensor, 0, timing::blockSizesOf(session, tensor), {}, {}};
    if (map.cells.empty())
        return {};
    map.side = map.cells.back().rows;
    map.sentence = timing::sentenceOnBlocks(map.cells);
    map.sides = timing::sidesOf(session, tensor);
    cropToTensor(map);
    map.measured = measuredBlocksOf(session, map);
    return map;
}

Table tableOf(const BlockMap& map)
{
    Table table;
    table.header = {BlockWords::tr("rows"),
                    BlockWords::tr("columns"),
                    BlockWords::tr("blocks"),
                    BlockWords::tr("zeros filled in"),
                    BlockWords::tr("memory (bytes)"),
                    BlockWords::tr("time of spmv at the measured bandwidth (model, ns)"),
                    BlockWords::tr("divides the tensor")};
    for (std::int64_t rows = 1; rows <= map.side; ++rows)
        for (std::int64_t columns = 1; columns <= map.side; ++columns) {
            const auto& cell = map.at(rows, columns);
            table.rows.push_back({QString::number(rows), QString::number(columns), QString::number(cell.blocks),
                                  exactNumber(cell.fill), exactNumber(cell.bytes),
                                  cell.predictedNs > 0 ? exactNumber(cell.predictedNs) : QString(),
                                  cell.doesDivide ? BlockWords::tr("yes") : BlockWords::tr("no")});
        }
    return table;
}

QString textOf(double value, BlockMeasure measure)
{
    return measure == BlockMeasure::fill    ? shareText(value)
           : measure == BlockMeasure::bytes ? byteText(value)
                                            : timeText(value);
}

} // namespace tscope::charts
