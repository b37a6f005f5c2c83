// SPDX-License-Identifier: GPL-3.0-or-later
// Panels leave most of the window to the pictures.
#include "docks.h"

#include "main_window.h"
#include "profile.h"
#include "views/rule_delegate.h"
#include "views/scene_view.h"
#include "widgets/support/settle.h"
#include "widgets/support/tensors.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QListWidget>
#include <QScrollArea>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <gtest/gtest.h>

#include <functional>
#include <set>

using namespace tscope;
using namespace tscope::test;

namespace {

class DocksTest : public testing::Test
{
protected:
    void show(int width, int height)
    {
        m_window.resize(width, height);
        m_window.show();
        settle();
    }
    void settle() { ASSERT_TRUE(tscope::test::settle(m_window.jobs())); }
    QDockWidget* dock(const char* id) { return m_window.findChild<QDockWidget*>(QLatin1String(id)); }
    // What the columns of panels beside the pictures take of the window's width.
    double shareOfPanels()
    {
        return 1 - static_cast<double>(m_window.centralWidget()->width()) / m_window.width();
    }
    // Where panels begin from left to right, of those beside the pictures that are in front.
    std::set<int> columns()
    {
        std::set<int> lefts;
        for (const auto* each : m_window.findChildren<QDockWidget*>())
            if (each->isVisible() && !each->visibleRegion().isEmpty() &&
                m_window.dockWidgetArea(const_cast<QDockWidget*>(each)) != Qt::BottomDockWidgetArea)
                lefts.insert(each->x());
        return lefts;
    }

    MainWindow m_window{Theme::light};
};

} // namespace

// How an element is found, say, may tell what is asked of any part.
TEST_F(DocksTest, APanelThatMayTellAnythingIsCoveredWithWhateverIs)
{
    show(1280, 800);
    m_window.workspace().add(Document{{{"a", sample("csr")}}, {}}, QStringLiteral("test"));
    settle();
    auto* explain = dock("explain");
    const auto isCovered = [&] { return !explain->findChild<QWidget*>(QStringLiteral("covered"))->isHidden(); };
    EXPECT_FALSE(isCovered());
    m_window.selection().cover().set({QStringLiteral("storage")});
    EXPECT_TRUE(isCovered());
    m_window.selection().cover().clear();
    EXPECT_FALSE(isCovered());
}

TEST_F(DocksTest, TakeAThirdOfTheWidthAtMost)
{
    m_window.workspace().add(Document{{{"a", sample("csr")}}, {}}, QStringLiteral("test"));
    for (const auto size : {QSize(1280, 800), QSize(1920, 1080), QSize(2560, 1440)}) {
        show(size.width(), size.height());
        for (const auto* arrangement : {"learn", "debug", "compare"}) {
            ASSERT_TRUE(m_window.arrange(QString::fromLatin1(arrangement)));
            settle();
            EXPECT_LE(shareOfPanels(), 0.35) << arrangement << " at " << size.width();
        }
    }
}

// The least window that all fits in: the pictures have more than half of it, and nothing of a small tensor is
// hidden.
TEST_F(DocksTest, LeaveASmallWindowToThePictures)
{
    m_window.workspace().add(Document{{{"a", sample("csr")}}, {}}, QStringLiteral("test"));
    show(1024, 700);
    EXPECT_LE(shareOfPanels(), 0.45);
    for (const auto* view : m_window.views())
        EXPECT_EQ(view->verticalScrollBar()->maximum(), 0) << view->spec().id;
}

TEST_F(DocksTest, StandInOneColumnWhereTheWindowIsNarrow)
{
    m_window.workspace().add(Document{{{"a", sample("csr")}}, {}}, QStringLiteral("test"));
    show(1280, 800);
    EXPECT_EQ(columns().size(), 1U);
    EXPECT_FALSE(dock("rules")->visibleRegion().isEmpty()) << "in front of those that share its place";
    show(1920, 1080);
    EXPECT_EQ(columns().size(), 2U);
    show(1280, 800);
    EXPECT_EQ(columns().size(), 1U);
}

TEST_F(DocksTest, StayWhereTheUserHasPutThem)
{
    show(1280, 800);
    m_window.addDockWidget(Qt::LeftDockWidgetArea, dock("facts"));
    settle();
    show(1920, 1080);
    EXPECT_EQ(m_window.dockWidgetArea(dock("facts")), Qt::LeftDockWidgetArea);
    EXPECT_EQ(m_window.dockWidgetArea(dock("workspace")), Qt::RightDockWidgetArea) << "not arranged anew";
}

TEST(DocksState, WhatTheUserHasSetComesBack)
{
    const QTemporaryDir folder;
    const auto start = [&](const std::function<void(MainWindow&)>& use) {
        Profile profile(folder.path());
        MainWindow window(Theme::light, &profile);
        window.show();
        window.files().open({Files::samples().front()}); // without a tensor most panels are hidden
        ASSERT_TRUE(settle(window.jobs()));
        use(window);
        window.close();
    };
    const auto dock = [](MainWindow& window, const char* id) {
        return window.findChild<QDockWidget*>(QLatin1String(id));
    };
    int width = 0;
    start([&](MainWindow& window) {
        window.resize(1920, 1080);
        ASSERT_TRUE(settle(window.jobs()));
        window.resizeDocks({dock(window, "rules")}, {500}, Qt::Horizontal);
        QApplication::processEvents();
        width = dock(window, "rules")->width();
        EXPECT_GT(width, 450);
    });
    start([&](MainWindow& window) {
        EXPECT_EQ(dock(window, "rules")->width(), width) << "a border that was moved";
        window.resize(1280, 800);
        ASSERT_TRUE(settle(window.jobs()));
        EXPECT_EQ(window.dockWidgetArea(dock(window, "workspace")), Qt::RightDockWidgetArea)
            << "no panel was placed, so the narrow window has its own arrangement";
        dock(window, "facts")->close();
    });
    start([&](MainWindow& window) {
        EXPECT_TRUE(dock(window, "facts")->isHidden()) << "a panel that was closed";
        window.resize(1920, 1080);
        ASSERT_TRUE(settle(window.jobs()));
        EXPECT_TRUE(dock(window, "facts")->isHidden());
    });
}

// A laptop that was last used at a large screen.
TEST(DocksState, OfAWideWindowIsArrangedAnewOnASmallerScreen)
{
    const QTemporaryDir folder;
    const auto start = [&](int width) { // 0: as it comes back
        Profile profile(folder.path());
        MainWindow window(Theme::light, &profile);
        window.show();
        window.files().open({Files::samples().front()});
        EXPECT_TRUE(settle(window.jobs()));
        if (width > 0)
            window.resize(width, 800);
        EXPECT_TRUE(settle(window.jobs()));
        EXPECT_LE(1 - static_cast<double>(window.centralWidget()->width()) / window.width(), 0.35);
        const auto area = window.dockWidgetArea(window.findChild<QDockWidget*>(QStringLiteral("workspace")));
        window.close();
        return area;
    };
    EXPECT_EQ(start(1280), Qt::RightDockWidgetArea);
    const auto small = Profile(folder.path()).geometry();
    EXPECT_EQ(start(1920), Qt::LeftDockWidgetArea);
    {
        Profile profile(folder.path());
        profile.setWindow(small, profile.docks());
    }
    EXPECT_EQ(start(0), Qt::RightDockWidgetArea);
}

TEST_F(DocksTest, TheStepsFromPlaceToPlaceAreInSight)
{
    // Long sentences, and many repairs.
    const auto twoCauses = tensorOf(R"({"layout":"csr","size":[2,100000],"members":{"compressed":[0,4,7],
        "plain":[7,7,3,100006,9,2,100007],"values":[1,2,3,4,5,6,7]}})");
    for (const auto* name : {"broken_pointer", "broken_entry", "broken_offset", "two causes"}) {
        m_window.workspace().clear();
        const auto tensor = name == std::string_view("two causes") ? twoCauses : sample(name);
        m_window.workspace().add(Document{{{name, tensor}}, {}}, QStringLiteral("test"));
        for (const int height : {800, 640}) {
            show(1280, height);
            const auto* next = m_window.findChild<QWidget*>(QStringLiteral("next place"));
            EXPECT_EQ(next->visibleRegion().boundingRect(), next->rect()) << name << ' ' << height;
        }
    }
}

// Half of the panel is for the list, and the answer stays above it wherever the list is scrolled to.
TEST_F(DocksTest, TheListOfRulesHasHalfOfItsPanelBelowTheFirstCauseAndRepair)
{
    const auto many = tensorOf(R"({"layout":"csr","size":[6,10],"members":{"crow_indices":[0,3,6,9,12,15,18],
        "col_indices":[5,1,9,0,4,4,2,16,9,1,3,7,0,2,15,4,1,8],
        "values":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18]}})");
    for (const auto* name : {"broken_pointer", "broken_entry", "broken_offset", "many"}) {
        m_window.workspace().clear();
        const auto tensor = name == std::string_view("many") ? many : sample(name);
        m_window.workspace().add(Document{{{name, tensor}}, {}}, QStringLiteral("test"));
        show(1280, 800);
        QTest::qWait(50); // heights are shared a turn later
        const auto* panel = dock("rules")->widget();
        auto* area = panel->findChild<QScrollArea*>(QStringLiteral("rules area"));
        EXPECT_GE(2 * area->viewport()->height(), panel->height()) << name;
        const auto* cause = panel->findChild<QWidget*>(QStringLiteral("cause"));
        const auto* repairs = panel->findChild<QListWidget*>(QStringLiteral("repairs"));
        for (const int at : {0, area->verticalScrollBar()->maximum()}) {
            area->verticalScrollBar()->setValue(at);
            EXPECT_EQ(cause->visibleRegion().boundingRect(), cause->rect()) << name;
            if (repairs->count() > 0) {
                EXPECT_TRUE(repairs->viewport()->visibleRegion().boundingRect().contains(
                    repairs->visualItemRect(repairs->item(0))))
                    << name;
            }
        }
    }
}

// A panel at the bottom takes its height from the column of the rules, too.
TEST_F(DocksTest, FourRowsOfTheRulesAreInSightAboveAPanelAtTheBottom)
{
    m_window.workspace().add(Document{{{"a", sample("broken_pointer")}}, {}}, QStringLiteral("test"));
    show(1280, 800);
    auto* rules = dock("rules")->findChild<QTreeView*>(QStringLiteral("rules"));
    auto* area = dock("rules")->findChild<QScrollArea*>(QStringLiteral("rules area"));
    const auto* next = m_window.findChild<QWidget*>(QStringLiteral("next place"));
    const auto wanted = 4 * RuleDelegate::oneLine(rules->fontMetrics());
    for (const auto* bottom : {"compare", "timing", "dispatch", "devices", "log"}) {
        dock(bottom)->toggleViewAction()->trigger();
        settle();
        QTest::qWait(50); // some take their height a turn later
        EXPECT_GE(area->viewport()->height(), wanted) << bottom;
        EXPECT_EQ(next->visibleRegion().boundingRect(), next->rect()) << bottom;
        rules->scrollTo(rules->model()->index(0, 0));
        EXPECT_FALSE(rules->visibleRegion().isEmpty()) << bottom;
        dock(bottom)->toggleViewAction()->trigger();
    }
    // A low window has no room for both: the steps from place to place come first.
    show(1280, 640);
    EXPECT_EQ(next->visibleRegion().boundingRect(), next->rect());
}

TEST_F(DocksTest, NoPanelIsDrawnOverAnotherWhenTimesAreShown)
{
    m_window.workspace().add(Document{{{"a", sample("broken_pointer")}}, {}}, QStringLiteral("test"));
    show(1280, 800);
    dock("timing")->toggleViewAction()->trigger();
    settle();
    EXPECT_TRUE(waitUntil([&] { return dock("timing")->height() > 250; })) << dock("timing")->height();
    settle();
    for (const auto* each : m_window.findChildren<QDockWidget*>())
        if (each->isVisible() && !each->visibleRegion().isEmpty()) {
            EXPECT_LE(each->widget()->height(), each->height()) << each->objectName().toStdString();
            EXPECT_GE(each->height(), each->minimumSizeHint().height()) << each->objectName().toStdString();
        }
}

// No blank half above a strip that is scrolled.
TEST_F(DocksTest, PicturesOfASmallTensorAreAllSeenWhole)
{
    for (const auto* name : {"csr", "coo", "strided", "bsr"}) {
        m_window.workspace().clear();
        m_window.workspace().add(Document{{{name, sample(name)}}, {}}, QStringLiteral("test"));
        for (const auto size : {QSize(1280, 800), QSize(1920, 1080)}) {
            show(size.width(), size.height());
            for (const auto* view : m_window.views()) {
                if (view->horizontalScrollBar()->maximum() > 0)
                    continue; // what is longer is scrolled
                EXPECT_EQ(view->verticalScrollBar()->maximum(), 0)
                    << name << ' ' << view->spec().id << " at " << size.width();
            }
        }
    }
}

// A panel below the pictures takes room from those beside them, in a low window not from each the same.
TEST_F(DocksTest, PanelsHaveTheirHeightsAgainWhenTheLastOneBelowIsClosed)
{
    m_window.workspace().add(Document{{{"a", sample("broken_pointer")}, {"b", sample("csr")}}, {}},
                             QStringLiteral("test"));
    show(1280, 800);
    ASSERT_TRUE(m_window.arrange(QStringLiteral("debug")));
    settle();
    QTest::qWait(50);
    m_window.resizeDocks({dock("workspace"), dock("rules")}, {120, 380}, Qt::Vertical); // as by hand
    settle();
    QTest::qWait(50);
    const auto heights = [&] {
        return std::vector<int>{dock("workspace")->height(), dock("rules")->height(), dock("explain")->height()};
    };
    const auto before = heights();
    for (const auto* action : {"compare", "compare"}) {
        m_window.findChild<QAction*>(QString::fromLatin1(action))->trigger();
        settle();
        QTest::qWait(50);
    }
    ASSERT_TRUE(dock("compare")->isHidden());
    const auto after = heights();
    for (std::size_t i = 0; i < before.size(); ++i)
        EXPECT_NEAR(after[i], before[i], 15) << i;
}

// In a lesson the question stands beside the pictures, and what opens below takes room from these alone.
TEST_F(DocksTest, APanelBelowLeavesTheQuestionItsHeight)
{
    m_window.workspace().add(Document{{{"a", sample("csr")}}, {}}, QStringLiteral("test"));
    show(1280, 800);
    ASSERT_TRUE(m_window.arrange(QStringLiteral("learn")));
    settle();
    const auto before = dock("lesson")->height();
    for (const auto* id : {"timing", "compare"}) {
        dock(id)->show();
        dock(id)->raise();
        settle();
        EXPECT_GE(dock("lesson")->height(), before) << id;
        dock(id)->hide();
        settle();
    }
    ASSERT_TRUE(m_window.arrange(QStringLiteral("debug")));
    EXPECT_EQ(m_window.corner(Qt::BottomRightCorner), Qt::BottomDockWidgetArea);
}
