// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/sample_series.h"

#include "charts/measures.h"

#include <QCoreApplication>

#include <algorithm>

namespace tscope::charts {

namespace {

constexpr std::size_t mostOfRound = 600; // dots that are drawn

struct SeriesWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::SeriesWords)
};

SampleRound roundOf(const std::vector<double>& samples, std::size_t first, std::size_t count)
{
    SampleRound round{first, count, timing::medianOf(std::span(samples).subspan(first, count)), {}};
    const auto stretches = std::min(count, mostOfRound / 2);
    for (std::size_t s = 0; s < stretches; ++s) {
        const auto begin = samples.begin() + static_cast<std::ptrdiff_t>(first);
        const auto from = begin + static_cast<std::ptrdiff_t>(s * count / stretches);
        const auto to = begin + static_cast<std::ptrdiff_t>((s + 1) * count / stretches);
        const auto [least, greatest] = std::minmax_element(from, to);
        for (const auto& each : {std::min(least, greatest), std::max(least, greatest)})
            if (round.samples.empty() ||
                round.samples.back().number != static_cast<std::size_t>(each - samples.begin()))
                round.samples.push_back({static_cast<std::size_t>(each - samples.begin()), *each});
    }
    return round;
}

} // namespace

SampleSeries sampleSeriesOf(const timing::Session& session, std::size_t row, Time time)
{
    SampleSeries series;
    if (row >= session.rows.size())
        return series;
    const auto& measured = session.rows[row];
    const auto& figure = figureOf(measured, time);
    series.row = row;
    series.title = SeriesWords::tr("%1, %2 on %3: %4")
                       .arg(QString::fromStdString(measured.op), QString::fromStdString(text(measured.variant)),
                            QString::fromStdString(measured.device), titleOf(time));
    if (measured.status != timing::Status::ok || !figure.isThere()) {
        series.reason = reasonOf(measured, time);
        return series;
    }
    series.all = figure.samples;
    series.median = figure.median();
    series.timesPerSample = figure.timesPerSample;
    std::size_t first = 0;
    for (const auto count : figure.rounds) {
        const auto there = std::min(count, figure.samples.size() - first); // a file may tell of more
        if (there == 0)
            continue;
        series.rounds.push_back(roundOf(figure.samples, first, there));
        first += there;
    }
    if (first < figure.samples.size())
        series.rounds.push_back(roundOf(figure.samples, first, figure.samples.size() - first));
    return series;
}

Table tableOf(const SampleSeries& series)
{
    Table table;
    table.header = {SeriesWords::tr("sample"),
                    SeriesWords::tr("round"),
                    SeriesWords::tr("time (ns)"),
                    SeriesWords::tr("median of the round (ns)"),
                    SeriesWords::tr("median of all (ns)"),
                    SeriesWords::tr("low (ns)"),
                    SeriesWords::tr("high (ns)")};
    for (std::size_t r = 0; r < series.rounds.size(); ++r) {
        const auto& round = series.rounds[r];
        for (auto i = round.first; i < round.first + round.count; ++i)
            table.rows.push_back({QString::number(i + 1), QString::number(r + 1), exactNumber(series.all[i]),
                                  exactNumber(round.median.value), exactNumber(series.median.value),
                                  exactNumber(series.median.low), exactNumber(series.median.high)});
    }
    return table;
}

} // namespace tscope::charts
