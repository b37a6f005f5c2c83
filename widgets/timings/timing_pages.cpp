// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/timing_pages.h"

#include "build/words.h"

#include <QCoreApplication>

#include <algorithm>

namespace tscope {

namespace {

struct PageWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::TimingPages)
};

// The row that others are held against: the form as it was given, on the first device that has a time of it.
std::optional<std::size_t> baselineOf(const timing::Session& session, const charts::BarsChoice& choice)
{
    const auto subject = std::ranges::find(session.subjects, choice.cells.tensor, &timing::Subject::name);
    if (subject == session.subjects.end())
        return {};
    for (std::size_t i = 0; i < session.rows.size(); ++i) {
        const auto& row = session.rows[i];
        if (isMeant(choice.cells, row) && row.variant == subject->given && row.status == timing::Status::ok &&
            figureOf(row, choice.time).isThere())
            return i;
    }
    return {};
}

QString verdictsOf(const timing::Session& session, const TimedWork& work)
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
        return session.isPartial ? PageWords::tr("What is faster is told when all is measured.")
                                 : PageWords::tr("There are no two times to be held against each other.");
    return lines.join(QLatin1Char('\n'));
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
                          std::optional<std::size_t> row)
{
    const charts::Cells cells{work.tensor, work.op, {}};
    charts::BarsChoice choice{cells, time, {}};
    choice.baseline = baselineOf(session, choice);
    TimingPages pages;
    pages.lines = std::make_shared<const std::vector<TimingLine>>(timingLinesOf(session));
    pages.bars = charts::barsOf(session, choice);
    pages.roofline = charts::rooflineOf(session, cells);
    pages.breakEven = charts::breakEvenOf(session, {cells, time});
    pages.blocks = charts::blockMapOf(session, work.tensor);
    pages.rows = timedRowsOf(session, cells, time, row);
    if ((!row || *row >= session.rows.size()) && !pages.bars.bars.empty())
        row = pages.bars.bars.front().row;
    if (row && *row < session.rows.size())
        pages.samples = charts::sampleSeriesOf(session, *row, time);
    pages.verdicts = verdictsOf(session, work);
    return pages;
}

} // namespace tscope
