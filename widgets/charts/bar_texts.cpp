// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/bar_texts.h"

#include "charts/measures.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>

namespace tscope::charts {

namespace {

struct BarTextWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::BarTextWords)
};

} // namespace

BarTexts textsOf(const Bars& bars, const QFont& font)
{
    const QFontMetricsF metrics(font);
    const auto widen = [&](double& width, const QString& text) {
        if (!text.isEmpty())
            width = std::max(width, metrics.horizontalAdvance(text) + 1);
    };
    BarTexts texts;
    for (const auto& bar : bars.bars) {
        BarTexts::Row row;
        if (bar.time)
            row.median = timeText(bar.time->value);
        if (bar.ratio)
            row.ratio = bar.isBaseline ? BarTextWords::tr("baseline") : ratioText(bar.ratio->value);
        if (bar.footprint)
            row.bytes = byteText(bar.footprint->bytes());
        widen(texts.nameWidth, bar.title);
        widen(texts.medianWidth, row.median);
        widen(texts.ratioWidth, row.ratio);
        widen(texts.byteWidth, row.bytes);
        texts.rows.push_back(row);
    }
    return texts;
}

QString textOf(const Bar& bar, const QString& time)
{
    QStringList lines{bar.title};
    if (!bar.title.contains(QString::fromStdString(bar.device)))
        lines.back() += QStringLiteral(" \u00b7 ") + QString::fromStdString(bar.device);
    if (bar.time)
        lines << QStringLiteral("%1: %2").arg(time, timeText(*bar.time))
              << BarTextWords::tr("%n sample(s)", nullptr, static_cast<int>(bar.sampleCount));
    else
        lines << bar.reason;
    if (!bar.farOut.empty())
        lines << BarTextWords::tr("%n sample(s) far out, up to %1", nullptr, static_cast<int>(bar.farOut.size()))
                     .arg(timeText(bar.farOut.back()));
    if (bar.ratio && !bar.isBaseline)
        lines << BarTextWords::tr("%1 of the baseline's time").arg(ratioText(*bar.ratio));
    if (bar.footprint)
        for (int part = 0; part < partCount; ++part)
            if (const auto bytes = bar.footprint->parts[static_cast<std::size_t>(part)]; bytes > 0)
                lines << QStringLiteral("%1: %2").arg(titleOf(static_cast<Part>(part)), byteText(bytes));
    return lines.join(QLatin1Char('\n'));
}

} // namespace tscope::charts
