// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/form_look.h"
#include "charts/table.h"
#include "charts/times.h"

#include <optional>

namespace tscope::charts {

// The times of one operation on several tensors: a panel for each, in which the same forms stand in the same
// places.
struct Multiples {
    struct Cell {
        std::size_t panel = 0, form = 0;
        std::size_t row = 0;                // of the session
        std::optional<timing::Median> time; // else `reason` says why there is none
        QString reason;
        bool isBest = false; // the least time of its panel
        double byBest = 1;   // its time by that of the best one, round by round
    };
    std::vector<QString> panels; // the tensors
    std::vector<QString> forms;  // with their devices, where there are several
    std::vector<FormLook> looks; // of the forms
    std::vector<Cell> cells;     // panel by panel, in the order of the forms
    Time time = Time::warm;
};

// Tensors that are patterns of others in another density are left to their own chart.
Multiples multiplesOf(const timing::Session& session, const std::string& op, Time time);
Table tableOf(const Multiples& multiples);

} // namespace tscope::charts
