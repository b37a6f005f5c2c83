// SPDX-License-Identifier: GPL-3.0-or-later
// However the timing panel is opened, it has the height that a chart and the answer above it need.
#include "main_window.h"

#include "charts/chart.h"
#include "timing/verdicts.h"
#include "timings/session_files.h"
#include "widgets/charts/sessions.h"
#include "widgets/support/settle.h"
#include "widgets/support/tensors.h"

#include <QAction>
#include <QDockWidget>
#include <QFile>
#include <QFileDialog>
#include <QPushButton>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

using namespace tscope;
using namespace tscope::test;

namespace {

class TimingHeightTest : public testing::Test
{
protected:
    TimingHeightTest()
    {
        m_window.resize(1280, 800);
        m_window.show();
        m_window.workspace().setCurrent(
            m_window.workspace().add(sample("csr"), QStringLiteral("small"), QStringLiteral("made")));
        EXPECT_TRUE(settle(m_window.jobs()));
    }
    QDockWidget& panel() { return *m_window.findChild<QDockWidget*>(QStringLiteral("timing")); }
    bool isHigh() { return panel().isVisible() && panel().height() >= m_window.height() * 35 / 100; }

    MainWindow m_window{Theme::light};
};

} // namespace

// A command on the report of a comparison has the same name, and can't be used where nothing is compared.
TEST_F(TimingHeightTest, TheReportIsSavedFromTheMenuWhileASessionIsShown)
{
    auto& save = *m_window.findChild<QAction*>(QStringLiteral("save-timing-report"));
    EXPECT_FALSE(save.isEnabled());
    EXPECT_FALSE(save.statusTip().isEmpty()) << "the reason";
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("session.json"));
    ASSERT_TRUE(saveSession(smallSession(), path));
    m_window.timings().open(path);
    ASSERT_TRUE(settle(m_window.jobs()));
    ASSERT_TRUE(save.isEnabled());
    save.trigger();
    auto* dialog = m_window.findChild<QFileDialog*>();
    ASSERT_NE(dialog, nullptr);
    EXPECT_TRUE(dialog->isVisible());
    EXPECT_EQ(dialog->nameFilters().size(), 1);
    EXPECT_EQ(dialog->defaultSuffix(), QStringLiteral("html"));
    delete dialog;
    for (const auto* other : m_window.findChildren<QAction*>(QStringLiteral("save comparison"))) {
        EXPECT_FALSE(other->isEnabled());
        EXPECT_FALSE(other->statusTip().isEmpty()) << "the reason";
    }
}

TEST_F(TimingHeightTest, FromTheMenuOfViews)
{
    ASSERT_FALSE(panel().isVisible());
    panel().toggleViewAction()->trigger();
    EXPECT_TRUE(waitUntil([&] { return isHigh(); })) << panel().height();
}

TEST_F(TimingHeightTest, FromTheToolBar)
{
    m_window.findChild<QAction*>(QStringLiteral("time"))->trigger();
    EXPECT_TRUE(waitUntil([&] { return isHigh(); })) << panel().height();
    m_window.timings().stop();
    EXPECT_TRUE(settle(m_window.jobs()));
}

TEST_F(TimingHeightTest, AHeightThatTheUserGaveItStays)
{
    panel().toggleViewAction()->trigger();
    ASSERT_TRUE(waitUntil([&] { return isHigh(); }));
    m_window.resizeDocks({&panel()}, {250}, Qt::Vertical);
    ASSERT_TRUE(waitUntil([&] { return panel().height() <= 260; })) << panel().height();
    panel().toggleViewAction()->trigger();
    panel().toggleViewAction()->trigger();
    EXPECT_TRUE(settle(m_window.jobs()));
    EXPECT_LE(panel().height(), 260);
}

TEST_F(TimingHeightTest, ThePictureOfAChartWithTheFocusIsExported)
{
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("session.json"));
    ASSERT_TRUE(saveSession(smallSession(), path));
    panel().toggleViewAction()->trigger();
    m_window.timings().open(path);
    ASSERT_TRUE(settle(m_window.jobs()));
    panel().findChild<QTabBar*>(QStringLiteral("timing pages"))->setCurrentIndex(1);
    ASSERT_TRUE(settle(m_window.jobs()));
    const auto charts = panel().findChildren<charts::Chart*>();
    const auto chart = std::ranges::find_if(charts, &QWidget::isVisible);
    ASSERT_NE(chart, charts.end());
    m_window.activateWindow();
    (*chart)->setFocus();
    ASSERT_TRUE(waitUntil([&] { return (*chart)->hasFocus(); }));
    QTest::keyClick(*chart, Qt::Key_E, Qt::ControlModifier);
    auto* dialog = m_window.findChild<QFileDialog*>();
    ASSERT_NE(dialog, nullptr);
    const auto picture = folder.filePath(QStringLiteral("bars.svg"));
    Q_EMIT dialog->fileSelected(picture);
    dialog->close();
    ASSERT_TRUE(settle(m_window.jobs()));
    QFile file(picture);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const auto text = file.readAll();
    EXPECT_TRUE(text.contains("Times of all forms"));
    EXPECT_TRUE(text.contains("Measured on"));
}

// A session that is opened without a tensor has pictures too.
TEST(TimingWindow, AChartIsExportedWithoutATensor)
{
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("session.json"));
    ASSERT_TRUE(saveSession(smallSession(), path));
    MainWindow window(Theme::light);
    window.show();
    const auto& action = *window.findChild<QAction*>(QStringLiteral("export"));
    EXPECT_FALSE(action.isEnabled());
    window.timings().open(path);
    ASSERT_TRUE(settle(window.jobs()));
    auto& panel = *window.findChild<QDockWidget*>(QStringLiteral("timing"));
    if (!panel.isVisible())
        panel.toggleViewAction()->trigger();
    window.findChild<QTabBar*>(QStringLiteral("timing pages"))->setCurrentIndex(1);
    ASSERT_TRUE(settle(window.jobs()));
    EXPECT_TRUE(action.isEnabled());
    window.activateWindow();
    QTest::keyClick(&window, Qt::Key_E, Qt::ControlModifier);
    const auto* dialog = window.findChild<QFileDialog*>();
    ASSERT_NE(dialog, nullptr);
    EXPECT_EQ(dialog->windowTitle(), QStringLiteral("Export picture"));
}

// With a session, its answer and its charts, the window still fits the smallest screen that it is made for.
TEST_F(TimingHeightTest, WhatWasMeasuredDoesNotPushTheWindowBeyondTheScreen)
{
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("session.json"));
    auto session = smallSession();
    for (auto& row : session.rows)
        row.isChecked = row.status == timing::Status::ok;
    session.verdicts = timing::verdictsOf(session);
    ASSERT_TRUE(saveSession(session, path));
    m_window.timings().open(path);
    panel().toggleViewAction()->trigger();
    ASSERT_TRUE(waitUntil([&] { return isHigh(); })) << panel().height();
    EXPECT_TRUE(settle(m_window.jobs()));
    EXPECT_LE(m_window.minimumSizeHint().height(), 800);
    EXPECT_LE(m_window.minimumSizeHint().width(), 1280);
    EXPECT_EQ(m_window.size(), QSize(1280, 800));
    // The pairs lie beside the times, where both are seen.
    const auto placeOf = [&](const char* table) {
        const auto* view = m_window.findChild<QTableView*>(QString::fromLatin1(table));
        return QRect(view->mapTo(&m_window, QPoint()), view->size());
    };
    EXPECT_GE(placeOf("timing pairs").left(), placeOf("timing table").right());
    m_window.resizeDocks({&panel()}, {180}, Qt::Vertical);
    EXPECT_TRUE(waitUntil([&] { return panel().height() <= 240; })) << panel().height();
}

// Other panels leave it half of a small window: then it can have all of it, and give it back.
TEST_F(TimingHeightTest, ItIsEnlargedOverTheWindowAndBack)
{
    panel().toggleViewAction()->trigger();
    ASSERT_TRUE(waitUntil([&] { return isHigh(); })) << panel().height();
    EXPECT_TRUE(settle(m_window.jobs()));
    auto& button = *m_window.findChild<QPushButton*>(QStringLiteral("enlarge timing"));
    const auto* rules = m_window.findChild<QDockWidget*>(QStringLiteral("rules"));
    const auto before = panel().geometry();
    const bool wereRulesSeen = rules->isVisible();
    QTest::mouseClick(&button, Qt::LeftButton);
    EXPECT_TRUE(waitUntil([&] { return panel().height() >= 600; })) << panel().height();
    EXPECT_TRUE(button.isChecked());
    EXPECT_FALSE(rules->isVisible());
    EXPECT_EQ(m_window.size(), QSize(1280, 800));
    QTest::mouseClick(&button, Qt::LeftButton);
    EXPECT_TRUE(waitUntil([&] { return panel().height() <= before.height() + 2; })) << panel().height();
    EXPECT_EQ(rules->isVisible(), wereRulesSeen);
    EXPECT_TRUE(m_window.centralWidget()->isVisible());
    // Closed while it is enlarged, it leaves the window as it was.
    QTest::mouseClick(&button, Qt::LeftButton);
    ASSERT_TRUE(waitUntil([&] { return !rules->isVisible(); }));
    panel().close();
    EXPECT_TRUE(waitUntil([&] { return rules->isVisible() == wereRulesSeen; }));
    EXPECT_TRUE(m_window.centralWidget()->isVisible());
    EXPECT_FALSE(panel().isVisible());
    EXPECT_FALSE(button.isChecked());
}

// An arrangement shows the pictures, which an enlarged panel hides.
TEST_F(TimingHeightTest, AnArrangementEndsTheEnlarging)
{
    panel().toggleViewAction()->trigger();
    ASSERT_TRUE(waitUntil([&] { return isHigh(); })) << panel().height();
    auto& button = *m_window.findChild<QPushButton*>(QStringLiteral("enlarge timing"));
    const auto features = panel().features();
    QTest::mouseClick(&button, Qt::LeftButton);
    ASSERT_TRUE(waitUntil([&] { return button.isChecked(); }));
    EXPECT_FALSE(panel().features() & QDockWidget::DockWidgetFloatable) << "taken out it leaves an empty window";
    ASSERT_TRUE(m_window.arrange(QStringLiteral("debug")));
    EXPECT_TRUE(settle(m_window.jobs()));
    EXPECT_FALSE(button.isChecked());
    EXPECT_TRUE(m_window.centralWidget()->isVisible());
    EXPECT_EQ(panel().features(), features);
}

// What came back by itself was not placed by the user: the docks still follow the width of the window.
TEST_F(TimingHeightTest, AfterEnlargingTheDocksStillFollowTheWidthOfTheWindow)
{
    panel().toggleViewAction()->trigger();
    ASSERT_TRUE(waitUntil([&] { return isHigh(); })) << panel().height();
    m_window.arrange(QStringLiteral("debug")); // nothing is placed by the user from here on
    panel().show();
    EXPECT_TRUE(settle(m_window.jobs()));
    auto& button = *m_window.findChild<QPushButton*>(QStringLiteral("enlarge timing"));
    for (const bool isOn : {true, false}) {
        button.click();
        EXPECT_TRUE(waitUntil([&] { return button.isChecked() == isOn; }));
        EXPECT_TRUE(settle(m_window.jobs()));
    }
    const auto columns = [&] {
        std::set<int> lefts;
        for (const auto* each : m_window.findChildren<QDockWidget*>())
            if (each->isVisible() && !each->visibleRegion().isEmpty() &&
                m_window.dockWidgetArea(const_cast<QDockWidget*>(each)) != Qt::BottomDockWidgetArea)
                lefts.insert(each->x());
        return lefts.size();
    };
    EXPECT_EQ(columns(), 1U);
    m_window.resize(1920, 1080);
    EXPECT_TRUE(settle(m_window.jobs()));
    EXPECT_EQ(columns(), 2U);
}
