// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/scaling_drawing.h"

#include "charts/curves.h"
#include "charts/layout.h"
#include "charts/legend.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

namespace tscope::charts {

namespace {

struct ScalingDrawn {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::ScalingDrawn)
};

const Scaling::Point& firstOf(const Scaling& scaling, std::size_t line)
{
    return *std::ranges::find(scaling.points, line, &Scaling::Point::line);
}

// How many times as much each thread or column gets done as in the first point of the line, if nothing is lost or
// gained by their number.
double shareOf(const Scaling& scaling, const Scaling::Point& point)
{
    const auto times =
        static_cast<double>(point.number) / static_cast<double>(firstOf(scaling, point.line).number);
    return scaling.over == Scaling::Over::threads ? 1 / times : times;
}

// Where each thread does its share of what the fewest did, or each column takes what it took of the fewest.
double perfectTime(const Scaling& scaling, const Scaling::Point& point)
{
    return firstOf(scaling, point.line).time.value * shareOf(scaling, point);
}

Axis numberAxis(const Scaling& scaling, const Look& look)
{
    const auto [least, greatest] = std::ranges::minmax(scaling.points, {}, &Scaling::Point::number);
    const auto from = static_cast<double>(least.number), to = static_cast<double>(greatest.number);
    Axis axis;
    axis.isLog = look.isLog;
    axis.areWhole = true;
    // Points and their signs don't stand on the frame.
    axis.full = look.isLog ? Range{from / 1.2, to * 1.2} : Range{0, to + (to - from) / 10 + 0.1};
    axis.shown = look.shownX.value_or(axis.full);
    std::set<double> numbers; // that were measured
    for (const auto& point : scaling.points)
        numbers.insert(static_cast<double>(point.number));
    axis.marked.assign(numbers.begin(), numbers.end());
    axis.title = scaling.over == Scaling::Over::threads ? ScalingDrawn::tr("threads")
                                                        : ScalingDrawn::tr("k, columns of the dense operand");
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
            points.push_back({static_cast<int>(i), static_cast<double>(point.number), point.time});
            perfect.points << field.at(static_cast<double>(point.number),
                                       std::max(perfectTime(scaling, point), 1e-3));
        }
    field.strokes.push_back(perfect);
    addCurve(points, scaling.looks[line], look, asideOf(line, scaling.lines.size()), drawing, field);
}

LegendLine legendLineOf(const Scaling& scaling, std::size_t line)
{
    const auto& first = firstOf(scaling, line);
    const auto& last =
        *std::ranges::find(scaling.points.rbegin(), scaling.points.rend(), line, &Scaling::Point::line);
    LegendLine made;
    made.mark = curveMark(scaling.looks[line]);
    made.stroke = curveStroke(scaling.looks[line], false);
    // How many times as fast; of columns, each of them.
    const auto gained =
        scaling.over == Scaling::Over::threads ? last.asFast : last.asFast * shareOf(scaling, last);
    made.texts = {QString(), scaling.lines[line], ratioText(gained)};
    made.item = static_cast<int>(&first - scaling.points.data());
    return made;
}

// The lines without points.
LegendLine idealOf(const Scaling& scaling)
{
    LegendLine line;
    line.stroke = Stroke{{}, Ink::text, 1, Dash::dotted};
    line.texts = {QString(), scaling.over == Scaling::Over::threads
                                 ? ScalingDrawn::tr("ideal: each thread does its share")
                                 : ScalingDrawn::tr("ideal: each column takes as long")};
    return line;
}

// What the numbers beside the names are.
LegendLine captionOf(const Scaling& scaling)
{
    const auto [least, most] = std::ranges::minmax(scaling.points, {}, &Scaling::Point::number);
    LegendLine line;
    line.texts = {QString(),
                  scaling.over == Scaling::Over::threads
                      ? ScalingDrawn::tr("speed-up, %1 to %2 threads").arg(least.number).arg(most.number)
                      : ScalingDrawn::tr("speed-up per column, k = %1 to %2").arg(least.number).arg(most.number)};
    return line;
}

} // namespace

QString textOf(const Scaling& scaling, const Scaling::Point& point)
{
    QStringList lines{scaling.lines[point.line]};
    const bool areThreads = scaling.over == Scaling::Over::threads;
    lines << (areThreads ? ScalingDrawn::tr("%n thread(s)", nullptr, static_cast<int>(point.number))
                         : QStringLiteral("k = %1").arg(point.number))
          << titleOf(scaling.time) + QStringLiteral(": ") + timeText(point.time);
    const auto& first = firstOf(scaling, point.line);
    if (first.number == point.number)
        return lines.join(QLatin1Char('\n'));
    lines << (areThreads ? ScalingDrawn::tr("%1 as fast as with %2; %3 if each thread did its share")
                               .arg(ratioText(point.asFast))
                               .arg(first.number)
                               .arg(ratioText(1 / shareOf(scaling, point)))
                         : ScalingDrawn::tr("each column %1 as fast as with k = %2")
                               .arg(ratioText(point.asFast * shareOf(scaling, point)))
                               .arg(first.number));
    return lines.join(QLatin1Char('\n'));
}

Drawing drawScaling(const Scaling& scaling, const Look& look)
{
    Drawing drawing;
    Layout layout(drawing, look);
    if (scaling.points.empty()) {
        layout.addNothing(
            scaling.over == Scaling::Over::threads
                ? ScalingDrawn::tr(
                      "Not measured yet. Each form gets a line here: its time by the number of threads.")
                : ScalingDrawn::tr("Not measured yet. Each form gets a line here: its time by k, the number of "
                                   "columns of the dense operand."));
        return drawing;
    }
    std::vector<LegendLine> lines{captionOf(scaling)};
    for (std::size_t i = 0; i < scaling.lines.size(); ++i)
        lines.push_back(legendLineOf(scaling, i));
    lines.push_back(idealOf(scaling));
    const auto rooms = plotAndLegendIn(look.size, layout, lines);
    auto& field = layout.addField(rooms.plot, numberAxis(scaling, look), timeAxis(scaling, look));
    for (std::size_t i = scaling.lines.size(); i-- > 0;)
        addLine(scaling, i, look, drawing, field);
    addLegend(drawing, layout, rooms.legend, lines, look.chosen);
    return drawing;
}

} // namespace tscope::charts
