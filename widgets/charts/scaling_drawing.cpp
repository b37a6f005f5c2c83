// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/scaling_drawing.h"

#include "charts/curves.h"
#include "charts/layout.h"
#include "charts/legend.h"

#include <QCoreApplication>

#include <algorithm>

namespace tscope::charts {

namespace {

struct ScalingDrawn {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::ScalingDrawn)
};

const Scaling::Point& firstOf(const Scaling& scaling, std::size_t line)
{
    return *std::ranges::find(scaling.points, line, &Scaling::Point::line);
}

// Where each thread does its share of what the fewest did.
double perfectTime(const Scaling& scaling, const Scaling::Point& point)
{
    const auto& first = firstOf(scaling, point.line);
    return first.time.value * first.threads / point.threads;
}

Axis threadAxis(const Scaling& scaling, const Look& look)
{
    const auto [least, greatest] = std::ranges::minmax(scaling.points, {}, &Scaling::Point::threads);
    Axis axis;
    axis.isLog = look.isLog;
    axis.areWhole = true;
    // Points and their signs don't stand on the frame.
    axis.full =
        look.isLog ? Range{least.threads / 1.5, greatest.threads * 1.5} : fromZero(greatest.threads * 1.02);
    axis.shown = look.shownX.value_or(axis.full);
    axis.title = ScalingDrawn::tr("threads");
    return axis;
}

Axis timeAxis(const Scaling& scaling, const Look& look)
{
    double least = scaling.points.front().time.low, greatest = 0;
    for (const auto& point : scaling.points) {
        least = std::min({least, point.time.low, perfectTime(scaling, point)});
        greatest = std::max(greatest, point.time.high);
    }
    return curveTimes(least, greatest, scaling.time, look);
}

void addLine(const Scaling& scaling, std::size_t line, const Look& look, Drawing& drawing, Field& field)
{
    std::vector<CurvePoint> points;
    Stroke perfect{{}, scaling.looks[line].ink, 1, Dash::dotted};
    for (std::size_t i = 0; i < scaling.points.size(); ++i)
        if (const auto& point = scaling.points[i]; point.line == line) {
            points.push_back({static_cast<int>(i), static_cast<double>(point.threads), point.time});
            perfect.points << field.at(point.threads, std::max(perfectTime(scaling, point), 1e-3));
        }
    field.strokes.push_back(perfect);
    addCurve(points, scaling.looks[line], look, drawing, field);
}

LegendLine legendLineOf(const Scaling& scaling, std::size_t line)
{
    const auto& first = firstOf(scaling, line);
    const auto& last =
        *std::ranges::find(scaling.points.rbegin(), scaling.points.rend(), line, &Scaling::Point::line);
    LegendLine made;
    made.mark = curveMark(scaling.looks[line]);
    made.stroke = curveStroke(scaling.looks[line], false);
    made.texts = {QString(), scaling.lines[line], ratioText(first.time.value / last.time.value)};
    made.item = static_cast<int>(&first - scaling.points.data());
    return made;
}

} // namespace

QString textOf(const Scaling& scaling, const Scaling::Point& point)
{
    QStringList lines{scaling.lines[point.line]};
    lines << ScalingDrawn::tr("%n thread(s)", nullptr, point.threads)
          << titleOf(scaling.time) + QStringLiteral(": ") + timeText(point.time);
    if (const auto& first = firstOf(scaling, point.line); first.threads != point.threads)
        lines << ScalingDrawn::tr("%1 as fast as with %2; %3 if each thread did its share")
                     .arg(ratioText(first.time.value / point.time.value))
                     .arg(first.threads)
                     .arg(ratioText(static_cast<double>(point.threads) / first.threads));
    return lines.join(QLatin1Char('\n'));
}

Drawing drawScaling(const Scaling& scaling, const Look& look)
{
    Drawing drawing;
    Layout layout(drawing, look);
    if (scaling.points.empty()) {
        layout.addNothing(
            ScalingDrawn::tr("Not measured yet. Each form gets a line here: its time by the number of threads."));
        return drawing;
    }
    std::vector<LegendLine> lines;
    for (std::size_t i = 0; i < scaling.lines.size(); ++i)
        lines.push_back(legendLineOf(scaling, i));
    const auto rooms = plotAndLegendIn(look.size, layout, lines);
    auto& field = layout.addField(rooms.plot, threadAxis(scaling, look), timeAxis(scaling, look));
    for (std::size_t i = scaling.lines.size(); i-- > 0;)
        addLine(scaling, i, look, drawing, field);
    addLegend(drawing, layout, rooms.legend, lines, look.chosen);
    return drawing;
}

} // namespace tscope::charts
