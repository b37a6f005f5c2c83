// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/cost_map_drawing.h"

#include "charts/colour_scale.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace tscope::charts {

namespace {

struct CostDrawn {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::CostDrawn)
};

Axis elementAxis(std::int64_t count, const QString& title, const std::optional<Range>& shown)
{
    Axis axis;
    axis.full = {0, static_cast<double>(count)};
    axis.shown = shown.value_or(axis.full);
    axis.title = title;
    axis.areWhole = true;
    return axis;
}

// From nothing on; on a scale of logarithms from the least tile that has something.
Shades tileShades(const CostMap& map, CostMeasure measure, bool isLog)
{
    Shades shades{0, 0, false};
    double leastOfAll = 0;
    for (const auto& tile : map.tiles) {
        const auto value = map.at(tile, measure);
        shades.greatest = std::max(shades.greatest, value);
        leastOfAll = value > 0 && (leastOfAll == 0 || value < leastOfAll) ? value : leastOfAll;
    }
    shades.isLog = isLog && leastOfAll > 0;
    if (shades.isLog)
        shades.least = leastOfAll;
    return shades;
}

QString rangeText(std::int64_t first, std::int64_t last)
{
    return first == last ? QString::number(first) : QStringLiteral("%1\u2013%2").arg(first).arg(last);
}

// The form, what it takes, and what of that is not to be seen.
QString headOf(const CostMap& map, CostMeasure measure)
{
    auto head = CostDrawn::tr("%1: %2 in the tiles").arg(map.title, byteText(map.bytes));
    if (map.pointerBytes > 0)
        head += CostDrawn::tr(", and %1 of pointers in none").arg(byteText(map.pointerBytes));
    if (measure == CostMeasure::time && map.time)
        head += QStringLiteral("; %1: %2").arg(map.time->words, timeText(map.time->nanoseconds));
    return head;
}

QRectF tileRect(const Field& field, const CostTile& tile)
{
    const auto topLeft = field.at(static_cast<double>(tile.firstColumn), static_cast<double>(tile.firstRow));
    const auto bottomRight =
        field.at(static_cast<double>(tile.lastColumn) + 1, static_cast<double>(tile.lastRow) + 1);
    // On whole pixels, or seams are seen between tiles.
    return {QPointF(std::round(topLeft.x()), std::round(topLeft.y())),
            QPointF(std::round(bottomRight.x()), std::round(bottomRight.y()))};
}

void addTiles(const CostMap& map, CostMeasure measure, const Shades& shades, Field& field)
{
    for (const auto& tile : map.tiles) {
        const auto rect = tileRect(field, tile);
        const auto value = map.at(tile, measure);
        if (value > 0 && rect.intersects(field.rect))
            field.blocks.push_back({rect, Ink::none, Hatch::none, Ink::none, shades.of(value)});
    }
}

} // namespace

QString textOf(const CostMap& map, const CostTile& tile)
{
    QStringList lines{
        CostDrawn::tr("rows %1, columns %2")
            .arg(rangeText(tile.firstRow, tile.lastRow), rangeText(tile.firstColumn, tile.lastColumn)),
        CostDrawn::tr("%1 entries").arg(tile.entries),
        CostDrawn::tr("%1, %2 of %3")
            .arg(byteText(tile.bytes), shareText(map.at(tile, CostMeasure::share)), map.title)};
    if (map.has(CostMeasure::fill))
        lines << CostDrawn::tr("%1 elements are filled in").arg(tile.fill);
    if (map.time)
        lines
            << CostDrawn::tr("%1 of %2, by bytes").arg(timeText(map.at(tile, CostMeasure::time)), map.time->words);
    return lines.join(QLatin1Char('\n'));
}

Drawing drawCostMap(const CostMap& map, CostMeasure measure, const Look& look)
{
    Drawing drawing;
    Layout layout(drawing, look);
    if (map.tiles.empty()) {
        layout.addNothing(CostDrawn::tr("Nothing counted yet. The matrix is drawn here, with the bytes that a "
                                        "product with a vector reads in each part."));
        return drawing;
    }
    const auto all = QRectF(QPointF(0, 0), look.size).adjusted(6, 6, -6, -6);
    const auto shades = tileShades(map, measure, look.isLog);
    const ColourScale scale(shades, titleOf(measure), [measure](double value) { return textOf(value, measure); });
    const auto scaleWidth = scale.width(layout);
    layout.add({all.left(), all.top(), all.width(), layout.lineHeight()}, headOf(map, measure), Qt::AlignLeft,
               Ink::faintText);
    const auto below = all.adjusted(0, layout.lineHeight() + 4, 0, 0);
    auto rows = elementAxis(map.rows, CostDrawn::tr("rows"), look.shownY);
    rows.isDown = true;
    const auto columns = elementAxis(map.columns, CostDrawn::tr("columns"), look.shownX);
    auto& field = layout.addField(below.adjusted(0, 0, -scaleWidth - 14, 0), columns, rows);
    addTiles(map, measure, shades, field);
    if (look.chosen >= 0) {
        const auto rect = tileRect(field, map.tiles[static_cast<std::size_t>(look.chosen)]);
        field.blocks.push_back({rect.adjusted(-1, -1, 0, 0), Ink::none, Hatch::none, Ink::selected});
        field.blocks.push_back({rect.adjusted(-2, -2, 1, 1), Ink::none, Hatch::none, Ink::selected});
    }
    scale.add(QRectF(all.right() - scaleWidth, below.top(), scaleWidth, field.rect.bottom() - below.top()),
              drawing, layout);
    return drawing;
}

} // namespace tscope::charts
