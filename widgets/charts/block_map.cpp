// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/block_map.h"

#include "element/dtype.h"

#include <QCoreApplication>

#include <algorithm>

namespace tscope::charts {

namespace {

struct BlockWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::BlockWords)
};

// What the sizes in bytes come from: of the tensor as it was given.
struct BlockSizes {
    double value = 4, index = 8;
    std::int64_t rows = 0;    // of each batch entry
    std::int64_t batches = 1; // all entries of a batch have pointers of their own
};

BlockSizes sizesOf(const timing::Session& session, const std::string& tensor)
{
    BlockSizes sizes;
    const auto subject = std::ranges::find(session.subjects, tensor, &timing::Subject::name);
    if (subject == session.subjects.end())
        return sizes;
    sizes.value = static_cast<double>(DType::parse(subject->given.dtype).itemSize());
    if (!subject->given.indexDType.empty())
        sizes.index = static_cast<double>(DType::parse(subject->given.indexDType).itemSize());
    const auto& size = subject->size;
    if (size.size() >= 2)
        sizes.rows = std::max<std::int64_t>(0, size[size.size() - 2]);
    for (std::size_t i = 0; i + 2 < size.size(); ++i)
        sizes.batches *= std::max<std::int64_t>(1, size[i]);
    return sizes;
}

double bytesOf(std::int64_t blocks, std::int64_t rows, std::int64_t columns, const BlockSizes& sizes)
{
    const auto pointerCount = sizes.batches * ((sizes.rows + rows - 1) / rows + 1);
    const auto pointers = static_cast<double>(pointerCount) * sizes.index;
    return pointers +
           static_cast<double>(blocks) * (sizes.index + static_cast<double>(rows * columns) * sizes.value);
}

} // namespace

QString titleOf(BlockMeasure measure)
{
    switch (measure) {
    case BlockMeasure::fill:
        return BlockWords::tr("share of fill");
    case BlockMeasure::bytes:
        return BlockWords::tr("memory");
    case BlockMeasure::predicted:
        return BlockWords::tr("predicted time");
    }
    return {};
}

double BlockCell::at(BlockMeasure measure) const
{
    return measure == BlockMeasure::fill ? fill : measure == BlockMeasure::bytes ? bytes : predictedNs;
}

bool BlockMap::has(BlockMeasure measure) const
{
    return measure != BlockMeasure::predicted ||
           std::ranges::any_of(cells, [](const BlockCell& cell) { return cell.predictedNs > 0; });
}

BlockMap blockMapOf(const timing::Session& session, const std::string& tensor)
{
    const auto table = std::ranges::find(session.blockTables, tensor, &timing::BlockTable::tensor);
    // A session may come from a file, and tell of more blocks than it has.
    if (table == session.blockTables.end() || table->side <= 0 || table->side > 4096 ||
        table->blocks.size() != static_cast<std::size_t>(table->side * table->side))
        return {};
    const auto sizes = sizesOf(session, tensor);
    BlockMap map{tensor, table->side, {}};
    for (std::int64_t rows = 1; rows <= table->side; ++rows)
        for (std::int64_t columns = 1; columns <= table->side; ++columns) {
            const auto at = static_cast<std::size_t>((rows - 1) * table->side + columns - 1);
            BlockCell cell;
            cell.blocks = table->blocks[at];
            const auto stored = static_cast<double>(cell.blocks) * static_cast<double>(rows * columns);
            cell.fill = stored > 0 ? std::max(0.0, 1 - static_cast<double>(table->entries) / stored) : 0;
            cell.bytes = bytesOf(cell.blocks, rows, columns, sizes);
            cell.predictedNs = at < table->predictedNs.size() ? table->predictedNs[at] : 0;
            map.cells.push_back(cell);
        }
    return map;
}

Table tableOf(const BlockMap& map)
{
    Table table;
    table.header = {BlockWords::tr("rows"),           BlockWords::tr("columns"),
                    BlockWords::tr("blocks"),         BlockWords::tr("share of fill"),
                    BlockWords::tr("memory (bytes)"), BlockWords::tr("predicted time (ns)")};
    for (std::int64_t rows = 1; rows <= map.side; ++rows)
        for (std::int64_t columns = 1; columns <= map.side; ++columns) {
            const auto& cell = map.at(rows, columns);
            table.rows.push_back({QString::number(rows), QString::number(columns), QString::number(cell.blocks),
                                  exactNumber(cell.fill), exactNumber(cell.bytes),
                                  cell.predictedNs > 0 ? exactNumber(cell.predictedNs) : QString()});
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
