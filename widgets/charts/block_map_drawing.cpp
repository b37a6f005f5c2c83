// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/block_map_drawing.h"

#include "charts/colour_scale.h"
#include "timing/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <optional>

namespace tscope::charts {

namespace {

struct BlockMapDrawn {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::BlockMapDrawn)
};

// Shares of fill near 1 differ in what is not fill: on a scale of logarithms they are shaded by how many values
// are stored for each entry.
bool isByEntry(BlockMeasure measure, bool isLog)
{
    return isLog && measure == BlockMeasure::fill;
}

double shadedValue(const timing::BlockSize& size, BlockMeasure measure, bool isLog)
{
    return isByEntry(measure, isLog) ? 1 / std::max(1 - size.fill, 1e-9) : valueOf(size, measure);
}

Shades shadesOf(const BlockMap& map, BlockMeasure measure, bool isLog)
{
    Shades shades{shadedValue(map.cells.front(), measure, isLog), 0, false};
    for (const auto& cell : map.cells) {
        shades.least = std::min(shades.least, shadedValue(cell, measure, isLog));
        shades.greatest = std::max(shades.greatest, shadedValue(cell, measure, isLog));
    }
    shades.isLog = isLog && shades.least > 0;
    return shades;
}

Axis sideAxis(const BlockMap& map, const QString& title, const std::optional<Range>& shown)
{
    Axis axis;
    axis.full = {0.5, static_cast<double>(map.side) + 0.5};
    axis.shown = shown.value_or(axis.full);
    axis.title = title;
    axis.areWhole = true;
    return axis;
}

} // namespace

QString textOf(const BlockMap& map, std::int64_t rows, std::int64_t columns)
{
    const auto& cell = map.at(rows, columns);
    QStringList lines{BlockMapDrawn::tr("%1 x %2").arg(rows).arg(columns),
                      BlockMapDrawn::tr("%1 blocks").arg(QString::fromStdString(timing::countText(cell.blocks)))};
    for (const auto measure : allBlockMeasures)
        if (map.has(measure))
            lines << QStringLiteral("%1: %2").arg(titleOf(measure), textOf(valueOf(cell, measure), measure));
    for (const auto& each : map.measured)
        if (each.rows == rows && each.columns == columns)
            lines << BlockMapDrawn::tr("time of spmv as measured: %1").arg(timeText(each.time));
    if (const auto why = map.whyNot(rows, columns); !why.isEmpty())
        lines << why;
    return lines.join(QLatin1Char('\n'));
}

Drawing drawBlockMap(const BlockMap& map, BlockMeasure measure, const Look& look)
{
    Drawing drawing;
    Layout layout(drawing, look);
    if (map.cells.empty()) {
        layout.addNothing(BlockMapDrawn::tr("Nothing counted yet. Each block size gets a cell here: the zeros "
                                            "that fill its blocks, and its bytes."));
        return drawing;
    }
    const auto all = QRectF(QPointF(0, 0), look.size).adjusted(6, 6, -6, -6);
    const auto shades = shadesOf(map, measure, look.isLog);
    const ColourScale scale(shades, titleOf(measure),
                            [measure, isByEntry = isByEntry(measure, look.isLog)](double value) {
                                return textOf(isByEntry ? 1 - 1 / value : value, measure);
                            });
    const auto scaleWidth = scale.width(layout);
    auto rows = sideAxis(map, BlockMapDrawn::tr("rows of a block"), look.shownY);
    rows.isDown = true;
    const auto columns = sideAxis(map, BlockMapDrawn::tr("columns of a block"), look.shownX);
    auto& field = layout.addField(all.adjusted(0, 0, -scaleWidth - 14, 0), columns, rows);

    const auto cellRect = [&](std::int64_t r, std::int64_t c) {
        const QRectF rect(field.at(static_cast<double>(c) - 0.5, static_cast<double>(r) - 0.5),
                          field.at(static_cast<double>(c) + 0.5, static_cast<double>(r) + 0.5));
        // On whole pixels, or seams are seen between cells.
        return QRectF(QPointF(std::round(rect.left()), std::round(rect.top())),
                      QPointF(std::round(rect.right()), std::round(rect.bottom())));
    };
    // What can't be had is no answer, and is drawn smaller.
    const bool isAnyWhole = std::ranges::any_of(map.cells, &timing::BlockSize::doesDivide);
    const auto part = [&](const QRectF& rect, bool isWhole) {
        constexpr double inset = 0.3;
        const auto x = std::round(rect.width() * inset), y = std::round(rect.height() * inset);
        return isWhole ? rect : rect.adjusted(x, y, -x, -y);
    };
    std::optional<std::size_t> least;
    for (std::int64_t r = 1; r <= map.side; ++r)
        for (std::int64_t c = 1; c <= map.side; ++c) {
            const auto rect = cellRect(r, c);
            if (!rect.intersects(field.rect))
                continue;
            const auto item = static_cast<std::size_t>((r - 1) * map.side + c - 1);
            const auto value = shadedValue(map.cells[item], measure, look.isLog);
            const bool isWhole = map.cells[item].doesDivide;
            field.blocks.push_back({part(rect, isWhole), Ink::none, Hatch::none, Ink::none, shades.of(value)});
            if ((isWhole || !isAnyWhole) &&
                (!least || value < shadedValue(map.cells[*least], measure, look.isLog)))
                least = item;
        }
    const auto framed = [&](std::size_t item, Ink ink) {
        const auto rect = cellRect(static_cast<std::int64_t>(item) / map.side + 1,
                                   static_cast<std::int64_t>(item) % map.side + 1);
        field.blocks.push_back({rect.adjusted(-1, -1, 0, 0), Ink::none, Hatch::none, ink});
        field.blocks.push_back({rect.adjusted(-2, -2, 1, 1), Ink::none, Hatch::none, ink});
    };
    for (const auto& each : map.measured)
        field.marks.push_back({field.at(static_cast<double>(each.columns), static_cast<double>(each.rows)),
                               Shape::diamond, Ink::text, 8, true});
    if (least)
        framed(*least, Ink::text);
    if (look.chosen >= 0)
        framed(static_cast<std::size_t>(look.chosen), Ink::selected);
    scale.add(QRectF(all.right() - scaleWidth, all.top(), scaleWidth, field.rect.bottom() - all.top()), drawing,
              layout);
    return drawing;
}

} // namespace tscope::charts
