// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/roofline_drawing.h"

#include "charts/layout.h"
#include "charts/legend.h"
#include "timing/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace tscope::charts {

namespace {

constexpr std::size_t mostNumbers = 40; // the fastest points; among more, none could be told from its neighbours

struct RooflineDrawn {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::RooflineDrawn)
};

QString numberOf(const Roof& roof)
{
    const auto rate = roof.isOfBytes() ? rateText(roof.rate) : flopRateText(roof.rate);
    return roof.isDoubtful() ? RooflineDrawn::tr("at least %1").arg(rate) : rate;
}

// Whole decades would be empty up to nine tenths.
Range closelyAround(double least, double greatest)
{
    constexpr double room = 1.5;
    return {least / room, std::max(greatest, least) * room};
}

Axis intensityAxis(const Roofline& roofline, const Look& look)
{
    double least = roofline.points.front().intensity, greatest = least;
    for (const auto& point : roofline.points) {
        least = std::min(least, point.intensity);
        greatest = std::max(greatest, point.intensity);
    }
    // Where the roofs meet is of interest too.
    for (const auto& slope : roofline.roofs)
        for (const auto& flat : roofline.roofs)
            if (slope.isOfBytes() && !flat.isOfBytes() && slope.device == flat.device)
                greatest = std::max(greatest, 2 * flat.rate / slope.rate);
    Axis axis;
    axis.isLog = true;
    axis.full = closelyAround(least, greatest);
    axis.shown = look.shownX.value_or(axis.full);
    axis.title = RooflineDrawn::tr("operations per byte (FLOP/B)");
    return axis;
}

Axis rateAxis(const Roofline& roofline, const Range& intensities, const Look& look)
{
    double least = roofline.points.front().warm.low, greatest = 0;
    for (const auto& point : roofline.points) {
        least = std::min({least, point.warm.low, point.cold ? point.cold->low : point.warm.low});
        greatest = std::max({greatest, point.warm.high, point.cold ? point.cold->high : 0});
    }
    for (const auto& roof : roofline.roofs) {
        const auto end = std::min(roof.span.to, intensities.high);
        greatest = std::max(greatest, roof.isOfBytes() ? std::min(roof.at(end), 1000 * greatest) : roof.rate);
    }
    Axis axis;
    axis.isLog = true;
    axis.full = closelyAround(least, greatest);
    axis.shown = look.shownY.value_or(axis.full);
    axis.title = RooflineDrawn::tr("GFLOP/s");
    return axis;
}

std::vector<std::string> roofDevicesOf(const Roofline& roofline)
{
    std::vector<std::string> devices;
    for (const auto& roof : roofline.roofs)
        if (std::ranges::find(devices, roof.device) == devices.end())
            devices.push_back(roof.device);
    return devices;
}

// Each device has its own colour, and its limits differ in their dashes; after four, in their width too.
Stroke roofStyle(const Roofline& roofline, std::size_t at)
{
    constexpr std::array inks{Ink::text, Ink::faintText, Ink::axis4, Ink::axis5};
    const auto devices = roofDevicesOf(roofline);
    const auto& device = roofline.roofs[at].device;
    const auto d = static_cast<std::size_t>(std::ranges::find(devices, device) - devices.begin());
    const auto first = std::ranges::find(roofline.roofs, device, &Roof::device) - roofline.roofs.begin();
    const auto number = at - static_cast<std::size_t>(first);
    constexpr std::array widths{2.0, 1.0, 3.5};
    return {{}, inks[d % inks.size()], widths[number / 4 % widths.size()], static_cast<Dash>((number + d) % 4)};
}

Stroke lineOf(const Roofline& roofline, std::size_t at, const Field& field)
{
    const auto& roof = roofline.roofs[at];
    const auto low = field.x.full.nearest(roof.span.from);
    const auto high = field.x.full.nearest(roof.span.to);
    auto line = roofStyle(roofline, at);
    line.points = QPolygonF({field.at(low, roof.at(low)), field.at(high, roof.at(high))});
    return line;
}

void addPoint(const RoofPoint& point, std::size_t at, const Look& look, Drawing& drawing, Field& field)
{
    const auto ink = point.look.ink;
    const auto x = field.toX(point.intensity);
    const auto put = [&](const FlopRate& rate, bool isCold) {
        const QRectF box(QPointF(x - 4, field.toY(rate.high)), QPointF(x + 4, field.toY(rate.low)));
        if (box.height() > 2)
            field.blocks.push_back({box, Ink::none, Hatch::none, ink});
        const QPointF middle(x, field.toY(rate.value));
        field.marks.push_back({middle, point.look.shape, ink, 9, isCold});
        if (field.rect.contains(middle))
            drawing.spots.push_back({QRectF(middle - QPointF(7, 7), QSizeF(14, 14)), static_cast<int>(at)});
    };
    if (point.cold) {
        field.strokes.push_back(
            {straight({x, field.toY(point.warm.value)}, {x, field.toY(point.cold->value)}), ink, 1, Dash::dotted});
        put(*point.cold, true);
    }
    put(point.warm, false);
    if (static_cast<int>(at) == look.chosen) {
        const QPointF middle(x, field.toY(point.warm.value));
        field.blocks.push_back(
            {QRectF(middle - QPointF(9, 9), QSizeF(18, 18)), Ink::none, Hatch::none, Ink::selected});
    }
}

// No text is to lie on the line.
void takeLine(Layout& layout, const QPolygonF& line)
{
    constexpr double step = 6;
    const auto way = line.back() - line.front();
    const auto steps = std::clamp(std::ceil(std::hypot(way.x(), way.y()) / step), 1.0, 2000.0);
    for (double i = 0; i <= steps; ++i) {
        const auto at = line.front() + i / steps * way;
        layout.take(QRectF(at - QPointF(3, 3), QSizeF(6, 6)));
    }
}

std::vector<LegendLine> legendOf(const Roofline& roofline)
{
    std::vector<LegendLine> lines;
    for (std::size_t i = 0; i < roofline.points.size(); ++i) {
        const auto& point = roofline.points[i];
        LegendLine line;
        line.mark = Mark{{}, point.look.shape, point.look.ink, 9};
        line.texts = {QString::number(i + 1), point.title, flopRateText(point.warm.value),
                      point.limit ? QString::fromStdString(timing::shortText(*point.limit)) : QString()};
        if (point.fill > 0)
            line.texts[1] = RooflineDrawn::tr("%1 (%2 on zeros)").arg(point.title, shareText(point.fill));
        line.item = static_cast<int>(i);
        lines.push_back(line);
    }
    return lines;
}

} // namespace

QString textOf(const RoofPoint& point)
{
    const auto rates = [](const FlopRate& rate) {
        const auto texts = timing::threeDigits(rate.value, rate.low, rate.high);
        return RooflineDrawn::tr("%1 (%2 to %3)")
            .arg(flopRateText(rate.value), QString::fromStdString(texts.low), QString::fromStdString(texts.high));
    };
    QStringList lines{point.title + QStringLiteral(" \u00b7 ") + QString::fromStdString(point.device),
                      RooflineDrawn::tr("warm: %1").arg(rates(point.warm))};
    if (point.cold)
        lines << RooflineDrawn::tr("cold: %1").arg(rates(*point.cold));
    if (point.fill > 0)
        lines << RooflineDrawn::tr("%1 of the operations are on zeros that were filled in")
                     .arg(shareText(point.fill));
    lines << RooflineDrawn::tr("%1 operations for each byte").arg(shortNumber(point.intensity));
    if (point.limit)
        lines << QString::fromStdString(timing::text(*point.limit));
    return lines.join(QLatin1Char('\n'));
}

Drawing drawRoofline(const Roofline& measured, const Look& look)
{
    auto roofline = measured;
    roofline.roofs = linesOf(measured.roofs);
    Drawing drawing;
    Layout layout(drawing, look);
    if (roofline.points.empty()) {
        layout.addNothing(RooflineDrawn::tr(
            "Nothing measured yet. Each form gets a point here: its speed, below the limits of this machine."));
        return drawing;
    }
    std::vector<LegendLine> lines;
    for (std::size_t i = 0; i < roofline.roofs.size(); ++i) {
        const auto& roof = roofline.roofs[i];
        LegendLine line;
        line.stroke = roofStyle(roofline, i);
        line.texts = {QString(), roof.title, numberOf(roof), QString::fromStdString(timing::spreadTextOf(roof))};
        lines.push_back(line);
    }
    for (const bool isHollow : {false, true}) {
        LegendLine line;
        line.mark = Mark{{}, Shape::circle, Ink::text, 9, isHollow};
        line.texts = {QString(),
                      isHollow ? RooflineDrawn::tr("hollow: cold")
                               : RooflineDrawn::tr("filled: warm; box: interval"),
                      QString(), QString()};
        lines.push_back(line);
    }
    for (auto& line : legendOf(roofline))
        lines.push_back(std::move(line));

    // Names of limits are seen whole before anything else: where there is no room, the tips have the details.
    const auto ofWidth = [&](const std::vector<LegendLine>& each) {
        const auto room = std::max(look.size.width() - 2 * plotMargin, 1.0);
        return (legendWidthOf(layout, each, look.size.height()) + 1) / room;
    };
    constexpr double usualShare = 0.45, mostShare = 0.65; // of the width, for the legend
    if (ofWidth(lines) > usualShare)
        for (auto& line : lines)
            line.texts.back().clear();
    auto ofLimits = lines;
    for (auto line = ofLimits.begin() + std::ssize(roofline.roofs); line != ofLimits.end(); ++line)
        line->texts[1].clear();
    const auto intensities = intensityAxis(measured, look);
    const auto rooms =
        plotAndLegendIn(look.size, layout, lines, std::clamp(ofWidth(ofLimits), usualShare, mostShare));
    auto& field = layout.addField(rooms.plot, intensities, rateAxis(measured, intensities.full, look));
    for (std::size_t i = 0; i < roofline.roofs.size(); ++i) {
        field.strokes.push_back(lineOf(roofline, i, field));
        takeLine(layout, field.strokes.back().points);
    }
    for (std::size_t i = 0; i < roofline.points.size(); ++i)
        addPoint(roofline.points[i], i, look, drawing, field);
    for (const auto& mark : field.marks)
        layout.take(QRectF(mark.at - QPointF(5, 5), QSizeF(10, 10)));
    for (std::size_t i = 0; i < std::min(roofline.points.size(), mostNumbers); ++i) {
        const auto at = field.at(roofline.points[i].intensity, roofline.points[i].warm.value);
        if (field.rect.contains(at))
            layout.addBeside(field, at, QString::number(i + 1));
    }
    if (roofDevicesOf(roofline).size() > 1)
        for (std::size_t i = 0; i < roofline.roofs.size(); ++i) {
            const auto line = field.strokes[i];
            for (const double share : {0.5, 0.25, 0.75, 0.1, 0.9}) {
                const auto at = line.points.front() + share * (line.points.back() - line.points.front());
                if (field.rect.contains(at) && layout.addBeside(field, at, roofline.roofs[i].title, line.ink))
                    break;
            }
        }
    addLegend(drawing, layout, rooms.legend, lines, look.chosen);
    return drawing;
}

} // namespace tscope::charts
