// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison takes nothing away, and gives back what it took the place of.
#include "comparison_mode.h"

#include "main_window.h"
#include "views/scene_view.h"
#include "widgets/support/settle.h"
#include "widgets/support/tensors.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QTest>
#include <QToolBar>
#include <QToolButton>

#include <gtest/gtest.h>

#include <map>
#include <string_view>

using namespace tscope;
using namespace tscope::test;

namespace {

class ComparisonTest : public testing::Test
{
protected:
    ComparisonTest()
    {
        m_window.resize(1280, 800);
        m_window.show();
        Document document;
        for (const auto* name : {"csr", "csc", "coo"})
            document.tensors.push_back({name, sample(name)});
        m_window.workspace().add(document, QStringLiteral("test"));
        settle();
    }
    void settle() { ASSERT_TRUE(tscope::test::settle(m_window.jobs())); }
    QDockWidget& dock(const char* id) { return *m_window.findChild<QDockWidget*>(QLatin1String(id)); }
    QAction& action(const char* id) { return *m_window.findChild<QAction*>(QLatin1String(id)); }
    void clickCompare()
    {
        auto* button = m_window.findChild<QToolBar*>(QStringLiteral("tools"))->widgetForAction(&action("compare"));
        QTest::mouseClick(button, Qt::LeftButton);
        settle();
    }
    void closeByItsButton(const char* id)
    {
        auto* button = dock(id).findChild<QAbstractButton*>(QStringLiteral("qt_dockwidget_closebutton"));
        QTest::mouseClick(button, Qt::LeftButton);
        settle();
    }
    // In each pane, by the keyboard.
    void choosePictures(const char* id)
    {
        for (auto* choice : m_window.findChildren<QComboBox*>(QStringLiteral("pane picture"))) {
            if (!choice->isVisible())
                continue;
            choice->setFocus();
            QTest::keyClick(choice, Qt::Key_Home);
            while (choice->currentData().toString() != QLatin1String(id) &&
                   choice->currentIndex() + 1 < choice->count())
                QTest::keyClick(choice, Qt::Key_Down);
            ASSERT_EQ(choice->currentData().toString(), QLatin1String(id));
        }
        settle();
    }
    // Which panels are open, and which of them are in front.
    std::map<std::string, bool> open()
    {
        std::map<std::string, bool> panels;
        for (const auto* each : m_window.findChildren<QDockWidget*>())
            if (each->isVisible())
                panels[each->objectName().toStdString()] = !each->visibleRegion().isEmpty();
        return panels;
    }
    bool isInFront(const char* id)
    {
        return waitUntil([&] { return dock(id).isVisible() && !dock(id).visibleRegion().isEmpty(); });
    }

    MainWindow m_window{Theme::light};
};

} // namespace

TEST_F(ComparisonTest, LeavesAllOtherPanelsOpenAndIsGoneWithoutATraceAfterwards)
{
    for (const auto* arrangement : {"learn", "debug"}) {
        SCOPED_TRACE(arrangement);
        m_window.arrange(QLatin1String(arrangement));
        settle();
        const auto before = open();
        const auto current = m_window.workspace().current();
        clickCompare();
        EXPECT_TRUE(isInFront("compare"));
        EXPECT_TRUE(m_window.tabs().tab().isSplit());
        EXPECT_TRUE(action("compare").isChecked());
        auto during = open();
        during.erase("compare");
        EXPECT_EQ(during, before);
        EXPECT_EQ(m_window.arrangement(), QLatin1String(arrangement));
        clickCompare();
        EXPECT_EQ(open(), before);
        EXPECT_FALSE(m_window.tabs().tab().isSplit());
        EXPECT_EQ(m_window.workspace().current(), current);
        EXPECT_FALSE(action("compare").isChecked());
    }
}

TEST_F(ComparisonTest, EndsWithItsPanelAndTheOneThatWasInFrontIsThereAgain)
{
    for (const auto* front : {"log", "timing"}) {
        SCOPED_TRACE(front);
        for (const auto* id : {"timing", "log"}) // both at the bottom
            if (!dock(id).isVisible())
                dock(id).toggleViewAction()->trigger();
        dock(front).raise();
        ASSERT_TRUE(isInFront(front));
        clickCompare();
        ASSERT_TRUE(isInFront("compare"));
        closeByItsButton("compare");
        EXPECT_TRUE(isInFront(front));
        EXPECT_FALSE(dock("compare").isVisible());
        EXPECT_FALSE(m_window.tabs().tab().isSplit());
        EXPECT_FALSE(action("compare").isChecked());
    }
}

TEST_F(ComparisonTest, ClosedInItsArrangementLeavesNothingInItsPlace)
{
    m_window.arrange(QStringLiteral("compare"));
    settle();
    for (const auto* id : {"rules", "explain", "facts", "compare"})
        EXPECT_TRUE(dock(id).isVisible()) << id;
    closeByItsButton("compare");
    for (const auto& [id, isFront] : open())
        EXPECT_NE(m_window.dockWidgetArea(&dock(id.c_str())), Qt::BottomDockWidgetArea) << id;
}

TEST_F(ComparisonTest, KeepsThePanesThatStoodBesideEachOtherBefore)
{
    const auto beside = m_window.workspace().subjects()[2].id;
    m_window.tabs().split(beside, Qt::Vertical);
    clickCompare();
    EXPECT_EQ(m_window.tabs().beside(), beside);
    clickCompare();
    EXPECT_EQ(m_window.tabs().beside(), beside);
    EXPECT_EQ(m_window.tabs().tab().way, Qt::Vertical);
}

// Alone, a pane has no line that says which picture it shows.
TEST_F(ComparisonTest, GivesBackThePicturesOfBefore)
{
    for (const auto* before : {"", "logical"}) {
        SCOPED_TRACE(before);
        m_window.tabs().setPicture(0, QLatin1String(before));
        settle();
        clickCompare();
        choosePictures("members");
        clickCompare();
        EXPECT_EQ(m_window.tabs().tab().activePane().picture, QLatin1String(before));
        for (const auto* view : m_window.views())
            EXPECT_EQ(view->isVisible(), *before == '\0' || view->spec().id == std::string_view(before));
    }
}

TEST_F(ComparisonTest, GivesBackThePicturesOfTwoPanesToo)
{
    m_window.tabs().split(m_window.workspace().subjects()[2].id, Qt::Vertical);
    m_window.tabs().setPicture(0, QStringLiteral("logical"));
    m_window.tabs().setPicture(1, QStringLiteral("storage"));
    settle();
    clickCompare();
    choosePictures("members");
    clickCompare();
    const auto& panes = m_window.tabs().tab().panes;
    ASSERT_EQ(panes.size(), 2U);
    EXPECT_EQ(panes[0].picture, QStringLiteral("logical"));
    EXPECT_EQ(panes[1].picture, QStringLiteral("storage"));
}

// A comparison ends where it began, whichever tab is in front then.
TEST_F(ComparisonTest, EndsInItsTab)
{
    clickCompare();
    choosePictures("members");
    const auto other = m_window.workspace().subjects()[2].id;
    m_window.tabs().open(other);
    m_window.tabs().setPicture(0, QStringLiteral("storage"));
    settle();
    clickCompare();
    const auto& tabs = m_window.tabs().all();
    ASSERT_EQ(tabs.size(), 2U);
    EXPECT_FALSE(tabs[0].isSplit());
    EXPECT_EQ(tabs[0].panes[0].picture, QString());
    EXPECT_EQ(tabs[1].panes[0].picture, QStringLiteral("storage"));
}

TEST_F(ComparisonTest, StaysWhenTheWindowBecomesWide)
{
    clickCompare();
    m_window.resize(1920, 1080);
    settle();
    EXPECT_TRUE(isInFront("compare"));
    EXPECT_TRUE(m_window.tabs().tab().isSplit());
    clickCompare();
    EXPECT_FALSE(dock("compare").isVisible());
    EXPECT_FALSE(m_window.tabs().tab().isSplit());
}

TEST_F(ComparisonTest, ARowOfOneLayoutIsLitInTheMembersOfTheOther)
{
    clickCompare();
    const auto& panes = m_window.tabs().tab().panes;
    ASSERT_EQ(m_window.workspace().find(panes[1].subject)->tensor->layout->name, "csc");
    m_window.selection().select(panes[0].subject, Slots{"compressed", 2, 3});
    settle();
    const auto* there = m_window.selection().selected()->in(panes[1].subject);
    ASSERT_NE(there, nullptr);
    EXPECT_TRUE(
        std::ranges::any_of(there->related.slots, [](const Slots& slots) { return slots.member == "values"; }));
    EXPECT_TRUE(
        std::ranges::any_of(there->related.slots, [](const Slots& slots) { return slots.member == "plain"; }));
}

TEST_F(ComparisonTest, TheWindowFillsTheScreenAndEscapeLeavesIt)
{
    QTest::keyClick(&m_window, Qt::Key_F11, Qt::ShiftModifier);
    EXPECT_TRUE(m_window.isFullScreen());
    EXPECT_TRUE(action("full-screen").isChecked());
    auto& view = *m_window.views().front();
    view.setFocus();
    m_window.selection().select(m_window.workspace().current(), ElementPlace{{0, 0}});
    settle();
    QTest::keyClick(&view, Qt::Key_Escape);
    EXPECT_TRUE(m_window.isFullScreen()) << "first what is selected is let go";
    EXPECT_FALSE(m_window.selection().selected());
    QTest::keyClick(&view, Qt::Key_Escape);
    EXPECT_FALSE(m_window.isFullScreen());
    EXPECT_FALSE(action("full-screen").isChecked());
    QTest::keyClick(&view, Qt::Key_Escape);
    EXPECT_TRUE(m_window.isVisible());
}
