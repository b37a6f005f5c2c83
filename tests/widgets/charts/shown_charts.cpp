// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/shown_charts.h"

#include "charts/bars_chart.h"
#include "charts/block_map_chart.h"
#include "charts/break_even_chart.h"
#include "charts/changes_chart.h"
#include "charts/cost_map_chart.h"
#include "charts/densities_chart.h"
#include "charts/multiples_chart.h"
#include "charts/roofline_chart.h"
#include "charts/row_lengths_chart.h"
#include "charts/sample_series_chart.h"
#include "charts/scaling_chart.h"

#include <QFontMetricsF>

#include <algorithm>
#include <stdexcept>

namespace tscope::test {

namespace {

std::vector<std::int64_t> lengthsOf(const timing::Session& session)
{
    std::vector<std::int64_t> lengths;
    for (std::size_t i = 0; i < session.rows.size() * 50; ++i)
        lengths.push_back(static_cast<std::int64_t>(i * i % 97 * (i % 40 == 0 ? 1000 : 1)));
    return lengths;
}

} // namespace

std::vector<std::unique_ptr<charts::Chart>> chartsOf(const timing::Session& session)
{
    charts::Cells cells;
    if (!session.rows.empty())
        cells = {session.rows[0].tensor, session.rows[0].op, {}};
    std::vector<std::unique_ptr<charts::Chart>> all;
    auto bars = std::make_unique<charts::BarsChart>();
    bars->setBars(charts::barsOf(session, {cells, charts::Time::warm, 0}));
    all.push_back(std::move(bars));
    auto roofline = std::make_unique<charts::RooflineChart>();
    roofline->setRoofline(charts::rooflineOf(session, cells));
    all.push_back(std::move(roofline));
    auto breakEven = std::make_unique<charts::BreakEvenChart>();
    breakEven->setBreakEven(charts::breakEvenOf(session, {cells, charts::Time::warm}));
    all.push_back(std::move(breakEven));
    auto densities = std::make_unique<charts::DensitiesChart>();
    densities->setDensities(charts::densitiesOf(inDensities(session), cells, charts::Time::warm));
    all.push_back(std::move(densities));
    auto multiples = std::make_unique<charts::MultiplesChart>();
    multiples->setMultiples(charts::multiplesOf(ofSeveral(session), cells.op, charts::Time::warm));
    all.push_back(std::move(multiples));
    auto scaling = std::make_unique<charts::ScalingChart>();
    scaling->setScaling(charts::scalingOf(onThreads(session), cells, charts::Time::warm));
    all.push_back(std::move(scaling));
    auto map = std::make_unique<charts::BlockMapChart>();
    map->setMap(charts::blockMapOf(session, cells.tensor));
    all.push_back(std::move(map));
    auto series = std::make_unique<charts::SampleSeriesChart>();
    series->setSeries(charts::sampleSeriesOf(session, 0, charts::Time::warm));
    all.push_back(std::move(series));
    auto lengths = std::make_unique<charts::RowLengthsChart>();
    lengths->setLengths(timing::spreadOf(lengthsOf(session)));
    all.push_back(std::move(lengths));
    auto changes = std::make_unique<charts::ChangesChart>();
    const auto runs = twoRunsOf(session);
    changes->setChanges(charts::changesOf(runs.before, runs.after));
    all.push_back(std::move(changes));
    const auto maps = charts::costMapsOf(session, cells, charts::Time::warm);
    for (const auto measure : charts::allCostMeasures) {
        auto costs = std::make_unique<charts::CostMapChart>();
        costs->setMeasure(measure);
        costs->setMap(maps.empty() ? charts::CostMap() : maps[measure == charts::CostMeasure::fill ? 2 : 0]);
        all.push_back(std::move(costs));
    }
    return all;
}

QStringList faultsOf(const charts::Drawing& drawing, const QFont& font)
{
    const QFontMetricsF metrics(font);
    const QRectF all(QPointF(0, 0), drawing.size);
    QStringList faults;
    for (auto label = drawing.labels.begin(); label != drawing.labels.end(); ++label) {
        if (label->text.isEmpty())
            faults << QStringLiteral("a label without a text");
        if (!all.contains(label->rect))
            faults << QStringLiteral("'%1' lies outside").arg(label->text);
        const auto room = label->isTurned ? label->rect.height() : label->rect.width();
        if (!label->isWrapped && metrics.horizontalAdvance(label->text) > room + 0.5)
            faults << QStringLiteral("'%1' is cut off").arg(label->text);
        for (auto other = drawing.labels.begin(); other != label; ++other)
            if (label->rect.adjusted(0.25, 0.25, -0.25, -0.25).intersects(other->rect))
                faults << QStringLiteral("'%1' lies on '%2'").arg(label->text, other->text);
    }
    return faults;
}

bool hasLabel(const charts::Drawing& drawing, const QString& begin)
{
    return std::ranges::any_of(drawing.labels, [&](const auto& label) { return label.text.startsWith(begin); });
}

const charts::Label& labelOf(const charts::Drawing& drawing, const QString& begin)
{
    const auto at =
        std::ranges::find_if(drawing.labels, [&](const auto& label) { return label.text.startsWith(begin); });
    if (at == drawing.labels.end())
        throw std::runtime_error("no label begins with " + begin.toStdString());
    return *at;
}

QPointF middleOf(const charts::Drawing& drawing, int item)
{
    const auto at = std::ranges::find(drawing.spots, item, &charts::Spot::item);
    if (at == drawing.spots.end())
        throw std::runtime_error("nothing of item " + std::to_string(item) + " is seen");
    return at->rect.center();
}

} // namespace tscope::test
