// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/form_look.h"
#include "charts/table.h"
#include "charts/times.h"
#include "timing/thread_curves.h"

namespace tscope::charts {

// The times of forms on the processor, by how many of its threads were used.
struct Scaling {
    struct Point {
        std::size_t line = 0, row = 0; // row of the session
        int threads = 1;
        timing::Median time;
    };
    std::vector<QString> lines;  // titles
    std::vector<FormLook> looks; // of the lines
    std::vector<Point> points;   // line by line, the fewest threads first
    QStringList sentences;
    Time time = Time::warm;
};

Scaling scalingOf(const timing::Session& session, const Cells& cells, Time time);
Table tableOf(const Scaling& scaling);

} // namespace tscope::charts
