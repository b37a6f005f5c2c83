// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/break_even_drawing.h"

#include "charts/curves.h"
#include "charts/layout.h"
#include "charts/legend.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace tscope::charts {

namespace {

constexpr double mostUses = 1e12;
constexpr int steps = 48;              // of a line that is bent by the scales
constexpr std::size_t mostSigned = 18; // the cheapest lines; signs on more would hide each other

struct BreakEvenDrawn {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::BreakEvenDrawn)
};

QString usesText(double uses)
{
    return shortNumber(uses);
}

// Where the form as given was not measured nothing is known either.
bool isUndecided(const UseLine& line)
{
    return !line.breakEven || line.breakEven->word == timing::Word::undecided;
}

// Contains every number of uses that a verdict names. An interval that ends far away is cut off: it would squeeze
// everything else into a corner.
Axis usesAxis(const BreakEven& breakEven, const Look& look)
{
    constexpr double longestInterval = 100; // times its number of uses
    double greatest = 100;
    for (const auto& crossing : breakEven.best)
        greatest = std::max(greatest, crossing.uses * 10);
    for (const auto& line : breakEven.lines) {
        if (!line.breakEven)
            continue;
        const auto uses = line.paysFrom().value_or(0);
        greatest = std::max({greatest, uses * 3, line.breakEven->earliest.value_or(0) * 1.2,
                             std::min(line.breakEven->high.value_or(0) * 1.2, uses * longestInterval)});
    }
    Axis axis;
    axis.isLog = look.isLog;
    axis.full = {look.isLog ? 1.0 : 0.0, std::pow(10, std::ceil(std::log10(std::min(mostUses, greatest))))};
    if (!look.isLog)
        axis.full.high = std::min(mostUses, greatest);
    axis.shown = look.shownX.value_or(axis.full);
    axis.title = BreakEvenDrawn::tr("number of uses");
    axis.areWhole = true;
    return axis;
}

Axis costAxis(const BreakEven& breakEven, const Range& uses, const Look& look)
{
    double least = breakEven.lines.front().after(1), greatest = 0;
    for (const auto& line : breakEven.lines) {
        least = std::min(least, line.after(1));
        greatest = std::max(greatest, line.after(uses.high));
    }
    Axis axis;
    axis.isLog = look.isLog;
    axis.full = look.isLog ? decadesAround(least, greatest) : fromZero(greatest);
    axis.shown = look.shownY.value_or(axis.full);
    axis.unit = timeUnit(look.isLog ? std::sqrt(axis.shown.low * axis.shown.high) : axis.shown.high);
    axis.title = BreakEvenDrawn::tr("time in all");
    return axis;
}

QPolygonF curveOf(const UseLine& line, const Field& field)
{
    QPolygonF points;
    for (int i = 0; i <= steps; ++i) {
        const auto x = field.rect.left() + field.rect.width() * i / steps;
        points << QPointF(x, field.toY(line.after(field.fromX(x))));
    }
    return points;
}

// The curve, signs on it that tell it from others of its colour, and what can be pointed at along it.
void addCurve(const UseLine& line, std::size_t at, const Look& look, Drawing& drawing, Field& field)
{
    const bool isChosen = static_cast<int>(at) == look.chosen;
    const auto points = curveOf(line, field);
    const auto ink = line.look.ink;
    const bool isFew = at < mostSigned || isChosen;
    field.strokes.push_back({points, isFew ? ink : Ink::frame,
                             isChosen ? 3.5
                             : isFew  ? 1.8
                                      : 0.8,
                             isFew ? line.look.dash : Dash::solid});
    for (int i = 4 + static_cast<int>(at * 5 % 12); isFew && i < steps; i += steps / 4)
        field.marks.push_back({points[i], line.look.shape, ink, 8});
    for (int i = 0; i <= steps; ++i)
        if (field.rect.contains(points[i]))
            drawing.spots.push_back({QRectF(points[i] - QPointF(5, 5), QSizeF(10, 10)), static_cast<int>(at)});
}

// A form pays off, another form is the cheapest, or whether it is could not be decided.
enum class CrossingKind : std::uint8_t { pays, cheapest, undecided };

CrossingKind kindOf(const BreakEven& breakEven, const Crossing& crossing)
{
    if (!crossing.isSure)
        return CrossingKind::undecided;
    return breakEven.isBetweenConverted(crossing) ? CrossingKind::cheapest : CrossingKind::pays;
}

Mark crossingMark(QPointF at, CrossingKind kind)
{
    if (kind == CrossingKind::undecided)
        return {at, Shape::diamond, Ink::faintText, 8, true};
    return {at, kind == CrossingKind::cheapest ? Shape::square : Shape::circle, Ink::text, 10, true};
}

QPointF pointOf(const BreakEven& breakEven, const Crossing& crossing, const Field& field)
{
    return field.at(crossing.uses, breakEven.lines[crossing.line].after(crossing.uses));
}

void addCrossing(const BreakEven& breakEven, const Crossing& crossing, bool isChosen, Field& field)
{
    constexpr double larger = 1.5;
    const auto point = pointOf(breakEven, crossing, field);
    if (!field.rect.contains(point))
        return;
    if (crossing.isSure)
        field.strokes.push_back(
            {QPolygonF({point, QPointF(point.x(), field.rect.bottom())}), Ink::frame, 1, Dash::dotted});
    auto mark = crossingMark(point, kindOf(breakEven, crossing));
    mark.size *= isChosen ? larger : 1;
    field.marks.push_back(mark);
}

// From the fewest to the most uses after which the form may pay, along its line.
void addInterval(const UseLine& line, Field& field)
{
    if (!line.breakEven || !line.breakEven->low || !line.breakEven->high)
        return;
    const auto y = field.toY(line.after(*line.breakEven->uses));
    const auto low = field.toX(*line.breakEven->low), high = field.toX(*line.breakEven->high);
    field.strokes.push_back({straight({low, y}, {high, y}), Ink::text, 2});
    for (const auto end : {low, high})
        field.strokes.push_back({straight({end, y - 4}, {end, y + 4}), Ink::text, 2});
}

QString whenItPays(const UseLine& line)
{
    if (line.isGiven)
        return BreakEvenDrawn::tr("given");
    if (line.paysFrom())
        return BreakEvenDrawn::tr("%1 uses").arg(QString::fromStdString(timing::shortText(*line.breakEven)));
    return isUndecided(line) ? BreakEvenDrawn::tr("undecided") : BreakEvenDrawn::tr("never");
}

LegendLine legendLineOf(const UseLine& line, std::size_t at)
{
    LegendLine made;
    made.mark = curveMark(line.look);
    made.stroke = curveStroke(line.look, false);
    made.texts = {QString(), line.title, whenItPays(line)};
    made.item = static_cast<int>(at);
    return made;
}

} // namespace

QString textOf(const UseLine& line)
{
    QStringList lines{line.title + QStringLiteral(" \u00b7 ") + QString::fromStdString(line.device)};
    lines << (line.isGiven ? BreakEvenDrawn::tr("the tensor was given in this form")
                           : BreakEvenDrawn::tr("conversion: %1").arg(line.conversionText))
          << BreakEvenDrawn::tr("each use: %1").arg(timeText(line.each));
    if (line.paysFrom())
        lines << BreakEvenDrawn::tr("pays off: %1").arg(QString::fromStdString(timing::text(*line.breakEven)));
    else if (!line.isGiven)
        lines << (isUndecided(line) ? BreakEvenDrawn::tr("whether it pays off is undecided")
                                    : BreakEvenDrawn::tr("doesn't pay off"));
    return lines.join(QLatin1Char('\n'));
}

QString textOf(const BreakEven& breakEven, const Crossing& crossing)
{
    const auto &form = breakEven.lines[crossing.line].title, &other = breakEven.lines[crossing.other].title;
    if (!crossing.isApart)
        return BreakEvenDrawn::tr("not decided: %1 and %2 could not be told apart").arg(form, other);
    if (!crossing.isSure)
        return BreakEvenDrawn::tr("not decided: from how many uses %1 costs less than %2").arg(form, other);
    const auto uses = QString::fromStdString(timing::usesText(crossing.uses));
    const bool isCheapest = std::ranges::any_of(breakEven.best, [&](const Crossing& each) {
        return each.line == crossing.line && each.uses == crossing.uses;
    });
    return isCheapest ? BreakEvenDrawn::tr("from %1 uses: %2 is the cheapest").arg(uses, form)
                      : BreakEvenDrawn::tr("from %1 uses: %2 costs less than %3").arg(uses, form, other);
}

Drawing drawBreakEven(const BreakEven& breakEven, const Look& look)
{
    Drawing drawing;
    Layout layout(drawing, look);
    if (breakEven.lines.empty()) {
        layout.addNothing(BreakEvenDrawn::tr(
            "Nothing measured yet. Each form gets a line here: the time of one conversion and so many uses."));
        return drawing;
    }
    std::vector<LegendLine> lines;
    for (std::size_t i = 0; i < breakEven.lines.size(); ++i)
        lines.push_back(legendLineOf(breakEven.lines[i], i));
    const auto crossings = breakEven.marked();
    for (const auto& [kind, text] :
         {std::pair(CrossingKind::pays, BreakEvenDrawn::tr("the conversion pays off")),
          std::pair(CrossingKind::cheapest, BreakEvenDrawn::tr("another form is cheapest")),
          std::pair(CrossingKind::undecided, BreakEvenDrawn::tr("undecided which is cheapest"))})
        if (std::ranges::any_of(crossings, [&](const Crossing& each) { return kindOf(breakEven, each) == kind; }))
            lines.push_back({crossingMark({}, kind), {}, {QString(), text}});
    const auto rooms = plotAndLegendIn(look.size, layout, lines);
    const auto uses = usesAxis(breakEven, look);
    auto& field = layout.addField(rooms.plot, uses, costAxis(breakEven, uses.full, look));
    const auto lineCount = breakEven.lines.size();
    for (std::size_t i = 0; i < crossings.size(); ++i) // before those of the lines that meet there
        if (const auto point = pointOf(breakEven, crossings[i], field); field.rect.contains(point))
            drawing.spots.push_back(
                {QRectF(point - QPointF(8, 8), QSizeF(16, 16)), static_cast<int>(lineCount + i)});
    for (std::size_t i = lineCount; i-- > 0;)
        addCurve(breakEven.lines[i], i, look, drawing, field);
    for (const auto& crossing : breakEven.pays)
        addInterval(breakEven.lines[crossing.line], field);
    for (std::size_t i = 0; i < crossings.size(); ++i)
        addCrossing(breakEven, crossings[i], look.chosen == static_cast<int>(lineCount + i), field);
    // The numbers come last, when all that they have to keep away from is drawn.
    for (const auto& crossing : crossings)
        if (const auto point = pointOf(breakEven, crossing, field); crossing.isSure && field.rect.contains(point))
            layout.addBeside(field, point, usesText(crossing.uses));
    addLegend(drawing, layout, rooms.legend, lines, look.chosen);
    return drawing;
}

} // namespace tscope::charts
