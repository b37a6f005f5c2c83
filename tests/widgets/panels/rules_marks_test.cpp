// SPDX-License-Identifier: GPL-3.0-or-later
// One selection: rule cards light up their places in all views, and places mark the cards of the rules that are
// broken there.
#include "models/rules_model.h"
#include "views/lit_places.h"
#include "views/scene_view.h"
#include "widgets/support/shown_panel.h"
#include "widgets/support/shown_views.h"
#include "widgets/support/tensors.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTreeView>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

// 5.1 is broken at the first pointer, 5.5 at one column.
constexpr std::string_view twiceBroken = R"({"layout":"csr","size":[3,4],"members":{"compressed":[1,2,3,4],
    "plain":[0,1,2,9],"values":[1,2,3,4]}})";

class RulesMarks : public testing::Test
{
protected:
    RulesMarks() : m_shown("rules"), m_desk(m_shown.desk) { QCursor::setPos(790, 790); }

    QTreeView& rules() { return m_shown.child<QTreeView>("rules"); }
    RulesModel& model() { return static_cast<RulesModel&>(*rules().model()); }
    QString here() { return m_shown.child<QLabel>("broken here").text(); }

    QModelIndex rule(const char* id)
    {
        for (const auto& index : model().rules())
            if (index.data(RulesModel::RuleRole) == QLatin1String(id))
                return index;
        return {};
    }
    void moveTo(const QModelIndex& index)
    {
        rules().scrollTo(index);
        moveTo(QPointF(rules().visualRect(index).center()));
    }
    void moveTo(QPointF at)
    {
        QMouseEvent move(QEvent::MouseMove, at, rules().viewport()->mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QApplication::sendEvent(rules().viewport(), &move);
        settle(m_desk.jobs);
    }
    std::vector<std::string> marked()
    {
        std::vector<std::string> ids;
        for (const auto& index : model().markedRules())
            ids.push_back(index.data(RulesModel::RuleRole).toString().toStdString());
        return ids;
    }
    std::string spoken(const QModelIndex& index)
    {
        return index.data(Qt::AccessibleTextRole).toString().toStdString();
    }
    bool isLit(const Place& place)
    {
        const auto& hovered = m_desk.selection.hovered();
        return hovered && LitPlaces(hovered->place, hovered->related).has(place);
    }

    ShownPanel m_shown;
    Desk& m_desk;
};

} // namespace

TEST_F(RulesMarks, PointingAtACardLightsAllItsPlacesInAllViews)
{
    // Three columns outside.
    m_desk.show(tensorOf(R"({"layout":"csr","size":[3,4],"members":{"compressed":[0,1,2,3],"plain":[7,8,9],
        "values":[1,2,3]}})"));
    const auto broken = rule("5.5");
    ASSERT_EQ(model().rowCount(broken), 3);
    std::vector<std::unique_ptr<SceneView>> views;
    for (const auto& spec : pictures()) {
        views.push_back(
            std::make_unique<SceneView>(spec, m_desk.workspace, m_desk.selection, m_desk.jobs, Theme::light));
        views.back()->resize(640, 400);
    }
    settle(m_desk.jobs);
    moveTo(broken);
    const auto& columns = *m_desk.workspace.currentSubject()->tensor->find("plain");
    for (std::int64_t slot = 0; slot < 3; ++slot) {
        EXPECT_TRUE(isLit(Slots{"plain", slot, slot + 1})) << slot;
        const auto [begin, end] = columns.array.byteRange(slot);
        EXPECT_TRUE(isLit(BytePlace{columns.array.storage->id(), begin, end})) << slot;
    }
    EXPECT_FALSE(isLit(Slots{"compressed", 3, 4}));

    // One place lights up itself alone.
    moveTo(model().index(1, 0, broken));
    EXPECT_TRUE(isLit(Slots{"plain", 1, 2}));
    EXPECT_FALSE(isLit(Slots{"plain", 0, 1}));

    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(rules().viewport(), &leave);
    EXPECT_FALSE(m_desk.selection.hovered());
}

TEST_F(RulesMarks, OfManyPlacesOnlyThoseThatChangeAreMeasuredAnew)
{
    const auto id = m_desk.show(tensorOf(R"({"layout":"csr","size":[6,4],"members":{"compressed":[0,1,2,3,4,5,6],
        "plain":[9,9,9,9,9,9],"values":[1,2,3,4,5,6]}})"));
    const auto places = rule("5.5");
    ASSERT_EQ(model().rowCount(places), 6);
    m_desk.selection.select(id, Slots{"plain", 1, 2});
    settle(m_desk.jobs);
    std::vector<std::pair<int, int>> told;
    QObject::connect(&model(), &QAbstractItemModel::dataChanged, &model(),
                     [&](const auto& first, const auto& last) {
                         if (first.parent() == places)
                             told.emplace_back(first.row(), last.row());
                     });
    m_desk.selection.select(id, Slots{"plain", 4, 5});
    settle(m_desk.jobs);
    EXPECT_EQ(told, (std::vector<std::pair<int, int>>{{1, 1}, {4, 4}}));
}

TEST_F(RulesMarks, ARuleThatHoldsLightsNothing)
{
    m_desk.show(tensorOf(twiceBroken));
    moveTo(rule("5.1"));
    ASSERT_TRUE(m_desk.selection.hovered());
    moveTo(rule("2.1"));
    EXPECT_FALSE(m_desk.selection.hovered());
}

TEST_F(RulesMarks, WhatIsPointedAtMarksTheCardsOfTheRulesThatItBreaks)
{
    const auto id = m_desk.show(tensorOf(twiceBroken));
    ASSERT_TRUE(rule("5.1").isValid());
    EXPECT_TRUE(marked().empty());
    EXPECT_EQ(here(), QString());

    m_desk.selection.hover(id, Slots{"compressed", 0, 1});
    settle(m_desk.jobs);
    EXPECT_EQ(marked(), std::vector<std::string>{"5.1"});
    EXPECT_EQ(here(), QStringLiteral("Broken here: 5.1"));
    EXPECT_TRUE(rule("5.1").data(RulesModel::MarkedRole).toBool());
    EXPECT_NE(spoken(rule("5.1")).find("Broken at what is pointed at."), std::string::npos);
    EXPECT_EQ(spoken(rule("2.1")).find("Broken at"), std::string::npos);

    // A slot that breaks nothing.
    m_desk.selection.hover(id, Slots{"plain", 2, 3});
    settle(m_desk.jobs);
    EXPECT_EQ(here(), QString());
    EXPECT_EQ(spoken(rule("5.1")).find("Broken at"), std::string::npos);

    m_desk.selection.leave();
    EXPECT_TRUE(marked().empty());
}

TEST_F(RulesMarks, BytesAndGhostsMarkThemToo)
{
    const auto id = m_desk.show(tensorOf(twiceBroken));
    const auto& columns = *m_desk.workspace.currentSubject()->tensor->find("plain");
    const auto [begin, end] = columns.array.byteRange(3);
    m_desk.selection.select(id, BytePlace{columns.array.storage->id(), begin, end});
    settle(m_desk.jobs);
    EXPECT_EQ(marked(), std::vector<std::string>{"5.5"});
    EXPECT_EQ(here(), QStringLiteral("Broken here: 5.5"));
    // What is pointed at comes before what is selected.
    m_desk.selection.hover(id, Slots{"compressed", 0, 1});
    settle(m_desk.jobs);
    EXPECT_EQ(here(), QStringLiteral("Broken here: 5.1"));
    m_desk.selection.leave();
    EXPECT_EQ(here(), QStringLiteral("Broken here: 5.5"));

    // The ghost beyond the edge stands for its value.
    m_desk.selection.clear();
    SceneView logical(pictures()[0], m_desk.workspace, m_desk.selection, m_desk.jobs, Theme::light);
    logical.resize(640, 400);
    logical.setVisible(true);
    settle(m_desk.jobs);
    const auto& ghost = spotOf(logical.scene(), Slots{"values", 3, 4});
    QTest::mouseClick(logical.viewport(), Qt::LeftButton, {}, ghost.rect.center().toPoint());
    settle(m_desk.jobs);
    EXPECT_NE(here().indexOf(QStringLiteral("5.5")), -1) << here().toStdString();
}

TEST_F(RulesMarks, TheMarkIsAnOutlineAndNoMereColour)
{
    const auto id = m_desk.show(tensorOf(twiceBroken));
    rules().scrollTo(rule("5.1"));
    const auto outlined = [&] {
        const auto picture = rules().viewport()->grab().toImage();
        const auto rect = rules().visualRect(rule("5.1"));
        const auto ink = Palette::of(Theme::light)[Ink::selected].rgb();
        int count = 0;
        for (int x = rect.left() + 4; x < rect.right() - 4; ++x)
            for (int y = rect.top(); y <= rect.bottom(); ++y)
                count += picture.pixel(x, y) == ink ? 1 : 0;
        return count > rect.width();
    };
    EXPECT_FALSE(outlined());
    m_desk.selection.select(id, Slots{"compressed", 0, 1});
    settle(m_desk.jobs);
    EXPECT_TRUE(outlined());
}

TEST_F(RulesMarks, ASelectionBringsTheCardIntoSight)
{
    m_shown.panel->resize(260, 140);
    const auto id = m_desk.show(tensorOf(twiceBroken));
    rules().expandAll();
    QApplication::processEvents();
    auto& bar = *m_shown.panel->findChild<QScrollArea*>()->verticalScrollBar();
    bar.setValue(bar.maximum());
    const auto isInSight = [&] {
        return rules().viewport()->visibleRegion().intersects(rules().visualRect(rule("5.1")));
    };
    ASSERT_FALSE(isInSight());
    m_desk.selection.select(id, Slots{"compressed", 0, 1});
    settle(m_desk.jobs);
    EXPECT_TRUE(isInSight());
}

TEST_F(RulesMarks, KeysLightACardAndReturnGoesToItsPlaces)
{
    m_desk.show(tensorOf(twiceBroken));
    rules().setFocus();
    settle(m_desk.jobs);
    EXPECT_FALSE(m_desk.selection.hovered()) << "the focus alone asks for nothing";
    QTest::keyClick(&rules(), Qt::Key_End);
    QTest::keyClick(&rules(), Qt::Key_Home); // the group
    QTest::keyClick(&rules(), Qt::Key_Down);
    settle(m_desk.jobs);
    ASSERT_TRUE(m_desk.selection.hovered());
    EXPECT_EQ(marked().front(), rules().currentIndex().data(RulesModel::RuleRole).toString().toStdString());
    EXPECT_FALSE(m_desk.selection.selected());
    QTest::keyClick(&rules(), Qt::Key_Return);
    settle(m_desk.jobs);
    EXPECT_TRUE(m_desk.selection.selected());
}

// A pointer that rests on another place says nothing about the one that is stepped to, however many moves Qt makes
// of a picture that changes below it.
TEST_F(RulesMarks, AStepWinsOverAPointerAtRest)
{
    m_desk.show(tensorOf(twiceBroken));
    SceneView members(pictures()[1], m_desk.workspace, m_desk.selection, m_desk.jobs, Theme::light);
    members.resize(640, 400);
    members.setVisible(true);
    settle(m_desk.jobs);
    const auto pointAt = [&](QPointF at) {
        QMouseEvent move(QEvent::MouseMove, at, members.viewport()->mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QApplication::sendEvent(members.viewport(), &move);
        settle(m_desk.jobs);
    };
    const auto resting = spotOf(members.scene(), Slots{"compressed", 0, 1}).rect.center();
    pointAt(resting);
    ASSERT_EQ(here(), QStringLiteral("Broken here: 5.1"));

    QTest::mouseClick(m_shown.panel->findChild<QPushButton*>(QStringLiteral("previous place")), Qt::LeftButton);
    settle(m_desk.jobs);
    ASSERT_EQ(m_desk.selection.selected()->place, Place(Slots{"plain", 3, 4}));
    EXPECT_FALSE(m_desk.selection.hovered());
    EXPECT_EQ(here(), QStringLiteral("Broken here: 5.5"));
    pointAt(resting);
    EXPECT_FALSE(m_desk.selection.hovered());
    EXPECT_EQ(here(), QStringLiteral("Broken here: 5.5"));
    pointAt(resting + QPointF(1, 0));
    EXPECT_EQ(here(), QStringLiteral("Broken here: 5.1"));
}

// The pointer before it breaks 5.3 with the one behind, and 5.6 fails in the rows on both sides: what was stepped
// to, or is named as the cause, comes first.
TEST_F(RulesMarks, TheRuleThatLedToAPlaceIsNamedFirst)
{
    const auto id = m_desk.show(sample("broken_pointer"));
    const auto& cause = m_desk.workspace.currentSubject()->report->causes.front();
    ASSERT_TRUE(cause.index);
    const auto* member = m_desk.workspace.currentSubject()->tensor->find(cause.member);
    m_desk.selection.select(id, Slots{member->role->name, *cause.index, *cause.index + 1});
    settle(m_desk.jobs);
    EXPECT_TRUE(here().startsWith(QStringLiteral("Broken here: %1").arg(QString::fromStdString(cause.rules[0]))))
        << here().toStdString();

    for (const auto& index : model().rules())
        for (int place = 0; place < model().rowCount(index); ++place) {
            rules().setCurrentIndex(model().index(place, 0, index));
            settle(m_desk.jobs);
            EXPECT_TRUE(here().startsWith(
                QStringLiteral("Broken here: %1").arg(index.data(RulesModel::RuleRole).toString())))
                << here().toStdString();
        }
}

TEST_F(RulesMarks, FromAPictureTheNextPlaceOfItsRuleIsGoneTo)
{
    const auto id = m_desk.show(tensorOf(R"({"layout":"csr","size":[3,4],"members":{"compressed":[0,1,2,3],
        "plain":[7,8,9],"values":[1,2,3]}})"));
    for (const std::int64_t at : {1, 2, 0}) {
        m_desk.selection.select(id, Slots{"plain", at, at + 1});
        settle(m_desk.jobs);
        Q_EMIT m_desk.selection.nextPlaceWanted();
        settle(m_desk.jobs);
        const auto next = (at + 1) % 3;
        EXPECT_EQ(m_desk.selection.selected()->place, Place(Slots{"plain", next, next + 1}));
        rules().setCurrentIndex({});
    }
}
