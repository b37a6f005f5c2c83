// SPDX-License-Identifier: GPL-3.0-or-later
// The table of times in the order of a column, by mouse and by keys.
#include "charts/bars_chart.h"
#include "widgets/charts/shown_charts.h"
#include "widgets/panels/shown_timing.h"
#include "widgets/support/menus.h"
#include "widgets/support/tensors.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSpinBox>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

using namespace tscope;
using namespace tscope::test;

namespace {

class SortedTimesTest : public testing::Test
{
protected:
    SortedTimesTest()
    {
        auto row = m_session.rows.front(); // of another operation, which takes next to nothing
        row.op = "sum all";
        row.warm.samples = {0.25};
        row.warm.rounds = {1};
        m_session.rows.push_back(row);
        m_shown.open(m_session, "extremes.json");
    }

    void SetUp() override { ASSERT_EQ(times().model()->rowCount(), static_cast<int>(m_session.rows.size())); }

    QTableView& times() { return m_shown.child<QTableView>("timing table"); }
    void clickTitle(int column)
    {
        auto& header = *times().horizontalHeader();
        QTest::mouseClick(header.viewport(), Qt::LeftButton, {},
                          {header.sectionViewportPosition(column) + 20, header.height() / 2});
    }
    // The rows of the session from above to below.
    std::vector<std::size_t> order()
    {
        std::vector<std::size_t> rows;
        for (int line = 0; line < times().model()->rowCount(); ++line)
            rows.push_back(rowOf(times(), line));
        return rows;
    }
    std::vector<double> measured() // in that order, those that have a time
    {
        std::vector<double> medians;
        for (const auto row : order())
            if (m_session.rows[row].warm.isThere())
                medians.push_back(m_session.rows[row].warm.median().value);
        return medians;
    }
    bool areThoseWithoutTimeLast()
    {
        return std::ranges::is_partitioned(order(),
                                           [&](std::size_t row) { return m_session.rows[row].warm.isThere(); });
    }

    timing::Session m_session = extremes();
    ShownTiming m_shown;
};

} // namespace

TEST_F(SortedTimesTest, ATitleSortsByNumbersAndWhatHasNoneStaysBelow)
{
    const auto unsorted = order();
    ASSERT_FALSE(std::ranges::is_sorted(measured())) << "by operations, as it comes";
    clickTitle(TimingLine::timeColumn);
    EXPECT_TRUE(std::ranges::is_sorted(measured()));
    EXPECT_GT(measured().back() / measured().front(), 1e6) << "in several units, which letters would not sort";
    EXPECT_TRUE(areThoseWithoutTimeLast());
    clickTitle(TimingLine::timeColumn);
    EXPECT_TRUE(std::ranges::is_sorted(measured(), std::greater{}));
    EXPECT_TRUE(areThoseWithoutTimeLast());
    clickTitle(TimingLine::timeColumn);
    EXPECT_EQ(order(), unsorted);
}

TEST_F(SortedTimesTest, TheColumnsThatNameARowStayInSight)
{
    m_shown.panel->resize(700, 600);
    settle(m_shown.desk.jobs);
    auto& sideways = *times().horizontalScrollBar();
    ASSERT_GT(sideways.maximum(), 0);
    auto& names = m_shown.child<QTableView>("timing table names");
    EXPECT_FALSE(names.isVisible()) << "the table has them itself";
    sideways.setValue(sideways.maximum());
    QCoreApplication::processEvents();
    ASSERT_TRUE(names.isVisible());
    EXPECT_FALSE(names.isColumnHidden(TimingLine::formColumn));
    EXPECT_TRUE(names.isColumnHidden(TimingLine::timeColumn));
    const auto line = names.model()->index(1, TimingLine::formColumn);
    EXPECT_EQ(names.visualRect(line).top(), times().visualRect(line).top());

    QTest::mouseClick(names.viewport(), Qt::LeftButton, {}, names.visualRect(line).center());
    settle(m_shown.desk.jobs);
    EXPECT_EQ(times().currentIndex().row(), 1);
    EXPECT_TRUE(names.isVisible()) << "it stays where it was scrolled to";
    sideways.setValue(0);
    EXPECT_FALSE(names.isVisible());
}

// As wide as the columns it shows: else the last of them would lie beyond its edge.
TEST_F(SortedTimesTest, TheFormStaysInSightWhereThereAreSeveralTensors)
{
    auto& names = m_shown.child<QTableView>("timing table names");
    m_shown.open(ofSeveral(m_session), "tensors.json");
    QCoreApplication::processEvents();
    ASSERT_FALSE(times().isColumnHidden(TimingLine::tensorColumn));
    auto& sideways = *times().horizontalScrollBar();
    sideways.setValue(0);
    sideways.setValue(sideways.maximum());
    QCoreApplication::processEvents();
    ASSERT_TRUE(names.isVisible());
    const auto form = names.visualRect(names.model()->index(0, TimingLine::formColumn));
    EXPECT_GT(form.width(), 0);
    EXPECT_LE(form.right(), names.viewport()->width());
    EXPECT_EQ(names.columnWidth(TimingLine::formColumn), times().columnWidth(TimingLine::formColumn));
}

TEST_F(SortedTimesTest, SelectedRowsAreCopiedWithTheirTitles)
{
    times().setFocus();
    QTest::mouseClick(times().viewport(), Qt::LeftButton, {},
                      times().visualRect(times().model()->index(1, TimingLine::opColumn)).center());
    settle(m_shown.desk.jobs);
    QTest::keyClick(&times(), Qt::Key_C, Qt::ControlModifier);
    const auto lines = [] { return QGuiApplication::clipboard()->text().trimmed().split(QLatin1Char('\n')); };
    ASSERT_EQ(lines().size(), 2);
    EXPECT_TRUE(lines()[0].startsWith(QStringLiteral("Operation\t")));
    EXPECT_TRUE(lines()[1].contains(times().model()->index(1, TimingLine::formColumn).data().toString()));
    QTest::keyClick(&times(), Qt::Key_A, Qt::ControlModifier);
    settle(m_shown.desk.jobs);
    QTest::keyClick(&times(), Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(lines().size(), times().model()->rowCount() + 1);
}

TEST_F(SortedTimesTest, TheMenuCopiesTheTable)
{
    const auto choose = [this](const QString& title) {
        const QPoint at(20, 20);
        auto& area = *times().viewport();
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, area.mapToGlobal(at));
        QApplication::sendEvent(&area, &event);
        auto* menu = times().findChild<QMenu*>(QStringLiteral("table menu"));
        ASSERT_NE(menu, nullptr);
        const auto actions = menu->actions();
        const auto found = std::ranges::find(actions, title, &QAction::text);
        ASSERT_NE(found, actions.end());
        (*found)->trigger();
        delete menu;
    };
    choose(QStringLiteral("Copy table as CSV"));
    EXPECT_TRUE(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("Operation,")));
    choose(QStringLiteral("Copy table as Markdown"));
    const auto text = QGuiApplication::clipboard()->text();
    EXPECT_TRUE(text.startsWith(QStringLiteral("| Operation | ")));
    EXPECT_TRUE(text.contains(QStringLiteral("\n| --- | ")));
    EXPECT_EQ(text.count(QLatin1Char('\n')), times().model()->rowCount() + 2);
}

// With several devices each form has a row of each.
TEST_F(SortedTimesTest, TheDeviceStaysInSightWhereThereAreSeveral)
{
    auto& names = m_shown.child<QTableView>("timing table names");
    const auto isDeviceSeen = [&](const char* device) {
        for (auto& row : m_session.rows)
            row.device = "cpu (1 thread)";
        m_session.rows.front().device = device;
        m_shown.open(m_session, "devices.json");
        auto& sideways = *times().horizontalScrollBar();
        sideways.setValue(0);
        sideways.setValue(sideways.maximum());
        QCoreApplication::processEvents();
        EXPECT_TRUE(names.isVisible());
        return !names.isColumnHidden(TimingLine::deviceColumn);
    };
    EXPECT_TRUE(isDeviceSeen("cpu (2 threads)"));
    EXPECT_FALSE(isDeviceSeen("cpu (1 thread)"));
}

TEST_F(SortedTimesTest, ALineIsTheSameRowWhereverItStands)
{
    clickTitle(TimingLine::timeColumn);
    clickTitle(TimingLine::timeColumn); // the slowest first
    const auto slowest = order().front();
    const auto line = times().model()->index(0, 0);
    QTest::mouseClick(times().viewport(), Qt::LeftButton, {}, times().visualRect(line).center());
    settle(m_shown.desk.jobs);
    m_shown.turnTo("Bars");
    auto& bars = *m_shown.panel->findChild<charts::BarsChart*>();
    ASSERT_GE(bars.chosen(), 0);
    EXPECT_EQ(bars.bars().bars[static_cast<std::size_t>(bars.chosen())].row, slowest);

    QTest::mouseClick(&bars, Qt::LeftButton, {}, middleOf(bars.drawing(), 0).toPoint());
    settle(m_shown.desk.jobs);
    ASSERT_TRUE(times().selectionModel()->hasSelection());
    EXPECT_EQ(rowOf(times(), times().currentIndex().row()), bars.bars().bars[0].row);
}

TEST_F(SortedTimesTest, KeysSortToo)
{
    const auto unsorted = order();
    times().setFocus();
    chooseInMenu(times(), {"Sort by", "As they come"});
    EXPECT_EQ(order(), unsorted) << "there is no other way round of it";
    chooseInMenu(times(), {"Sort by", "Time (interval)"});
    EXPECT_TRUE(std::ranges::is_sorted(measured()));
    chooseInMenu(times(), {"Sort by", "Time (interval)"});
    EXPECT_TRUE(std::ranges::is_sorted(measured(), std::greater{})) << "again: the other way round";
    chooseInMenu(times(), {"Sort by", "Form"});
    QStringList forms;
    for (int line = 0; line < times().model()->rowCount(); ++line)
        forms << times().model()->index(line, TimingLine::formColumn).data().toString();
    EXPECT_TRUE(std::ranges::is_sorted(forms)) << forms.join(QLatin1Char(' ')).toStdString();
    chooseInMenu(times(), {"Sort by", "As they come"});
    EXPECT_EQ(order(), unsorted);
}

TEST_F(SortedTimesTest, TheTitlesHaveTheMenuToo)
{
    chooseInMenu(*times().horizontalHeader(), {"Sort by", "Rate"});
    EXPECT_TRUE(areThoseWithoutTimeLast());
    EXPECT_EQ(times().horizontalHeader()->sortIndicatorSection(), TimingLine::rateColumn);
}

// Lines change places then, below a selection that knows only lines. Which ones do is up to the times.
TEST(SortedTimes, ARowStaysChosenWhileItsSessionGrows)
{
    for (const int line : {0, 2, 5, 9}) {
        ShownTiming shown;
        shown.child<QSpinBox>("timing budget").setValue(4);
        shown.desk.show(sample("csr"), "small");
        auto& times = shown.child<QTableView>("timing table");
        times.sortByColumn(TimingLine::timeColumn, Qt::AscendingOrder);
        QTest::mouseClick(&shown.child<QPushButton>("time all"), Qt::LeftButton);
        ASSERT_TRUE(QTest::qWaitFor([&] { return times.model()->rowCount() > line; }, 60000));
        times.selectRow(line);
        const auto chosen = rowOf(times, line);
        settle(shown.desk.jobs);
        const auto selected = times.selectionModel()->selectedRows();
        ASSERT_EQ(selected.size(), 1) << line;
        EXPECT_EQ(rowOf(times, selected.front().row()), chosen) << line;
        EXPECT_EQ(times.currentIndex().row(), selected.front().row()) << line;
    }
}
