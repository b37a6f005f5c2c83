// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/timing_pages.h"

#include "charts/bar_texts.h"
#include "charts/measures.h"
#include "timing/foresight.h"
#include "timing/headline.h"
#include "timing/roofs.h"
#include "timing/row_comparison.h"
#include "timing/stop.h"
#include "timing/verdicts.h"
#include "timings/said.h"
#include "timings/timings.h"
#include "widgets/charts/sessions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

using namespace tscope;

namespace {

const TimedWork spmv{"matrix", "spmv"};

TimingPages pagesOf(const timing::Session& session, const std::optional<timing::Variant>& baseline = {},
                    charts::Time time = charts::Time::warm)
{
    return timingPagesOf(session, spmv, time, {}, baseline);
}

QString ratioIn(const TimingPages& pages, std::size_t row)
{
    return std::ranges::find(*pages.lines, row, &TimingLine::row)->texts[TimingLine::ratioColumn];
}

const charts::Bar& barOf(const TimingPages& pages, std::size_t row)
{
    return *std::ranges::find(pages.bars.bars, row, &charts::Bar::row);
}

// Rows of the session: csr was given, coo, bsr; the last is csr on another device.
constexpr std::size_t csr = 0, coo = 1, bsr = 2, failed = 5, elsewhere = 7;

} // namespace

TEST(TimingPages, TimesAreHeldAgainstTheFormAsItWasGiven)
{
    const auto session = test::smallSession();
    const auto pages = pagesOf(session);
    EXPECT_FALSE(pages.baseline);
    EXPECT_TRUE(barOf(pages, csr).isBaseline);
    EXPECT_EQ(ratioIn(pages, csr), QStringLiteral("baseline"));
    const auto expected = timing::RowComparison(session).ratio(csr, coo);
    EXPECT_EQ(ratioIn(pages, coo), charts::ratioText(expected));
    EXPECT_EQ(barOf(pages, coo).ratio, expected);
    EXPECT_TRUE(ratioIn(pages, failed).isEmpty());
    EXPECT_FALSE(ratioIn(pages, elsewhere).isEmpty()) << "other devices are held against it too";
}

// The sentence is the terminal's, and so is the short form in the table.
TEST(TimingPages, APerCentNamesTheLimitThatItIsOf)
{
    const auto session = test::smallSession();
    const auto pages = pagesOf(session);
    const auto line = std::ranges::find(*pages.lines, bsr, &TimingLine::row);
    const auto limit = timing::limitOf(session.rows[bsr], session);
    ASSERT_TRUE(limit);
    EXPECT_EQ(line->texts[TimingLine::shareColumn].toStdString(), timing::shortText(*limit));
    EXPECT_EQ(*line->keys[TimingLine::shareColumn], limit->share);
    TimingModel model;
    model.setLines(pages.lines);
    const auto tip = model.index(model.lineOf(bsr), 0).data(Qt::ToolTipRole).toString().toStdString();
    EXPECT_NE(tip.find(timing::text(*limit)), std::string::npos) << tip;
}

TEST(TimingPages, ARowTellsTheThreadsThatItUsedWhereTheyAreKnown)
{
    auto session = test::smallSession();
    session.rows[bsr].threadsUsed = 1;
    TimingModel model;
    model.setLines(pagesOf(session).lines);
    const auto tipOf = [&](std::size_t row) {
        return model.index(model.lineOf(row), 0).data(Qt::ToolTipRole).toString();
    };
    EXPECT_TRUE(tipOf(bsr).endsWith(QStringLiteral("Threads used: 1"))) << tipOf(bsr).toStdString();
    EXPECT_FALSE(tipOf(csr).contains(QStringLiteral("Threads used")));
}

TEST(TimingPages, EachColumnOfTheTableIsExplained)
{
    const TimingModel model;
    std::set<QString> all;
    for (int column = 0; column < TimingLine::columns; ++column) {
        const auto tip = model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString();
        EXPECT_GT(tip.size(), model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().size())
            << column;
        all.insert(tip);
    }
    EXPECT_EQ(all.size(), std::size_t{TimingLine::columns});
}

TEST(TimingPages, AConversionHasItsInterval)
{
    const auto session = test::smallSession();
    const auto pages = pagesOf(session);
    for (const auto& line : *pages.lines)
        if (const auto& conversion = session.rows[line.row].conversion; conversion.isThere()) {
            EXPECT_EQ(line.texts[TimingLine::conversionColumn], charts::timeText(conversion.median()));
        }
}

TEST(TimingPages, HowFarTheAnswerIsToBeTrustedStandsBesideIt)
{
    auto session = test::smallSession();
    for (auto& row : session.rows) {
        row.isChecked = row.status == timing::Status::ok;
        row.noise = 0.3;
    }
    session.verdicts = timing::verdictsOf(session);
    session.machine.remarks = {"Other programs used 1.2 of 2 cores."};
    const auto answer = pagesOf(session).answer;
    EXPECT_EQ(answer.trust.toStdString(),
              "Noisy: repeated rounds of spmv differ by 30 %. Other programs used 1.2 of 2 cores.");
    EXPECT_TRUE(answer.isWorthLonger);
}

TEST(TimingPages, AnotherFormThatWasMeasuredCanBeTheBaseline)
{
    const auto session = test::smallSession();
    const auto pages = pagesOf(session, session.rows[bsr].variant);
    EXPECT_EQ(pages.baseline, session.rows[bsr].variant);
    EXPECT_EQ(ratioIn(pages, bsr), QStringLiteral("baseline"));
    const auto expected = timing::RowComparison(session).ratio(bsr, csr);
    EXPECT_EQ(ratioIn(pages, csr), charts::ratioText(expected));
    EXPECT_EQ(barOf(pages, csr).ratio, expected);
    EXPECT_TRUE(charts::textOf(barOf(pages, csr), pages.bars.time).contains(charts::ratioText(expected)));
    EXPECT_TRUE(barOf(pages, bsr).isBaseline);

    // The table tells warm times, whichever the bars tell.
    const auto cold = pagesOf(session, session.rows[bsr].variant, charts::Time::cold);
    EXPECT_EQ(barOf(cold, csr).ratio, timing::RowComparison(session, &timing::Row::cold).ratio(bsr, csr));
    EXPECT_EQ(ratioIn(cold, csr), charts::ratioText(expected));
}

TEST(TimingPages, FormsThatHaveATimeAreOffered)
{
    auto session = test::smallSession();
    const auto titles = [&] {
        QStringList all;
        for (const auto& each : pagesOf(session).baselines)
            all << each.title;
        return all;
    };
    EXPECT_EQ(titles(), QStringList({QStringLiteral("csr"), QStringLiteral("coo"), QStringLiteral("bsr 4x4"),
                                     QStringLiteral("strided")}));
    session.isPartial = true; // "jagged" may still be measured
    EXPECT_TRUE(titles().contains(QStringLiteral("jagged")));
    session.rows[1].variant = session.rows[0].variant;
    session.rows[1].variant.indexDType = "int32";
    EXPECT_EQ(titles().mid(0, 2),
              QStringList({QStringLiteral("csr float32/int64"), QStringLiteral("csr float32/int32")}));
}

TEST(TimingPages, AFormThatTheWorkDoesNotHaveIsNoBaseline)
{
    const auto session = test::smallSession();
    const auto pages = pagesOf(session, session.rows[failed].variant);
    EXPECT_FALSE(pages.baseline);
    EXPECT_EQ(ratioIn(pages, csr), QStringLiteral("baseline"));
}

TEST(TimingPages, EachOperationHasABaselineOfItsOwn)
{
    auto session = test::smallSession();
    for (const auto row : {csr, coo}) {
        session.rows.push_back(session.rows[row]);
        session.rows.back().op = "add";
        session.rows.back().warm = test::figureAround(row == csr ? 100 : 900);
    }
    const auto pages = pagesOf(session);
    EXPECT_EQ(ratioIn(pages, 8), QStringLiteral("baseline"));
    EXPECT_EQ(ratioIn(pages, 9), charts::ratioText(timing::RowComparison(session).ratio(8, 9)));
    EXPECT_EQ(ratioIn(pages, csr), QStringLiteral("baseline"));
}

TEST(TimingPages, TheNoiseIsToldOnceAllIsThere)
{
    auto session = test::smallSession();
    for (auto& row : session.rows) {
        row.noise = 0.023;
        row.isChecked = row.status == timing::Status::ok;
    }
    session.verdicts = timing::verdictsOf(session);
    session.machine.remarks = {"the clock went from 3.4 to 2.1 GHz"};
    const auto told = pagesOf(session).notes;
    EXPECT_TRUE(told.startsWith(QStringLiteral("Noise of this measurement:")));
    EXPECT_TRUE(told.contains(QStringLiteral("repeated rounds differ by 2.3 %"))) << told.toStdString();
    EXPECT_TRUE(told.endsWith(QStringLiteral("the clock went from 3.4 to 2.1 GHz")));
    session.isPartial = true; // stopped
    EXPECT_TRUE(pagesOf(session).notes.contains(QStringLiteral("The measurement was stopped")));
    session.verdicts.clear(); // goes on
    EXPECT_FALSE(pagesOf(session).notes.contains(QStringLiteral("Noise of")));
}

TEST(TimingPages, TheTitleOfASessionThatWasStoppedSaysWhere)
{
    auto session = test::smallSession();
    const auto name = QStringLiteral("session.json");
    EXPECT_EQ(Timings::titleOf(name, session), name);
    session.isPartial = true;
    EXPECT_EQ(Timings::titleOf(name, session), QStringLiteral("session.json, stopped"));
    session.rounds = 3;
    for (auto& row : session.rows)
        row.warm.rounds.assign(row.warm.isThere() ? 1 : 0, row.warm.samples.size());
    session.rows.front().status = timing::Status::cancelled;
    EXPECT_EQ(Timings::titleOf(name, session), QStringLiteral("session.json, stopped in round 1 of 3"));
    EXPECT_EQ(Timings::titleOf(QStringLiteral("50%1.json"), session),
              QStringLiteral("50%1.json, stopped in round 1 of 3"));
}

TEST(TimingPages, OfResultsThatWereNotCheckedItSaysThatThereIsNoVerdict)
{
    auto session = test::smallSession();
    for (auto& row : session.rows)
        row.isChecked = false;
    session.verdicts = timing::verdictsOf(session);
    ASSERT_TRUE(session.verdicts.empty());
    const auto unchecked = QStringLiteral("No answer: not all results were checked");
    EXPECT_TRUE(pagesOf(session).answer.text.startsWith(unchecked)) << pagesOf(session).answer.text.toStdString();
    session.rows[csr].isChecked = true; // alone
    session.verdicts = timing::verdictsOf(session);
    ASSERT_TRUE(session.verdicts.empty());
    EXPECT_TRUE(pagesOf(session).answer.text.startsWith(unchecked)) << pagesOf(session).answer.text.toStdString();
    for (auto& row : session.rows)
        row.status = timing::Status::unsupported;
    EXPECT_TRUE(pagesOf(session).answer.text.startsWith(QStringLiteral("No answer: there are no two times")))
        << pagesOf(session).answer.text.toStdString();
}

TEST(TimingPages, TheAnswerComesFirstAndSaysWhatToConvertTo)
{
    auto session = test::smallSession();
    for (auto& row : session.rows)
        row.isChecked = row.status == timing::Status::ok;
    session.verdicts = timing::verdictsOf(session);
    const auto headline = timing::headlinesOf(session).front();
    const auto pages = pagesOf(session);
    EXPECT_TRUE(pages.answer.text.startsWith(QString::fromStdString(text(headline.sentences))));
    ASSERT_EQ(pages.answer.best.has_value(), headline.doesConvert());
    EXPECT_TRUE(pages.answer.overview.isEmpty()) << "of one operation";
    ASSERT_FALSE(pages.pairs->empty());
    for (std::size_t i = 0; i < pages.pairs->size(); ++i) {
        EXPECT_EQ((*pages.pairs)[i].a, session.verdicts[i].a);
        EXPECT_EQ((*pages.pairs)[i].b, session.verdicts[i].b);
        EXPECT_EQ((*pages.pairs)[i].texts[PairLine::reasonColumn].toStdString(), session.verdicts[i].why);
    }
    session.isPartial = true;
    session.verdicts.clear();
    EXPECT_EQ(pagesOf(session).answer.text, QStringLiteral("Results appear when the measurement finishes."));
}

TEST(TimingPages, OfSeveralTensorsEachAnswerNamesItsOwn)
{
    auto session = test::ofSeveral(test::smallSession());
    for (auto& row : session.rows)
        row.isChecked = row.status == timing::Status::ok;
    session.verdicts = timing::verdictsOf(session);
    const auto first = pagesOf(session).answer.text;
    EXPECT_TRUE(first.startsWith(QStringLiteral("matrix: For spmv on "))) << first.toStdString();
    const auto other = timingPagesOf(session, {"matrix of layer 2", "spmv"}, charts::Time::warm, {}).answer.text;
    EXPECT_TRUE(other.startsWith(QStringLiteral("matrix of layer 2: For spmv on "))) << other.toStdString();
}

// Nothing measures what an earlier run of the program left behind.
TEST(TimingPages, AnInterruptedSessionDoesNotClaimToGoOn)
{
    auto session = test::smallSession();
    session.isPartial = true;
    session.rounds = 3;
    for (auto& row : session.rows) {
        if (row.status != timing::Status::ok)
            continue;
        row.status = timing::Status::cancelled;
        row.reason = "not measured yet";
        row.warm = {};
    }
    session.rows[csr].status = timing::Status::ok;
    session.rows[csr].reason.clear();
    session.rows[csr].warm = test::figureAround(100, 10, 1);
    EXPECT_EQ(pagesOf(session).answer.text, QStringLiteral("Results appear when the measurement finishes."));
    const auto kept = timing::interrupted(session);
    const auto stop = *timing::stopOf(kept);
    const auto text = pagesOf(kept).answer.text.toStdString();
    EXPECT_EQ(
        text.find("Interrupted in round 1 of 3; 1 of " + std::to_string(stop.wanted) + " measurements were kept."),
        0U)
        << text;
    EXPECT_EQ(Timings::titleOf(QStringLiteral("a"), kept), QStringLiteral("a, interrupted in round 1 of 3"));
}
