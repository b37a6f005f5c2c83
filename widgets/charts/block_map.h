// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/measures.h"
#include "charts/table.h"
#include "timing/block_sizes.h"
#include "timing/session.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tscope::charts {

// What the colours of a map of block sizes tell of.
enum class BlockMeasure : std::uint8_t { bytes, fill, predicted };
inline constexpr BlockMeasure allBlockMeasures[] = {BlockMeasure::bytes, BlockMeasure::fill,
                                                    BlockMeasure::predicted};
QString titleOf(BlockMeasure measure);

// The least time that was measured of spmv in blocks of a size.
struct MeasuredBlock {
    std::int64_t rows = 1, columns = 1;
    timing::Median time;
};

struct BlockMap {
    std::string tensor;
    std::int64_t side = 0;
    std::vector<timing::BlockSize> cells;     // row-major, of 1x1 first
    std::optional<timing::Sentence> sentence; // which size takes the fewest bytes
    timing::MatrixSides sides = {};           // of the tensor
    std::vector<MeasuredBlock> measured = {}; // each size once, those alone that have a cell

    const timing::BlockSize& at(std::int64_t rows, std::int64_t columns) const
    {
        return cells[static_cast<std::size_t>((rows - 1) * side + columns - 1)];
    }
    bool has(BlockMeasure measure) const; // not all sessions predict
    bool areAllWhole() const;             // no size leaves a part of the tensor over
    // Why the tensor has no such blocks; empty: it has.
    QString whyNot(std::int64_t rows, std::int64_t columns) const;
};
double valueOf(const timing::BlockSize& size, BlockMeasure measure);

// Of the tensor's table of blocks; empty where the session has none.
BlockMap blockMapOf(const timing::Session& session, const std::string& tensor);
Table tableOf(const BlockMap& map);
QString textOf(double value, BlockMeasure measure); // with its unit

} // namespace tscope::charts
