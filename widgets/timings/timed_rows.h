// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/cost_map.h"
#include "timing/row_spread.h"

#include <optional>
#include <string>
#include <vector>

namespace tscope {

// What a session tells of the rows of one tensor, and of where the bytes of its forms lie.
struct TimedRows {
    std::string tensor;
    timing::RowSpread spread;
    std::vector<charts::CostMap> maps; // of each form
    std::optional<std::size_t> chosen; // the map of the row that is chosen
};
// `row`: that is chosen, of the session.
TimedRows timedRowsOf(const timing::Session& session, const charts::Cells& cells, charts::Time time,
                      std::optional<std::size_t> row);

} // namespace tscope
