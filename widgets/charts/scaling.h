// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/form_look.h"
#include "charts/table.h"
#include "charts/times.h"
#include "timing/column_curves.h"
#include "timing/thread_curves.h"

namespace tscope::charts {

// The times of forms by a number: of threads of the processor, or of columns of the dense operand.
struct Scaling {
    enum class Over : std::uint8_t { threads, columns };
    struct Point {
        std::size_t line = 0, row = 0; // row of the session
        std::int64_t number = 1;
        timing::Median time;
        double asFast = 1; // as the first of its line: that one's time by this one, round by round
    };
    Over over = Over::threads;
    std::vector<QString> lines;  // titles
    std::vector<FormLook> looks; // of the lines
    std::vector<Point> points;   // line by line, the least number first
    QStringList sentences;
    Time time = Time::warm;
};

Scaling scalingOf(const timing::Session& session, const Cells& cells, Time time);
// Of the operation that is meant with each number of columns.
Scaling columnScalingOf(const timing::Session& session, const Cells& cells, Time time);
Table tableOf(const Scaling& scaling);

} // namespace tscope::charts
