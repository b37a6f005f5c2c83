// SPDX-License-Identifier: GPL-3.0-or-later
// What times are held against, chosen by keys.
#include "charts/bars_chart.h"
#include "charts/measures.h"
#include "timing/row_comparison.h"
#include "widgets/charts/shown_charts.h"
#include "widgets/panels/shown_timing.h"

#include <QComboBox>
#include <QTableView>

using namespace tscope;
using namespace tscope::test;

namespace {

struct ShownBaseline : ShownTiming {
    QComboBox& choice() { return child<QComboBox>("baseline"); }
    QString ratioOf(std::size_t row)
    {
        const auto& times = child<QTableView>("timing table");
        return times.model()->index(lineOf(times, row), TimingLine::ratioColumn).data().toString();
    }
    void choose(const char* text)
    {
        for (int i = 0; i < choice().count() && choice().currentText() != QString::fromLatin1(text); ++i)
            QTest::keyClick(&choice(), i == 0 ? Qt::Key_Home : Qt::Key_Down);
        EXPECT_EQ(choice().currentText(), QString::fromLatin1(text));
        settle(desk.jobs);
    }
};

} // namespace

TEST(TimingBaseline, TheTableAndTheBarsFollowTheChoice)
{
    ShownBaseline shown;
    const auto session = smallSession();
    shown.open(session, "small.json");
    EXPECT_EQ(shown.choice().currentText(), QStringLiteral("Baseline: as given"));
    EXPECT_EQ(shown.ratioOf(0), QStringLiteral("baseline"));

    shown.choose("Baseline: bsr 4x4");
    EXPECT_EQ(shown.ratioOf(2), QStringLiteral("baseline"));
    const auto ratio = charts::ratioText(timing::RowComparison(session).ratio(2, 0));
    EXPECT_EQ(shown.ratioOf(0), ratio);
    shown.turnTo("Bars");
    auto& bars = *shown.panel->findChild<charts::BarsChart*>();
    QSignalSpy pointed(&bars, &charts::Chart::pointed);
    moveTo(bars, middleOf(bars.drawing(), 2)); // csr on the processor
    ASSERT_EQ(pointed.size(), 1);
    EXPECT_TRUE(pointed[0][0].toString().contains(ratio)) << pointed[0][0].toString().toStdString();

    shown.choose("Baseline: as given");
    EXPECT_EQ(shown.ratioOf(0), QStringLiteral("baseline"));
}

TEST(TimingBaseline, WhatWasChosenStaysWithAnotherSessionThatHasIt)
{
    ShownBaseline shown;
    auto session = smallSession();
    shown.open(session, "first.json");
    shown.choose("Baseline: coo");
    shown.open(session, "second.json");
    EXPECT_EQ(shown.choice().currentText(), QStringLiteral("Baseline: coo"));
    session.rows.erase(session.rows.begin() + 1);
    shown.open(session, "third.json");
    EXPECT_EQ(shown.choice().currentText(), QStringLiteral("Baseline: as given"));
    EXPECT_EQ(shown.ratioOf(0), QStringLiteral("baseline"));
}
