// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/densities_drawing.h"

#include "charts/curves.h"
#include "charts/layout.h"
#include "charts/legend.h"

#include <QCoreApplication>

#include <algorithm>

namespace tscope::charts {

namespace {

struct DensityDrawn {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::DensityDrawn)
};

Axis densityAxis(const Densities& densities, const Look& look)
{
    const auto [least, greatest] = std::ranges::minmax(densities.points, {}, &Densities::Point::density);
    Axis axis;
    axis.isLog = look.isLog;
    // Points and their signs don't stand on the frame.
    axis.full =
        look.isLog ? Range{least.density / 1.5, greatest.density * 1.5} : fromZero(greatest.density * 1.02);
    axis.shown = look.shownX.value_or(axis.full);
    axis.unit = {0.01, QStringLiteral("%")};
    axis.title = DensityDrawn::tr("density: stored entries / all elements");
    return axis;
}

Axis timeAxis(const Densities& densities, const Look& look)
{
    double least = densities.points.front().time.low, greatest = 0;
    for (const auto& point : densities.points) {
        least = std::min(least, point.time.low);
        greatest = std::max(greatest, point.time.high);
    }
    return curveTimes(least, greatest, densities.time, look);
}

void addLine(const Densities& densities, std::size_t line, const Look& look, Drawing& drawing, Field& field)
{
    std::vector<CurvePoint> points;
    for (std::size_t i = 0; i < densities.points.size(); ++i)
        if (const auto& point = densities.points[i]; point.line == line) {
            points.push_back({static_cast<int>(i), point.density, point.time});
        }
    addCurve(points, densities.lines[line].look, look, asideOf(line, densities.lines.size()), drawing, field);
}

// A line from top to bottom with its words.
void addHere(const Densities& densities, Layout& layout, Field& field)
{
    const auto x = field.toX(densities.here);
    if (x < field.rect.left() || x > field.rect.right())
        return;
    field.strokes.push_back(
        {straight({x, field.rect.top()}, {x, field.rect.bottom()}), Ink::text, 1, Dash::dashed});
    layout.addBeside(field, {x, field.rect.top() + layout.lineHeight()},
                     DensityDrawn::tr("as given: %1").arg(shareText(densities.here)));
}

void addTurn(const Densities::Turn& turn, Layout& layout, Field& field)
{
    const auto at = field.at(turn.density, turn.time);
    if (!field.rect.contains(at))
        return;
    field.strokes.push_back({straight(at, QPointF(at.x(), field.rect.bottom())), Ink::frame, 1, Dash::dotted});
    field.marks.push_back({at, Shape::circle, Ink::text, 10, true, !turn.isSure});
    layout.addBeside(field, at, shareText(turn.density));
}

LegendLine legendLineOf(const Densities& densities, std::size_t line)
{
    const auto turn = std::ranges::find(densities.turns, line, &Densities::Turn::after);
    const auto isOfLine = [line](const Densities::Point& point) { return point.line == line; };
    const auto first = std::ranges::find_if(densities.points, isOfLine);
    LegendLine made;
    made.mark = curveMark(densities.lines[line].look);
    made.stroke = curveStroke(densities.lines[line].look, false);
    made.texts = {QString(), densities.lines[line].title,
                  turn == densities.turns.end()
                      ? QString()
                      : DensityDrawn::tr("fastest from %1").arg(shareText(turn->density))};
    made.item = static_cast<int>(first - densities.points.begin());
    return made;
}

} // namespace

QString textOf(const Densities& densities, const Densities::Point& point)
{
    const auto& line = densities.lines[point.line];
    QStringList lines{line.title + QStringLiteral(" \u00b7 ") + QString::fromStdString(line.device)};
    lines << DensityDrawn::tr("%1 of the elements are entries").arg(shareText(point.density))
          << titleOf(densities.time) + QStringLiteral(": ") + timeText(point.time);
    if (point.density == densities.here)
        lines << DensityDrawn::tr("the tensor as it was given");
    return lines.join(QLatin1Char('\n'));
}

Drawing drawDensities(const Densities& densities, const Look& look)
{
    Drawing drawing;
    Layout layout(drawing, look);
    if (densities.points.empty()) {
        layout.addNothing(DensityDrawn::tr("Not measured yet. Each form gets a line here: its time with fewer and "
                                           "more entries in the same pattern."));
        return drawing;
    }
    std::vector<LegendLine> lines;
    for (std::size_t i = 0; i < densities.lines.size(); ++i)
        lines.push_back(legendLineOf(densities, i));
    const auto rooms = plotAndLegendIn(look.size, layout, lines);
    auto& field = layout.addField(rooms.plot, densityAxis(densities, look), timeAxis(densities, look));
    addHere(densities, layout, field);
    for (std::size_t i = densities.lines.size(); i-- > 0;)
        addLine(densities, i, look, drawing, field);
    for (const auto& turn : densities.turns)
        addTurn(turn, layout, field);
    addLegend(drawing, layout, rooms.legend, lines, look.chosen);
    return drawing;
}

} // namespace tscope::charts
