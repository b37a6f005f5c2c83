// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/measures.h"
#include "charts/table.h"
#include "timing/session.h"

#include <cstdint>
#include <vector>

namespace tscope::charts {

// What the colours of a map of block sizes tell of.
enum class BlockMeasure : std::uint8_t { fill, bytes, predicted };
inline constexpr BlockMeasure allBlockMeasures[] = {BlockMeasure::fill, BlockMeasure::bytes,
                                                    BlockMeasure::predicted};
QString titleOf(BlockMeasure measure);

// A tensor in blocks of one size.
struct BlockCell {
    std::int64_t blocks = 0;
    double fill = 0;        // share of what is stored that was not there before
    double bytes = 0;       // pointers, indices and values
    double predictedNs = 0; // 0: nothing is predicted

    double at(BlockMeasure measure) const;
};

struct BlockMap {
    std::string tensor;
    std::int64_t side = 0;
    std::vector<BlockCell> cells; // row-major, of 1x1 first

    const BlockCell& at(std::int64_t rows, std::int64_t columns) const
    {
        return cells[static_cast<std::size_t>((rows - 1) * side + columns - 1)];
    }
    bool has(BlockMeasure measure) const; // not all sessions predict
};

// Of the tensor's table of blocks; empty where the session has none.
BlockMap blockMapOf(const timing::Session& session, const std::string& tensor);
Table tableOf(const BlockMap& map);
QString textOf(double value, BlockMeasure measure); // with its unit

} // namespace tscope::charts
