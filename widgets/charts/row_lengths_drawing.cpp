// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/row_lengths_drawing.h"

#include "charts/layout.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace tscope::charts {

namespace {

struct LengthsDrawn {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::LengthsDrawn)
};

QString rangeText(const timing::LengthBin& bin)
{
    return bin.first == bin.last ? QString::number(bin.first)
                                 : QStringLiteral("%1\u2013%2").arg(bin.first).arg(bin.last);
}

// Ranks and lengths count from 1 on a scale of logarithms: an empty row lies below it.
Field& addCurve(const timing::RowSpread& lengths, const QRectF& outer, const Look& look, Layout& layout)
{
    Axis ranks, sizes;
    ranks.areWhole = sizes.areWhole = true;
    ranks.isLog = look.isLog;
    ranks.full = look.isLog ? Range{1, std::max(10.0, static_cast<double>(lengths.rows))}
                            : Range{0, static_cast<double>(lengths.rows)};
    ranks.shown = look.shownX.value_or(ranks.full);
    ranks.title = LengthsDrawn::tr("rows, the longest first");
    sizes.isLog = look.isLog;
    sizes.full = look.isLog ? Range{0.5, std::max(10.0, lengths.greatest * 1.5)}
                            : fromZero(static_cast<double>(lengths.greatest));
    sizes.shown = look.shownY.value_or(sizes.full);
    sizes.title = LengthsDrawn::tr("entries of a row");
    auto& field = layout.addField(outer, ranks, sizes);
    QPolygonF curve;
    for (const auto& point : lengths.curve) {
        const auto rank = static_cast<double>(point.rank) + (look.isLog ? 1 : 0);
        const auto y = std::min(field.toY(static_cast<double>(point.length)), field.rect.bottom() + 2);
        curve << QPointF(field.toX(rank), y);
        if (!look.isLog && point.rank + 1 == lengths.rows)
            curve << QPointF(field.toX(rank + 1), y);
    }
    field.strokes.push_back({curve, axisInk(0), 2});
    const auto y = field.toY(lengths.mean());
    field.strokes.push_back(
        {straight({field.rect.left(), y}, {field.rect.right(), y}), axisInk(1), 1.4, Dash::dashed});
    return field;
}

struct BinText {
    double left = 0, width = 0;
    QString text;
};

// Below every nth bin, with the smallest n that gives each text its room: even steps. Only the last text may be
// left out, where the end of the field has moved it.
std::vector<BinText> binTextsOf(const std::vector<timing::LengthBin>& bins, const Field& field, double right,
                                const Layout& layout)
{
    constexpr double between = 6;
    for (std::size_t step = 1;; ++step) {
        std::vector<BinText> texts;
        double free = field.rect.left();
        bool haveRoom = true;
        for (std::size_t i = 0; i < bins.size() && haveRoom; i += step) {
            const auto text = rangeText(bins[i]);
            const auto width = layout.widthOf(text);
            const auto left = Range{field.rect.left(), right - width}.nearest(
                field.toX(static_cast<double>(i) + 0.5) - width / 2);
            if (left >= free)
                texts.push_back({left, width, text});
            else
                haveRoom = i + step >= bins.size();
            free = left + width + between;
        }
        if (haveRoom)
            return texts;
    }
}

void addBins(const timing::RowSpread& lengths, const QRectF& outer, const Look& look, Drawing& drawing,
             Layout& layout)
{
    const auto& bins = binsOf(lengths, look.isLog);
    Axis sizes, rows;
    rows.areWhole = true;
    sizes.full = sizes.shown = {0, static_cast<double>(bins.size())};
    sizes.hasTicks = false;
    rows.isLog = look.isLog;
    const auto most = std::ranges::max_element(bins, {}, &timing::LengthBin::rows)->rows;
    rows.full = rows.shown =
        look.isLog ? Range{0.5, std::max(10.0, most * 1.5)} : fromZero(static_cast<double>(most));
    rows.title = LengthsDrawn::tr("rows");
    const auto line = layout.lineHeight();
    auto& field = layout.addField(outer.adjusted(0, 0, 0, -2 * line - 4), sizes, rows);
    layout.add({field.rect.left(), outer.bottom() - line, field.rect.width(), line},
               LengthsDrawn::tr("entries of a row"), Qt::AlignHCenter);
    for (std::size_t i = 0; i < bins.size(); ++i) {
        const auto left = field.toX(static_cast<double>(i)), right = field.toX(static_cast<double>(i) + 1);
        const auto top = std::min(field.toY(static_cast<double>(bins[i].rows)), field.rect.bottom());
        const QRectF bar(QPointF(std::round(left) + 1, std::round(top)),
                         QPointF(std::round(right) - 1, field.rect.bottom()));
        if (bins[i].rows > 0)
            field.blocks.push_back({bar, Ink::stored,
                                    bins[i].first == 0 && bins[i].last == 0 ? Hatch::rising : Hatch::none,
                                    axisInk(0)});
        const QRectF whole(left, field.rect.top(), right - left, field.rect.height());
        drawing.spots.push_back({whole, static_cast<int>(i)});
        if (static_cast<int>(i) == look.chosen)
            field.blocks.push_back({whole.adjusted(0, 0, -1, -1), Ink::none, Hatch::none, Ink::selected});
    }
    for (const auto& each : binTextsOf(bins, field, outer.right(), layout))
        layout.add({each.left, field.rect.bottom() + 4, each.width, line}, each.text, Qt::AlignLeft,
                   Ink::faintText);
}

} // namespace

const std::vector<timing::LengthBin>& binsOf(const timing::RowSpread& lengths, bool isLog)
{
    return isLog ? lengths.doublingBins : lengths.evenBins;
}

QString textOf(const timing::LengthBin& bin, const timing::RowSpread& lengths)
{
    return LengthsDrawn::tr("%1 rows with %2 entries").arg(bin.rows).arg(rangeText(bin)) +
           (bin.firstRow < 0 ? QString() : LengthsDrawn::tr(", the first of them row %1").arg(bin.firstRow)) +
           QLatin1Char('\n') +
           LengthsDrawn::tr("of %1 rows: longest %2, median %3, shortest %4, %5 empty")
               .arg(lengths.rows)
               .arg(lengths.greatest)
               .arg(lengths.median)
               .arg(lengths.least)
               .arg(lengths.empty);
}

Drawing drawRowLengths(const timing::RowSpread& lengths, const Look& look)
{
    Drawing drawing;
    Layout layout(drawing, look);
    if (lengths.rows == 0) {
        layout.addNothing(LengthsDrawn::tr("Nothing counted yet. The lengths of the rows are drawn here."));
        return drawing;
    }
    const auto all = QRectF(QPointF(0, 0), look.size).adjusted(6, 6, -6, -6);
    const auto caption = layout.addWrapped(
        all.topLeft(), all.width(),
        LengthsDrawn::tr("%1 rows: longest %2, mean %3 (dashed), median %4, shortest %5, %6 empty")
            .arg(lengths.rows)
            .arg(lengths.greatest)
            .arg(shortNumber(lengths.mean()))
            .arg(lengths.median)
            .arg(lengths.least)
            .arg(lengths.empty),
        Ink::faintText);
    const auto below = all.adjusted(0, std::max(caption.height(), layout.lineHeight()) + 4, 0, 0);
    const auto half = below.width() / 2 - 8;
    addCurve(lengths, QRectF(below.left(), below.top(), half, below.height()), look, layout);
    addBins(lengths, QRectF(below.right() - half, below.top(), half, below.height()), look, drawing, layout);
    return drawing;
}

} // namespace tscope::charts
