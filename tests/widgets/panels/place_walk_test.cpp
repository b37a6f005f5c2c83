// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/place_walk.h"

#include "views/scene_view.h"
#include "widgets/panels/shown_rules.h"

#include <QApplication>
#include <QComboBox>
#include <QScrollArea>

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

// The row of their rule is far above them by then.
TEST_F(PlaceWalkTest, FastStepsKeepTheirPlaceInSight)
{
    std::string pointers = "0", columns, values;
    for (int row = 0; row < 120; ++row) {
        columns += row == 0 ? "1,0" : ",1,0";
        values += row == 0 ? "1,1" : ",1,1";
        pointers += "," + std::to_string(2 * row + 2);
    }
    m_desk.show(tensorOf(R"({"layout":"csr","size":[120,2],"members":{"crow_indices":[)" + pointers +
                         R"(],"col_indices":[)" + columns + R"(],"values":[)" + values + "]}}"));
    QApplication::setActiveWindow(m_shown.panel.get());
    const auto expectInSight = [&] {
        const auto current = rules().currentIndex();
        EXPECT_TRUE(rules().viewport()->visibleRegion().intersects(rules().visualRect(current))) << current.row();
    };
    for (int step = 0; step < 60; ++step) {
        QTest::keyClick(m_shown.panel.get(), Qt::Key_F8);
        expectInSight();
    }
    settle(m_desk.jobs);
    EXPECT_EQ(text("walked place"), "Place 60 of 120");
    expectInSight();
    QTest::keyClick(m_shown.panel.get(), Qt::Key_F8, Qt::ShiftModifier);
    settle(m_desk.jobs);
    EXPECT_EQ(text("walked place"), "Place 59 of 120");
    expectInSight();
    Q_EMIT m_desk.selection.nextPlaceWanted(); // as by the key of a picture
    settle(m_desk.jobs);
    EXPECT_EQ(text("walked place"), "Place 60 of 120");
    expectInSight();
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

// That a pointer is missing has no slot of its own.
TEST_F(PlaceWalkTest, TellsThatTheVerdictCountsMoreThanCanBeSteppedTo)
{
    m_desk.show(tensorOf(R"({"layout":"csr","size":[3,3],"members":{"crow_indices":[0,2,3],"col_indices":[2,0,1],
        "values":[1,2,3]}})"));
    EXPECT_NE(text("verdict").find("2 rules, 2 places"), std::string::npos) << text("verdict");
    const auto listed = places().size();
    ASSERT_LT(listed, 2U);
    EXPECT_EQ(text("walked place"), "Places: " + std::to_string(listed) + " of 2");
    press("next place");
    EXPECT_EQ(text("walked place"), "Place 1 of " + std::to_string(listed));
}

// At the widths of the panel in windows of 1280 and 1920 pixels.
TEST_F(PlaceWalkTest, ThePositionIsNotCut)
{
    m_desk.show(sample("broken_pointer"));
    auto& position = m_shown.child<QLabel>("walked place");
    for (const int width : {260, 330, 400, 410, 480, 640}) {
        m_shown.panel->resize(width, 450);
        settle(m_desk.jobs);
        EXPECT_GE(position.width(), position.fontMetrics().horizontalAdvance(position.text())) << width;
        for (const auto* name : {"previous place", "next place"}) {
            const auto& button = m_shown.child<QPushButton>(name);
            EXPECT_FALSE(button.geometry().intersects(position.geometry())) << name << ' ' << width;
        }
        EXPECT_LE(position.geometry().right(), position.parentWidget()->width()) << width;
        press("next place");
        EXPECT_GE(position.width(), position.fontMetrics().horizontalAdvance(position.text())) << width;
    }
}

// Places of other rules would stay above it.
TEST_F(PlaceWalkTest, AChosenRuleIsOpenedAtTheTopAndTheOthersAreFolded)
{
    m_shown.panel->resize(300, 450);
    m_desk.show(sample("broken_pointer"));
    rules().expandAll();
    settle(m_desk.jobs);
    const auto first = model().ruleNamed(QStringLiteral("5.3")), last = model().ruleNamed(QStringLiteral("5.6"));
    auto& combo = m_shown.child<QComboBox>("walked rule");
    combo.setFocus();
    QTest::keyClick(&combo, Qt::Key_End);
    settle(m_desk.jobs);
    ASSERT_EQ(combo.currentData().toString().toStdString(), "5.6");
    EXPECT_FALSE(rules().isExpanded(first));
    EXPECT_TRUE(rules().isExpanded(last));
    auto* seen = m_shown.child<QScrollArea>("rules area").viewport();
    EXPECT_EQ(rules().viewport()->mapTo(seen, rules().visualRect(last).topLeft()).y(), 0);

    QTest::keyClick(&combo, Qt::Key_Home); // all of them
    settle(m_desk.jobs);
    EXPECT_TRUE(rules().isExpanded(last)) << "folds stay as they are";
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

// A tensor with two broken rules at different slots: only one of them is marked while it is chosen.
TEST_F(PlaceWalkTest, PicturesMarkTheChosenRuleAlone)
{
    m_desk.show(tensorOf(R"({"layout":"csr","size":[3,4],"members":{"compressed":[1,2,3,4],"plain":[0,1,2,9],
        "values":[1,2,3,4]}})"));
    std::vector<std::unique_ptr<SceneView>> views;
    for (const auto& spec : pictures()) {
        views.push_back(
            std::make_unique<SceneView>(spec, m_desk.workspace, m_desk.selection, m_desk.jobs, Theme::light));
        views.back()->resize(640, 400);
        views.back()->setVisible(true);
    }
    settle(m_desk.jobs);
    const auto marked = [&](const char* rule) {
        const auto words = QStringLiteral("broken rule %1:").arg(QLatin1String(rule));
        return std::ranges::any_of(views, [&](const auto& view) {
            return std::ranges::any_of(view->scene().violations,
                                       [&](const Spot& mark) { return mark.words.contains(words); });
        });
    };
    auto& combo = m_shown.child<QComboBox>("walked rule");
    const auto choose = [&](const char* rule) {
        const auto at = combo.findData(QString::fromLatin1(rule));
        ASSERT_GE(at, 0);
        combo.setFocus();
        QTest::keyClick(&combo, Qt::Key_Home);
        for (int step = 0; step < at; ++step)
            QTest::keyClick(&combo, Qt::Key_Down);
        settle(m_desk.jobs);
    };
    EXPECT_TRUE(marked("5.1"));
    EXPECT_TRUE(marked("5.5"));
    choose("5.5");
    EXPECT_FALSE(marked("5.1"));
    EXPECT_TRUE(marked("5.5"));
    EXPECT_TRUE(combo.currentText().endsWith(QStringLiteral(", 1"))) << combo.currentText().toStdString();
    EXPECT_GT(combo.currentText().size(), QStringLiteral("* 5.5, 1").size()) << "it says what the rule is about";
    choose("5.1");
    EXPECT_TRUE(marked("5.1"));
    EXPECT_FALSE(marked("5.5"));
    combo.setFocus();
    QTest::keyClick(&combo, Qt::Key_Home); // all of them
    settle(m_desk.jobs);
    EXPECT_TRUE(marked("5.1"));
    EXPECT_TRUE(marked("5.5"));

    // Of another tensor, which has no such places, all are marked.
    choose("5.5");
    m_desk.show(sample("broken_pointer"));
    EXPECT_TRUE(m_desk.selection.markedRule().isEmpty());
}

// Unsorted columns are broken under PyTorch and only advised against under SciPy: no picture marks them then.
TEST_F(PlaceWalkTest, WhatIsOnlyAdvisedIsSteppedThroughWhereItIsChosen)
{
    m_desk.show(tensorOf(R"({"layout":"csr","size":[2,3],"members":{"crow_indices":[0,2,3],"col_indices":[2,0,1],
        "values":[1,2,3]}})"));
    EXPECT_TRUE(button("next place").isEnabled());
    EXPECT_EQ(text("walked place"), "Places: 1");
    m_desk.workspace.setContract(**contractNamed("scipy"));
    settle(m_desk.jobs);
    ASSERT_TRUE(report().valid);
    ASSERT_NE(report().find("5.6"), nullptr);
    auto& combo = m_shown.child<QComboBox>("walked rule");
    EXPECT_TRUE(combo.isEnabled());
    EXPECT_FALSE(button("next place").isEnabled());
    EXPECT_EQ(text("walked place"), "Advice only: choose a rule");

    combo.setFocus();
    QTest::keyClick(&combo, Qt::Key_End);
    settle(m_desk.jobs);
    ASSERT_EQ(combo.currentData().toString().toStdString(), "5.6");
    press("next place");
    expectSelected({"plain", 1, 2});
    EXPECT_EQ(text("walked place"), "Advice. Place 1 of 1");
}

// The key that zooms in a picture does so, too, while the focus is on a button of the walk.
TEST_F(PlaceWalkTest, TheKeyOfPicturesZoomsToThePlaceThatWasSteppedTo)
{
    std::string pointers = "0", columns, values;
    for (int row = 0; row < 2000; ++row) {
        columns += std::string(row == 0 ? "" : ",") + (row == 1533 ? "1701,701" : "701,1701");
        values += row == 0 ? "1,1" : ",1,1";
        pointers += "," + std::to_string(2 * row + 2);
    }
    m_desk.show(tensorOf(R"({"layout":"csr","size":[2000,2000],"members":{"crow_indices":[)" + pointers +
                         R"(],"col_indices":[)" + columns + R"(],"values":[)" + values + "]}}"));
    SceneView view(pictures().front(), m_desk.workspace, m_desk.selection, m_desk.jobs, Theme::light);
    view.resize(640, 400);
    view.setVisible(true);
    settle(m_desk.jobs);
    ASSERT_STREQ(view.spec().id, "logical");
    QApplication::setActiveWindow(m_shown.panel.get());
    press("next place");
    const auto before = view.zoom();
    button("next place").setFocus();
    QTest::keyClick(&button("next place"), Qt::Key_Z);
    settle(m_desk.jobs);
    EXPECT_GT(view.zoom(), 10 * before);
    EXPECT_TRUE(std::ranges::any_of(view.scene().spots, [](const Spot& spot) {
        return spot.place == Place(ElementPlace{{1533, 701}});
    }));
}
