// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/form_look.h"
#include "charts/table.h"
#include "charts/times.h"
#include "timing/roofs.h"

#include <optional>

namespace tscope::charts {

// Floating point operations per nanosecond: what a time makes of a number of them.
using FlopRate = timing::Median;

struct RoofPoint {
    std::size_t row = 0; // of the session
    QString title;
    std::string device;
    double intensity = 0; // operations for each byte that has to be moved at the least
    FlopRate warm;
    std::optional<FlopRate> cold;
    std::optional<timing::RowLimit> limit; // nothing: that of the device was not measured
    FormLook look = {};
    double fill = 0; // share of the operations that are on zeros to make blocks or a dense form whole

    double useful() const { return warm.value * (1 - fill); } // the rate of all other operations
};

// A limit of a device that bounds one of the points.
struct Roof : timing::Roof {
    QString title; // "cpu: memory"
    std::string device;
    QString name = {}, deviceName = {}; // the parts of the title
};

struct Roofline {
    std::vector<RoofPoint> points; // with the highest rate of useful operations first
    std::vector<Roof> roofs;
    int leftOut = 0; // rows with no time or nothing computed
};

// One for all limits that are too near each other to be drawn beside each other, with the names of all of them.
std::vector<Roof> linesOf(const std::vector<Roof>& roofs);

Roofline rooflineOf(const timing::Session& session, const Cells& cells);
Table tableOf(const Roofline& roofline);

} // namespace tscope::charts
