// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/layout.h"

namespace tscope::charts {

// A line of the table beside a plot: a sign, and texts in columns, of which the second is cut where it has no
// room.
struct LegendLine {
    std::optional<Mark> mark;
    std::optional<Stroke> stroke;
    std::vector<QString> texts;
    int item = -1; // that it stands for; -1: none
};

// Of those lines that have room in this height.
double legendWidthOf(const Layout& layout, const std::vector<LegendLine>& lines, double height);
// A plot and its legend beside each other in a chart of this size, less its margins; the legend gets at most that
// share of the width.
inline constexpr double plotMargin = 6;
struct PlotAndLegend {
    QRectF plot, legend;
};
PlotAndLegend plotAndLegendIn(QSizeF size, const Layout& layout, const std::vector<LegendLine>& lines,
                              double mostOfWidth = 0.4);
// As many lines as have room; the last says how many have none.
void addLegend(Drawing& drawing, Layout& layout, const QRectF& room, const std::vector<LegendLine>& lines,
               int chosen);

} // namespace tscope::charts
