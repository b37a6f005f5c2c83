// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/place_walk.h"

#include "widgets/panels/shown_rules.h"

#include <QApplication>
#include <QComboBox>

using namespace tscope;
using namespace tscope::test;

namespace {

class PlaceWalkTest : public RulesPanelTest
{
};

} // namespace

TEST_F(PlaceWalkTest, NextAndPreviousWalkAllPlacesRoundAndRound)
{
    m_desk.show(sample("broken_pointer"));
    const auto all = places();
    ASSERT_GT(all.size(), 1U);
    for (std::size_t i = 0; i < all.size() + 1; ++i) {
        press("next place");
        expectSelected(all[i % all.size()]);
    }
    for (std::size_t i = 0; i < all.size() + 1; ++i) {
        press("previous place");
        expectSelected(all[(2 * all.size() - 1 - i) % all.size()]);
    }
}

TEST_F(PlaceWalkTest, PreviousStartsAtTheLastPlace)
{
    m_desk.show(sample("broken_pointer"));
    press("previous place");
    expectSelected(places().back());
}

TEST_F(PlaceWalkTest, KeysWalkThePlacesToo)
{
    m_desk.show(sample("broken_pointer"));
    QApplication::setActiveWindow(m_shown.panel.get());
    QTest::keyClick(m_shown.panel.get(), Qt::Key_F8);
    settle(m_desk.jobs);
    expectSelected(places().front());
    QTest::keyClick(m_shown.panel.get(), Qt::Key_F8, Qt::ShiftModifier);
    settle(m_desk.jobs);
    expectSelected(places().back());
}

TEST_F(PlaceWalkTest, StepsThroughThePlacesOfAChosenRuleAndTellsWhichOneIsShown)
{
    m_desk.show(sample("broken_pointer"));
    auto& combo = m_shown.child<QComboBox>("walked rule");
    EXPECT_EQ(text("walked place"), "Places: 3");
    press("next place");
    EXPECT_EQ(text("walked place"), "Place 1 of 3");
    press("next place");
    EXPECT_EQ(text("walked place"), "Place 2 of 3");

    combo.setFocus();
    QTest::keyClick(&combo, Qt::Key_End);
    settle(m_desk.jobs);
    ASSERT_EQ(combo.currentData().toString().toStdString(), "5.6");
    expectSelected(places().at(2)); // the rule's first
    EXPECT_EQ(text("walked place"), "Places: 1");
    for (int round = 0; round < 2; ++round) {
        press("next place");
        expectSelected(places().at(2));
        EXPECT_EQ(text("walked place"), "Place 1 of 1");
    }

    QTest::keyClick(&combo, Qt::Key_Up); // 5.3
    settle(m_desk.jobs);
    expectSelected(places().at(0));
    EXPECT_EQ(m_desk.selection.selected()->besides, std::vector{places().at(1)}) << "all of its places are marked";
    for (const auto at : {0U, 1U, 0U}) {
        press("next place");
        expectSelected(places().at(at));
    }
}

// The report keeps a thousand places of each rule; the walk goes on behind them.
TEST_F(PlaceWalkTest, TheWalkGoesOnBehindThePlacesThatTheReportKeeps)
{
    std::string columns = "9";
    for (int k = 1; k < 1700; ++k)
        columns += ",9";
    m_desk.show(tensorOf(R"({"layout":"coo","size":[20,3],"members":{"indices":[[)" + columns + "],[" + columns +
                         R"(]],"values":{"dtype":"float32","shape":[1700]}}})"));
    const auto outside = model().ruleNamed(QStringLiteral("COO-5.2"));
    ASSERT_EQ(model().rowCount(outside), 1001);
    rules().setCurrentIndex(model().index(999, 0, outside));
    settle(m_desk.jobs);
    EXPECT_EQ(text("walked place"), "Place 1000 of 1000 listed, 1700 in all");
    press("next place");
    expectSelected({"indices", 1700 + 1000, 1700 + 1001});
    EXPECT_EQ(model().rowCount(outside), 1700) << "all are listed";
    EXPECT_EQ(text("walked place"), "Place 1001 of 1700");
    for (int place = 0; place < 1700; place += 211)
        EXPECT_EQ(model().index(place, 0, outside).data(RulesModel::PlaceRole).value<Slots>().begin, 1700 + place);
    rules().setCurrentIndex(model().index(1699, 0, outside));
    press("next place");
    expectSelected({"indices", 1700, 1701}); // round and round
}
