// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "history/lineage_graph.h"

#include <cstdint>
#include <vector>

namespace tscope {

// A history as rows below each other, a node to a row, and lanes beside them: a tensor has a lane from the row
// that made it to the last that was made of it.
struct HistoryLanes {
    static constexpr int most = 16; // all that have no lane of their own share the last one

    struct Input {
        int lane = 0;
        bool isView = false;
        bool operator==(const Input&) const = default;
    };
    struct Row {
        int lane = 0;                       // of the node
        std::uint32_t above = 0, below = 0; // lanes with a tensor that comes from above, and that goes on below
        std::vector<Input> inputs = {};     // one for each tensor
    };
    std::vector<Row> rows;
    int width = 0; // lanes
};
HistoryLanes historyLanes(const LineageGraph& graph);

} // namespace tscope
