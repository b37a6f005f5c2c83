// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/legend.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <span>

namespace tscope::charts {

namespace {

constexpr double signWidth = 26;
constexpr double columnGap = 8;
constexpr double leastName = 48;
constexpr double apartLines = 2;
constexpr std::size_t yielding = 1; // the column that gives way

struct LegendWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::LegendWords)
};

std::size_t countIn(const Layout& layout, double height)
{
    return static_cast<std::size_t>(std::max(0.0, std::floor(height / (layout.lineHeight() + apartLines))));
}

// Of the first of many lines: the others aren't seen, and measuring texts takes time.
std::vector<double> widthsOf(const Layout& layout, const std::vector<LegendLine>& lines, std::size_t most)
{
    std::vector<double> widths;
    for (const auto& line : std::span(lines).first(std::min(most, lines.size()))) {
        widths.resize(std::max(widths.size(), line.texts.size()), 0);
        for (std::size_t c = 0; c < line.texts.size(); ++c)
            if (!line.texts[c].isEmpty())
                widths[c] = std::max(widths[c], layout.widthOf(line.texts[c]));
    }
    return widths;
}

double totalOf(const std::vector<double>& widths)
{
    double total = signWidth;
    for (const auto width : widths)
        total += width > 0 ? width + columnGap : 0;
    return total;
}

// Names are cut first, then the last columns are left out: their numbers are told of each spot too.
std::vector<double> fittedTo(double room, std::vector<double> widths)
{
    if (widths.size() <= yielding)
        return widths;
    const auto least = std::min(widths[yielding], leastName);
    while (widths.size() > yielding + 1 && totalOf(widths) - widths[yielding] + least > room)
        widths.pop_back();
    widths[yielding] = std::max(0.0, std::min(widths[yielding], widths[yielding] - (totalOf(widths) - room)));
    return widths;
}

void addSign(Drawing& drawing, const LegendLine& line, QPointF at)
{
    if (line.mark) {
        drawing.signs.push_back(*line.mark);
        drawing.signs.back().at = at + QPointF(signWidth / 2 - 3, 0);
    }
    if (line.stroke) {
        drawing.lines.push_back(*line.stroke);
        drawing.lines.back().points = QPolygonF({at, at + QPointF(signWidth - 6, 0)});
    }
}

} // namespace

double legendWidthOf(const Layout& layout, const std::vector<LegendLine>& lines, double height)
{
    return totalOf(widthsOf(layout, lines, countIn(layout, height)));
}

PlotAndLegend plotAndLegendIn(QSizeF size, const Layout& layout, const std::vector<LegendLine>& lines,
                              double mostOfWidth)
{
    const auto all = QRectF(QPointF(0, 0), size).adjusted(plotMargin, plotMargin, -plotMargin, -plotMargin);
    const auto width = std::min(legendWidthOf(layout, lines, all.height()), all.width() * mostOfWidth);
    return {all.adjusted(0, 0, -width - 12, 0), {all.right() - width, all.top(), width, all.height()}};
}

void addLegend(Drawing& drawing, Layout& layout, const QRectF& room, const std::vector<LegendLine>& lines,
               int chosen)
{
    const auto height = layout.lineHeight() + apartLines;
    const auto most = countIn(layout, room.height());
    const auto shown = lines.size() <= most ? lines.size() : most - std::min<std::size_t>(most, 1);
    const auto widths = fittedTo(room.width(), widthsOf(layout, lines, most));
    for (std::size_t i = 0; i < shown; ++i) {
        const QRectF row(room.left(), room.top() + static_cast<double>(i) * height, room.width(), height);
        const auto& line = lines[i];
        addSign(drawing, line, {row.left(), row.center().y()});
        double left = row.left() + signWidth;
        for (std::size_t c = 0; c < std::min(line.texts.size(), widths.size()); ++c) {
            if (!line.texts[c].isEmpty())
                layout.add({left, row.top(), widths[c], row.height()}, line.texts[c],
                           c <= yielding ? Qt::AlignLeft : Qt::AlignRight);
            left += widths[c] > 0 ? widths[c] + columnGap : 0;
        }
        if (line.item < 0)
            continue;
        drawing.spots.push_back({row, line.item});
        if (line.item == chosen)
            drawing.swatches.push_back({row.adjusted(-2, 0, 0, -1), Ink::none, Hatch::none, Ink::selected});
    }
    if (shown < lines.size() && most > 0)
        layout.add({room.left() + signWidth, room.top() + static_cast<double>(shown) * height,
                    room.width() - signWidth, height},
                   LegendWords::tr("and %n more", nullptr, static_cast<int>(lines.size() - shown)), Qt::AlignLeft,
                   Ink::faintText);
}

} // namespace tscope::charts
