// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/timed_rows.h"

#include <algorithm>

namespace tscope {

TimedRows timedRowsOf(const timing::Session& session, const charts::Cells& cells, charts::Time time,
                      std::optional<std::size_t> row)
{
    TimedRows rows;
    rows.tensor = cells.tensor;
    const auto subject = std::ranges::find(session.subjects, cells.tensor, &timing::Subject::name);
    if (subject != session.subjects.end())
        rows.spread = subject->spread;
    rows.maps = charts::costMapsOf(session, cells, time, row);
    if (row && *row < session.rows.size()) {
        const auto map = std::ranges::find(rows.maps, session.rows[*row].variant, &charts::CostMap::form);
        if (map != rows.maps.end())
            rows.chosen = static_cast<std::size_t>(map - rows.maps.begin());
    }
    return rows;
}

} // namespace tscope
