// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/rules_panel.h"

#include "facts/wording.h"
#include "models/rules_model.h"
#include "views/scene_view.h"
#include "widgets/support/shown_panel.h"
#include "widgets/support/shown_views.h"
#include "widgets/support/tensors.h"

#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTreeView>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

class RulesPanelTest : public testing::Test
{
protected:
    RulesPanelTest() : m_shown("rules"), m_desk(m_shown.desk) {}

    QTreeView& rules() { return m_shown.child<QTreeView>("rules"); }
    QListWidget& repairs() { return m_shown.child<QListWidget>("repairs"); }
    QPushButton& button(const char* name) { return m_shown.child<QPushButton>(name); }
    std::string text(const char* label) { return m_shown.child<QLabel>(label).text().toStdString(); }
    const Report& report() { return *m_desk.workspace.currentSubject()->report; }

    // All places that the report names, in the order in which they stand in the tree.
    std::vector<Slots> places()
    {
        std::vector<Slots> out;
        auto& model = *rules().model();
        for (int row = 0; row < model.rowCount(); ++row)
            for (int place = 0; place < model.rowCount(model.index(row, 0)); ++place)
                if (const auto at = model.index(place, 0, model.index(row, 0)).data(RulesModel::PlaceRole);
                    at.isValid())
                    out.push_back(at.value<Slots>());
        return out;
    }
    void press(const char* name)
    {
        QTest::mouseClick(&button(name), Qt::LeftButton);
        settle(m_desk.jobs);
    }
    void expectSelected(const Slots& place)
    {
        ASSERT_TRUE(m_desk.selection.selected());
        EXPECT_EQ(m_desk.selection.selected()->place, Place(place));
    }

    ShownPanel m_shown;
    Desk& m_desk;
};

} // namespace

TEST_F(RulesPanelTest, TellsWhatTheTerminalTells)
{
    for (const auto& name : sampleNames()) {
        m_desk.show(sample(name));
        const auto& said = report();
        EXPECT_NE(text("verdict").find(verdictText(said)), std::string::npos) << text("verdict");
        for (const auto& cause : said.causes)
            EXPECT_NE(text("cause").find(cause.text), std::string::npos) << text("cause");
        ASSERT_EQ(repairs().count(), static_cast<int>(said.repairs.size()));
        for (int i = 0; i < repairs().count(); ++i) {
            const auto& repair = said.repairs[static_cast<std::size_t>(i)];
            EXPECT_EQ(repairs().item(i)->text().toStdString(),
                      repair.title + (repair.lossless ? "" : " (loses data)"));
        }
    }
}

TEST_F(RulesPanelTest, WithoutATensorThereIsNothingToPress)
{
    for (const auto* name : {"next place", "previous place", "apply repair"})
        EXPECT_FALSE(button(name).isEnabled()) << name;
    m_desk.show(sample("broken_pointer"));
    EXPECT_TRUE(button("next place").isEnabled());
    m_desk.workspace.clear();
    settle(m_desk.jobs);
    EXPECT_EQ(text("verdict"), "");
    EXPECT_EQ(rules().model()->rowCount(), 0);
    EXPECT_EQ(repairs().count(), 0);
    EXPECT_FALSE(button("next place").isEnabled());
}

TEST_F(RulesPanelTest, AClickOnAPlaceSelectsItAndViewsShowIt)
{
    const auto id = m_desk.show(sample("broken_pointer"));
    SceneView view(pictures()[1], m_desk.workspace, m_desk.selection, m_desk.jobs, Theme::light);
    view.resize(120, 120); // too small for all of it
    view.setVisible(true);
    settle(m_desk.jobs);
    auto& model = *rules().model();
    const auto rule = model.index(0, 0);
    ASSERT_GT(model.rowCount(rule), 0);
    for (int row = 0; row < model.rowCount(rule); ++row) {
        const auto place = model.index(row, 0, rule);
        rules().scrollTo(place);
        QTest::mouseClick(rules().viewport(), Qt::LeftButton, {}, rules().visualRect(place).center());
        settle(m_desk.jobs);
        const auto slots = place.data(RulesModel::PlaceRole).value<Slots>();
        expectSelected(slots);
        EXPECT_EQ(m_desk.selection.selected()->subject, id);
        const auto& spot = spotOf(view.scene(), slots);
        EXPECT_TRUE(QRectF(view.viewport()->rect()).intersects(spot.rect)) << spot.words.toStdString();
    }
}

TEST_F(RulesPanelTest, NextAndPreviousWalkAllPlacesRoundAndRound)
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

TEST_F(RulesPanelTest, PreviousStartsAtTheLastPlace)
{
    m_desk.show(sample("broken_pointer"));
    press("previous place");
    expectSelected(places().back());
}

TEST_F(RulesPanelTest, OpeningABrokenTensorSelectsNothing)
{
    m_desk.show(sample("broken_pointer"));
    rules().setFocus();
    settle(m_desk.jobs);
    EXPECT_FALSE(m_desk.selection.selected());
}

TEST_F(RulesPanelTest, ARepairMendsAndUndoBreaksAgain)
{
    const auto id = m_desk.show(sample("broken_pointer"));
    const auto before = m_desk.workspace.find(id)->tensor;
    ASSERT_GT(repairs().count(), 0);
    EXPECT_FALSE(button("apply repair").isEnabled());
    const auto title = repairs().item(0)->text();
    repairs().setCurrentRow(0);
    ASSERT_TRUE(button("apply repair").isEnabled());

    for (int round = 0; round < 10 && !report().valid; ++round) { // one repair may leave work for the next
        ASSERT_GT(repairs().count(), 0) << text("verdict");
        repairs().setCurrentRow(0);
        press("apply repair");
    }
    EXPECT_TRUE(report().valid) << text("verdict");
    EXPECT_NE(text("verdict").find("valid"), std::string::npos);
    EXPECT_EQ(m_desk.workspace.undoStack().text(0), title);
    EXPECT_FALSE(button("next place").isEnabled());

    while (m_desk.workspace.undoStack().canUndo())
        m_desk.workspace.undoStack().undo();
    settle(m_desk.jobs);
    EXPECT_EQ(m_desk.workspace.find(id)->tensor, before);
    EXPECT_FALSE(report().valid);
    EXPECT_GT(repairs().count(), 0);
}

TEST_F(RulesPanelTest, ARepairOfATensorThatHasChangedSinceIsNotMade)
{
    const auto id = m_desk.show(sample("broken_pointer"));
    repairs().setCurrentRow(0);
    QTest::mouseClick(&button("apply repair"), Qt::LeftButton);
    m_desk.workspace.replace(id, sample("csr"), QStringLiteral("replace"));
    settle(m_desk.jobs);
    EXPECT_EQ(m_desk.workspace.undoStack().count(), 1);
    EXPECT_TRUE(report().valid);
}

TEST_F(RulesPanelTest, TheChosenContractIsAsked)
{
    m_desk.show(sample("broken_pointer"));
    auto& combo = m_shown.child<QComboBox>("contract");
    ASSERT_EQ(combo.count(), static_cast<int>(contracts().size()));
    for (int i = combo.count() - 1; i >= 0; --i) {
        combo.setFocus();
        combo.setCurrentIndex(i);
        settle(m_desk.jobs);
        EXPECT_EQ(combo.currentText().toStdString(), contracts()[static_cast<std::size_t>(i)].name());
        EXPECT_EQ(report().contract, contracts()[static_cast<std::size_t>(i)].name());
        EXPECT_NE(text("verdict").find(verdictText(report())), std::string::npos);
    }
    QTest::keyClick(&combo, Qt::Key_Down);
    settle(m_desk.jobs);
    EXPECT_EQ(report().contract, contracts()[1].name());
}

TEST_F(RulesPanelTest, ItCanBeUsedByKeyboard)
{
    m_desk.show(sample("broken_pointer"));
    rules().setFocus();
    QTest::keyClick(&rules(), Qt::Key_Home);
    QTest::keyClick(&rules(), Qt::Key_Down);
    settle(m_desk.jobs);
    ASSERT_FALSE(places().empty());
    expectSelected(places().front());
}
