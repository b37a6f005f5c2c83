// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/bars.h"

#include "charts/axis.h"
#include "charts/far_out.h"
#include "charts/measures.h"
#include "timing/row_comparison.h"

#include <QCoreApplication>

#include <algorithm>

namespace tscope::charts {

namespace {

constexpr std::size_t mostDots = 48; // more can't be told apart in a bar

struct BarWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::BarWords)
};

Bar barOf(const timing::Session& session, std::size_t at, const BarsChoice& choice)
{
    const auto& row = session.rows[at];
    const auto& figure = figureOf(row, choice.time);
    Bar bar;
    bar.row = at;
    bar.device = row.device;
    bar.look = formLookOf(row);
    bar.footprint = footprintOf(session, row);
    if (row.status != timing::Status::ok || !figure.isThere()) {
        bar.reason = reasonOf(row, choice.time);
        return bar;
    }
    bar.time = figure.median();
    bar.samples = fewOf(figure.samples, mostDots);
    bar.sampleCount = figure.samples.size();
    return bar;
}

// One sample of many that took ten times as long would leave all bars a tenth of the room.
void setReach(Bars& bars, const timing::Session& session, Time time)
{
    const auto samplesOf = [&](const Bar& bar) -> const std::vector<double>& {
        return figureOf(session.rows[bar.row], time).samples;
    };
    double greatest = 0;
    for (const auto& bar : bars.bars)
        if (bar.time)
            greatest = std::max({greatest, bar.time->high, usualEndOf(samplesOf(bar))});
    bars.reach = fromZero(greatest).high;
    for (auto& bar : bars.bars)
        if (bar.time)
            bar.farOut = samplesBeyond(samplesOf(bar), bars.reach);
}

} // namespace

std::size_t Bars::beyond(double time_) const
{
    std::size_t count = 0;
    for (const auto& bar : bars)
        count += static_cast<std::size_t>(
            std::ranges::count_if(bar.farOut, [&](double sample) { return sample > time_; }));
    return count;
}

std::vector<TimedSample> fewOf(const std::vector<double>& samples, std::size_t most)
{
    const auto whenOf = [&](std::size_t i) {
        return samples.size() < 2 ? 0.5 : static_cast<double>(i) / static_cast<double>(samples.size() - 1);
    };
    std::vector<TimedSample> few;
    if (samples.size() <= most) {
        for (std::size_t i = 0; i < samples.size(); ++i)
            few.push_back({whenOf(i), samples[i]});
        return few;
    }
    const auto stretches = std::max<std::size_t>(1, most / 2);
    for (std::size_t s = 0; s < stretches; ++s) {
        const auto from = samples.begin() + static_cast<std::ptrdiff_t>(s * samples.size() / stretches);
        const auto to = samples.begin() + static_cast<std::ptrdiff_t>((s + 1) * samples.size() / stretches);
        const auto [least, greatest] = std::minmax_element(from, to);
        for (const auto& each : {std::min(least, greatest), std::max(least, greatest)})
            few.push_back({whenOf(static_cast<std::size_t>(each - samples.begin())), *each});
    }
    return few;
}

Bars barsOf(const timing::Session& session, const BarsChoice& choice)
{
    Bars all;
    all.time = titleOf(choice.time);
    std::vector<const timing::Row*> rows;
    for (std::size_t i = 0; i < session.rows.size(); ++i) {
        if (!isMeant(choice.cells, session.rows[i]))
            continue;
        all.bars.push_back(barOf(session, i, choice));
        rows.push_back(&session.rows[i]);
    }
    const auto titles = titlesOf(rows);
    for (std::size_t i = 0; i < titles.size(); ++i)
        all.bars[i].title = withSimulated(titles[i], rows[i]->isSimulated);

    const auto baseline = std::ranges::find_if(
        all.bars, [&](const Bar& bar) { return choice.baseline == bar.row && bar.time.has_value(); });
    if (baseline != all.bars.end()) {
        baseline->isBaseline = all.hasBaseline = true;
        const timing::RowComparison comparison(
            session, [&](const timing::Row& row) -> const timing::Figure& { return figureOf(row, choice.time); });
        for (auto& bar : all.bars)
            if (bar.time)
                bar.ratio = comparison.ratio(baseline->row, bar.row);
    }
    setReach(all, session, choice.time);
    // A form that was left out for its size would leave the others no room.
    const bool areAnyTimed = std::ranges::any_of(all.bars, [](const Bar& bar) { return bar.time.has_value(); });
    for (const auto& bar : all.bars)
        if (bar.footprint && (bar.time || !areAnyTimed))
            all.greatestBytes = std::max(all.greatestBytes, bar.footprint->bytes());
    std::ranges::stable_sort(all.bars, [](const Bar& a, const Bar& b) {
        return a.time.has_value() != b.time.has_value() ? a.time.has_value()
                                                        : a.time && a.time->value < b.time->value;
    });
    return all;
}

Table tableOf(const Bars& bars)
{
    Table table;
    table.header = {BarWords::tr("form"),
                    BarWords::tr("device"),
                    BarWords::tr("time"),
                    BarWords::tr("median (ns)"),
                    BarWords::tr("low (ns)"),
                    BarWords::tr("high (ns)"),
                    BarWords::tr("samples"),
                    BarWords::tr("samples far out"),
                    BarWords::tr("farthest (ns)"),
                    BarWords::tr("time / baseline"),
                    BarWords::tr("low"),
                    BarWords::tr("high"),
                    BarWords::tr("why there is none")};
    for (int kind = 0; kind < partCount; ++kind)
        table.header << BarWords::tr("%1 (bytes)").arg(titleOf(static_cast<Part>(kind)));
    for (const auto& bar : bars.bars) {
        QStringList row{bar.title, QString::fromStdString(bar.device), bars.time};
        const auto add = [&](bool isThere, double number) { row << (isThere ? exactNumber(number) : QString()); };
        const auto time = bar.time.value_or(timing::Median{});
        for (const double number : {time.value, time.low, time.high})
            add(bar.time.has_value(), number);
        add(bar.time.has_value(), static_cast<double>(bar.sampleCount));
        add(bar.time.has_value(), static_cast<double>(bar.farOut.size()));
        add(!bar.farOut.empty(), bar.farOut.empty() ? 0 : bar.farOut.back());
        const auto ratio = bar.ratio.value_or(timing::Ratio{});
        for (const double number : {ratio.value, ratio.low, ratio.high})
            add(bar.ratio.has_value(), number);
        row << bar.reason;
        for (int kind = 0; kind < partCount; ++kind)
            add(bar.footprint.has_value(),
                bar.footprint ? bar.footprint->parts[static_cast<std::size_t>(kind)] : 0);
        table.rows.push_back(row);
    }
    return table;
}

} // namespace tscope::charts
