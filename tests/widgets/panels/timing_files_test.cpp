// SPDX-License-Identifier: GPL-3.0-or-later
// Names of sessions, of the files that they are saved to, and the room that their comparison has.
#include "timings/compare_page.h"
#include "widgets/charts/shown_charts.h"
#include "widgets/panels/shown_timing.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QTest>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

// Two sessions, shown on the page that compares them.
class TimingFilesTest : public testing::Test
{
protected:
    TimingFilesTest()
    {
        const auto runs = twoRunsOf(smallSession());
        m_shown.open(runs.before, "before.json");
        m_shown.open(runs.after, "after.json");
        m_shown.turnTo("Compare");
        settle(m_shown.desk.jobs);
    }

    ShownTiming m_shown;
};

} // namespace

TEST_F(TimingFilesTest, ANameWithAnUnknownEndingIsRefused)
{
    QTest::mouseClick(&m_shown.child<QPushButton>("save timing"), Qt::LeftButton);
    auto* dialog = m_shown.panel->findChild<QFileDialog*>();
    ASSERT_NE(dialog, nullptr);
    const auto path = m_shown.folder.filePath(QStringLiteral("report.md"));
    Q_EMIT dialog->fileSelected(path);
    settle(m_shown.desk.jobs);
    EXPECT_FALSE(QFileInfo::exists(path));
    const auto state = m_shown.child<QLabel>("timing state").text();
    EXPECT_TRUE(state.contains(QStringLiteral("found \"report.md\""))) << state.toStdString();
}

// The report has its own button beside that of sessions.
TEST_F(TimingFilesTest, TheReportIsSavedByItsOwnButton)
{
    QTest::mouseClick(&m_shown.child<QPushButton>("save timing report"), Qt::LeftButton);
    auto* dialog = m_shown.panel->findChild<QFileDialog*>();
    ASSERT_NE(dialog, nullptr);
    EXPECT_EQ(dialog->defaultSuffix(), QStringLiteral("html"));
    const auto path = m_shown.folder.filePath(QStringLiteral("report.html"));
    Q_EMIT dialog->fileSelected(path);
    settle(m_shown.desk.jobs);
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_TRUE(file.readAll().contains("In short"));
}

TEST_F(TimingFilesTest, TheReportHasTheComparisonWhileThatIsShown)
{
    const auto report = [&](const char* name) {
        QTest::mouseClick(&m_shown.child<QPushButton>("save timing report"), Qt::LeftButton);
        auto* dialog = m_shown.panel->findChild<QFileDialog*>();
        const auto path = m_shown.folder.filePath(QString::fromLatin1(name));
        Q_EMIT dialog->fileSelected(path);
        delete dialog;
        settle(m_shown.desk.jobs);
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const auto compared = report("compared.html");
    EXPECT_TRUE(compared.contains("<h2>Comparison</h2>"));
    EXPECT_TRUE(compared.contains("Before: before.json ("));
    EXPECT_TRUE(compared.contains("In short"));
    m_shown.turnTo("Table");
    settle(m_shown.desk.jobs);
    const auto alone = report("alone.html");
    EXPECT_TRUE(alone.contains("In short"));
    EXPECT_FALSE(alone.contains("Comparison"));
}

// A box of sessions is narrower than their titles.
TEST_F(TimingFilesTest, TitlesOfSessionsAreWholeInTheirLists)
{
    m_shown.timings().rename(
        QStringLiteral("blocks csr: spmv, spmm k=64; cpu (1 thread); 1500 ms, in the evening"));
    for (const auto* name : {"timing sessions", "session before"}) {
        auto& box = m_shown.child<QComboBox>(name);
        EXPECT_EQ(box.toolTip(), box.currentText()) << name;
    }
    auto& box = m_shown.child<QComboBox>("timing sessions");
    EXPECT_GE(box.view()->minimumWidth(), box.fontMetrics().horizontalAdvance(box.currentText()));
}

// They are of one session, and leave the room to what both have.
TEST_F(TimingFilesTest, VerdictsOfOneSessionAreHiddenWhileTwoAreCompared)
{
    auto& verdicts = m_shown.child<QTableView>("timing pairs");
    m_shown.turnTo("Table");
    ASSERT_TRUE(verdicts.isVisible());
    m_shown.turnTo("Compare");
    settle(m_shown.desk.jobs);
    EXPECT_FALSE(verdicts.isVisible());
    EXPECT_GT(m_shown.panel->findChild<ComparePage*>()->width(), m_shown.panel->width() * 9 / 10);
    m_shown.turnTo("Table");
    settle(m_shown.desk.jobs);
    EXPECT_TRUE(verdicts.isVisible());
    EXPECT_GT(verdicts.width(), 100);
}
