// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/timing_pages.h"

#include "build/words.h"
#include "timing/form_choice.h"
#include "timing/headline.h"
#include "timing/noise.h"
#include "timing/stop.h"
#include "timing/variant_words.h"
#include "timings/said.h"
#include "workspace/workspace.h"

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
    if (!session.isPartial || session.isInterrupted || !session.verdicts.empty())
        for (const auto& remark : timing::remarksOnNoise(session))
            lines << qt(remark);
    if (!lines.isEmpty())
        lines.prepend(PageWords::tr("Noise of this measurement:"));
    return lines;
}

// How far rounds differ, and what the machine did meanwhile.
QString trustText(const timing::Session& session, const timing::Headline& headline)
{
    QStringList sentences{said(headline.trust)};
    for (const auto& remark : session.machine.remarks)
        sentences << qt(remark);
    sentences.removeAll(QString());
    return sentences.join(QLatin1Char(' '));
}

QString whyNoAnswer(const timing::Session& session, const TimedWork& work)
{
    const bool isStopped = std::ranges::any_of(
        session.rows, [](const timing::Row& each) { return each.reason == timing::stoppedBefore; });
    if (session.isInterrupted)
        if (const auto stop = timing::stopOf(session))
            return said(timing::sentencesOf(*stop));
    if (session.isPartial && session.verdicts.empty() && !isStopped)
        return PageWords::tr("Results appear when the measurement finishes.");
    std::size_t measured = 0, checked = 0;
    for (const auto& row : session.rows)
        if (row.tensor == work.tensor && row.op == work.op && row.status == timing::Status::ok &&
            row.warm.isThere() && !row.isSimulated) {
            ++measured;
            checked += row.isChecked ? 1 : 0;
        }
    return measured > 1 && checked < 2
               ? PageWords::tr(
                     "No answer: not all results were checked against the reference, and those are called "
                     "neither faster nor slower.")
               : PageWords::tr("No answer: there are no two times to compare.");
}

// Where the fastest device is asked about, its best form is the one to convert to.
TimedAnswer answerOf(const timing::Session& session, const TimedWork& work)
{
    TimedAnswer answer;
    answer.tensor = work.tensor;
    answer.op = work.op;
    // Without a pair there is nothing to be said, and while a session grows there is none.
    const bool hasPairs = std::ranges::any_of(session.verdicts, [&](const timing::Verdict& verdict) {
        return session.rows[verdict.a].tensor == work.tensor && session.rows[verdict.a].op == work.op;
    });
    const auto headlines =
        session.verdicts.empty() ? std::vector<timing::Headline>() : timing::headlinesOf(session);
    const bool areTensorsMany = std::ranges::count(session.subjects, "", &timing::Subject::patternOf) > 1;
    QStringList texts;
    for (const auto& headline : headlines) {
        if (!hasPairs || headline.tensor != work.tensor || headline.op != work.op)
            continue;
        texts << (areTensorsMany
                      ? PageWords::tr("%1: %2").arg(shownName(qt(work.tensor)), said(headline.sentences))
                      : said(headline.sentences));
        if (texts.size() == 1) {
            answer.trust = trustText(session, headline);
            answer.isWorthLonger = headline.isWorthLonger();
            answer.why = said(headline.why);
        }
        if (texts.size() > 1 || !headline.doesConvert())
            continue;
        answer.best = session.rows[headline.best].variant;
        answer.bestTitle =
            qt(timing::nameWithLoss(session, timing::FormNames(session), session.rows[headline.best]));
    }
    answer.text = texts.isEmpty() ? whyNoAnswer(session, work) : texts.join(QLatin1Char('\n'));
    answer.overview = said(timing::overviewOf(session, headlines));
    return answer;
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
    pages.scaling = charts::scalingOf(session, cells, time);
    pages.columns = charts::columnScalingOf(session, cells, time);
    pages.multiples = charts::multiplesOf(session, work.op, time);
    pages.blocks = charts::blockMapOf(session, work.tensor);
    pages.rows = timedRowsOf(session, cells, time, row);
    if ((!row || *row >= session.rows.size()) && !pages.bars.bars.empty())
        row = pages.bars.bars.front().row;
    if (row && *row < session.rows.size())
        pages.samples = charts::sampleSeriesOf(session, *row, time);
    pages.answer = answerOf(session, work);
    pages.pairs = std::make_shared<const std::vector<PairLine>>(pairLinesOf(session, work.tensor, work.op));
    pages.notes = trustIn(session).join(QLatin1Char('\n'));
    return pages;
}

} // namespace tscope
