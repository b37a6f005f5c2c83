// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/sample_series_drawing.h"

#include "charts/layout.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace tscope::charts {

namespace {

struct SamplesDrawn {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::SamplesDrawn)
};

Axis orderAxis(const SampleSeries& series, const Look& look)
{
    Axis axis;
    axis.full = {-0.5, static_cast<double>(series.all.size()) - 0.5};
    axis.shown = look.shownX.value_or(axis.full);
    axis.title = SamplesDrawn::tr("samples in the order of time");
    axis.hasTicks = false; // what counts is their order, and the rounds have names
    return axis;
}

// All samples, the outliers too; dots are no bars, and so needn't begin at zero.
Axis timeAxis(const SampleSeries& series, const Look& look)
{
    const auto [least, greatest] = std::ranges::minmax(series.all);
    Axis axis;
    axis.isLog = look.isLog && least > 0;
    const auto pad = greatest > least ? (greatest - least) * 0.06 : std::max(1.0, greatest * 0.05);
    axis.full =
        axis.isLog ? Range{least / 1.15, greatest * 1.15} : Range{std::max(0.0, least - pad), greatest + pad};
    axis.shown = look.shownY.value_or(axis.full);
    axis.unit = timeUnit(axis.isLog ? axis.shown.low : axis.shown.high);
    axis.title = SamplesDrawn::tr("time");
    return axis;
}

void addRound(const SampleRound& round, std::size_t at, Drawing& drawing, Field& field, Layout& layout)
{
    const auto left = field.toX(static_cast<double>(round.first) - 0.5);
    const auto right = field.toX(static_cast<double>(round.first + round.count) - 0.5);
    if (at > 0)
        field.strokes.push_back(
            {straight({left, field.rect.top()}, {left, field.rect.bottom()}), Ink::frame, 1, Dash::dotted});
    const auto y = field.toY(round.median.value);
    field.strokes.push_back({straight({left + 1, y}, {right - 1, y}), Ink::text, 1.6, Dash::dashed});
    const QRectF seen = QRectF(left + 3, 4 + layout.lineHeight(), right - left - 6, layout.lineHeight())
                            .intersected(QRectF(field.rect.left(), 0, field.rect.width(), drawing.size.height()));
    if (seen.width() > layout.widthOf(QStringLiteral("000")))
        layout.add(seen, SamplesDrawn::tr("round %1").arg(at + 1), Qt::AlignLeft, Ink::faintText);
}

} // namespace

std::vector<Sample> drawnSamples(const SampleSeries& series)
{
    std::vector<Sample> all;
    for (const auto& round : series.rounds)
        all.insert(all.end(), round.samples.begin(), round.samples.end());
    return all;
}

QString textOf(const SampleSeries& series, const Sample& sample)
{
    const auto round = std::ranges::find_if(series.rounds, [&](const SampleRound& each) {
        return sample.number >= each.first && sample.number < each.first + each.count;
    });
    QStringList lines{
        SamplesDrawn::tr("sample %1 of %2, round %3")
            .arg(sample.number + 1)
            .arg(series.all.size())
            .arg(round - series.rounds.begin() + 1),
        timeText(sample.nanoseconds),
        SamplesDrawn::tr("%1 of the median").arg(ratioText(sample.nanoseconds / series.median.value)),
        SamplesDrawn::tr("median: %1").arg(timeText(series.median))};
    if (series.timesPerSample > 1)
        lines << SamplesDrawn::tr("the mean of %n time(s)", nullptr, static_cast<int>(series.timesPerSample));
    return lines.join(QLatin1Char('\n'));
}

Drawing drawSampleSeries(const SampleSeries& series, const Look& look)
{
    Drawing drawing;
    Layout layout(drawing, look);
    if (series.all.empty()) {
        layout.addNothing(series.reason.isEmpty()
                              ? SamplesDrawn::tr("No form is chosen yet. Each of its samples gets a dot here, in "
                                                 "the order in which they were taken.")
                              : series.title + QStringLiteral("\n") + series.reason);
        return drawing;
    }
    layout.add({6, 4, look.size.width() - 12, layout.lineHeight()}, series.title);
    const auto all = QRectF(QPointF(0, 0), look.size).adjusted(6, 6 + 2 * layout.lineHeight(), -6, -6);
    auto& field = layout.addField(all, orderAxis(series, look), timeAxis(series, look));
    field.blocks.push_back({QRectF(QPointF(field.rect.left(), field.toY(series.median.high)),
                                   QPointF(field.rect.right(), field.toY(series.median.low))),
                            Ink::stored});
    for (std::size_t r = 0; r < series.rounds.size(); ++r)
        addRound(series.rounds[r], r, drawing, field, layout);
    int item = 0;
    for (std::size_t r = 0; r < series.rounds.size(); ++r)
        for (const auto& sample : series.rounds[r].samples) {
            const auto at = field.at(static_cast<double>(sample.number), sample.nanoseconds);
            field.marks.push_back({at, static_cast<Shape>(r % shapeCount), axisInk(static_cast<int>(r)), 5});
            if (field.rect.adjusted(-1, -1, 1, 1).contains(at))
                drawing.spots.push_back({QRectF(at - QPointF(4, 4), QSizeF(8, 8)), item});
            if (item == look.chosen)
                field.blocks.push_back(
                    {QRectF(at - QPointF(6, 6), QSizeF(12, 12)), Ink::none, Hatch::none, Ink::selected});
            ++item;
        }
    return drawing;
}

} // namespace tscope::charts
