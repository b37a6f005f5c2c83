// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/timing_pages.h"

#include "build/words.h"
#include "timing/noise.h"

#include <QCoreApplication>

#include <algorithm>

namespace tscope {

namespace {

struct PageWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::TimingPages)
};

// Forms that may have a time of this work: what is still to be measured too, so that a choice outlives the start
// of another session.
std::vector<BaselineForm> baselineFormsOf(const timing::Session& session, const TimedWork& work)
{
    std::vector<timing::Row> bare; // forms without their samples and devices, each once
    for (const auto& row : session.rows) {
        const bool isThere =
            row.status == timing::Status::ok || (session.isPartial && row.status == timing::Status::cancelled);
        if (row.tensor != work.tensor || row.op != work.op || !isThere ||
            std::ranges::find(bare, row.variant, &timing::Row::variant) != bare.end())
            continue;
        bare.emplace_back().variant = row.variant;
    }
    std::vector<const timing::Row*> rows;
    for (const auto& row : bare)
        rows.push_back(&row);
    const auto titles = charts::titlesOf(rows);
    std::vector<BaselineForm> forms;
    for (std::size_t i = 0; i < bare.size(); ++i)
        forms.push_back({bare[i].variant, titles[i]});
    return forms;
}

// Whether the times are to be trusted, once there are verdicts on them or no more will come.
QStringList trustIn(const timing::Session& session)
{
    QStringList lines;
    if (!session.isPartial || !session.verdicts.empty())
        for (const auto& remark : timing::remarksOnNoise(session))
            lines << qt(remark);
    if (!lines.isEmpty())
        lines.prepend(PageWords::tr("How quiet it was:"));
    return lines;
}

QString whyNoVerdict(const timing::Session& session, const TimedWork& work)
{
    if (session.isPartial)
        return PageWords::tr("What is faster is told when all is measured.");
    std::size_t measured = 0, checked = 0;
    for (const auto& row : session.rows)
        if (row.tensor == work.tensor && row.op == work.op && row.status == timing::Status::ok &&
            row.warm.isThere() && !row.isSimulated) {
            ++measured;
            checked += row.isChecked ? 1 : 0;
        }
    return measured > 1 && checked < 2
               ? PageWords::tr("Not all results were held against the reference: those are called neither faster "
                               "nor slower.")
               : PageWords::tr("There are no two times to be held against each other.");
}

QStringList verdictsOf(const timing::Session& session, const TimedWork& work)
{
    QStringList lines;
    for (const auto& verdict : session.verdicts) {
        const auto& row = session.rows[verdict.a];
        if (row.tensor != work.tensor || row.op != work.op)
            continue;
        lines << qt(verdict.text);
        if (!verdict.why.empty())
            lines << QStringLiteral("    ") + qt(verdict.why);
    }
    if (lines.isEmpty())
        lines << whyNoVerdict(session, work);
    return lines;
}

} // namespace

std::vector<TimedWork> timedWorksOf(const timing::Session& session)
{
    std::vector<TimedWork> all;
    for (const auto& row : session.rows)
        if (const TimedWork work{row.tensor, row.op}; std::ranges::find(all, work) == all.end())
            all.push_back(work);
    return all;
}

TimingPages timingPagesOf(const timing::Session& session, const TimedWork& work, charts::Time time,
                          std::optional<std::size_t> row, const std::optional<timing::Variant>& baseline)
{
    const charts::Cells cells{work.tensor, work.op, {}};
    TimingPages pages;
    pages.baselines = baselineFormsOf(session, work);
    if (baseline && std::ranges::find(pages.baselines, *baseline, &BaselineForm::form) != pages.baselines.end())
        pages.baseline = baseline;
    pages.lines = std::make_shared<const std::vector<TimingLine>>(timingLinesOf(session, pages.baseline));
    pages.bars = charts::barsOf(session, {cells, time, charts::baselineOf(session, cells, time, pages.baseline)});
    pages.roofline = charts::rooflineOf(session, cells);
    pages.breakEven = charts::breakEvenOf(session, {cells, time});
    pages.densities = charts::densitiesOf(session, cells, time);
    pages.blocks = charts::blockMapOf(session, work.tensor);
    pages.rows = timedRowsOf(session, cells, time, row);
    if ((!row || *row >= session.rows.size()) && !pages.bars.bars.empty())
        row = pages.bars.bars.front().row;
    if (row && *row < session.rows.size())
        pages.samples = charts::sampleSeriesOf(session, *row, time);
    pages.verdicts =
        (pages.densities.sentences + verdictsOf(session, work) + trustIn(session)).join(QLatin1Char('\n'));
    return pages;
}

} // namespace tscope
