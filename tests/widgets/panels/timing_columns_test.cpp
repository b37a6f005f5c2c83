// SPDX-License-Identifier: GPL-3.0-or-later
// k, the number of columns of the dense operand: a list of them, and the times by it.
#include "charts/scaling_chart.h"
#include "widgets/panels/measured_timing.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>

#include <gtest/gtest.h>

#include <set>

using namespace tscope;
using namespace tscope::test;

TEST_F(TimingPanelTest, TheNumberOfColumnsIsChosen)
{
    m_shown.desk.show(sample("csr"), "small");
    auto& columns = m_shown.child<QLineEdit>("timed columns");
    EXPECT_EQ(columns.text(), QStringLiteral("64"));
    columns.setFocus();
    columns.selectAll();
    QTest::keyClicks(&columns, QStringLiteral("1 8"));
    settle(m_shown.desk.jobs);
    measure();
    std::set<std::string> ops;
    for (const auto& row : timings().shown()->session->rows)
        ops.insert(row.op);
    EXPECT_TRUE(ops.contains("spmm k=1"));
    EXPECT_TRUE(ops.contains("spmm k=8"));
    EXPECT_FALSE(ops.contains("spmm k=64"));
}

// What is too many is refused, not cut down to what is possible.
TEST_F(TimingPanelTest, ANumberOfColumnsThatIsTooLargeIsRefusedWithTheReason)
{
    m_shown.desk.show(sample("csr"), "small");
    auto& columns = m_shown.child<QLineEdit>("timed columns");
    columns.selectAll();
    QTest::keyClicks(&columns, QStringLiteral("8, 100000"));
    settle(m_shown.desk.jobs);
    EXPECT_NE(state().find("k must be 1 to 65536, found \"100000\""), std::string::npos) << state();
    click("time all");
    settle(m_shown.desk.jobs);
    EXPECT_EQ(timings().shown(), nullptr);
    EXPECT_NE(state().find("k must be 1 to 65536, found \"100000\""), std::string::npos) << state();
}

TEST_F(TimingPanelTest, OneMoreClickMeasuresTheOperationByK)
{
    m_shown.desk.show(sample("csr"), "small");
    check("timed operations", {QStringLiteral("spmm")});
    check("timed layouts", {QStringLiteral("csr"), QStringLiteral("coo")});
    measure();
    turnTo("Columns k");
    settle(m_shown.desk.jobs);
    click("measure columns");
    settle(m_shown.desk.jobs);
    ASSERT_EQ(timings().sessions().size(), 2U);
    std::set<std::string> ops;
    for (const auto& row : timings().shown()->session->rows)
        ops.insert(row.op);
    EXPECT_EQ(ops, (std::set<std::string>{"spmm k=1", "spmm k=4", "spmm k=16", "spmm k=64", "spmm k=256"}));
    const auto& chart = scalingOver(charts::Scaling::Over::columns);
    EXPECT_EQ(chart.scaling().lines.size(), 2U);
    EXPECT_EQ(chart.scaling().points.size(), 10U);
    ASSERT_FALSE(chart.scaling().sentences.empty());
    EXPECT_TRUE(isSaidBeside(chart, chart.scaling().sentences.front()));
}

// A paste of a list with spaces is that list, and the label is seen whatever the field has.
TEST_F(TimingPanelTest, ColumnsAreApartBySpacesCommasOrSemicolons)
{
    m_shown.desk.show(sample("csr"), "small");
    auto& columns = m_shown.child<QLineEdit>("timed columns");
    for (const char* text : {"1 4 16 64", "1,4,16,64", "1; 4 ;16, 64", "k = 1 4 16 64"}) {
        columns.selectAll();
        QTest::keyClicks(&columns, QString::fromLatin1(text));
        EXPECT_EQ(timings().choices().columns, (std::vector<std::string>{"1", "4", "16", "64"})) << text;
    }
    const auto labels = columns.parentWidget()->findChildren<QLabel*>();
    ASSERT_EQ(labels.size(), 1);
    EXPECT_EQ(labels.front()->text(), QStringLiteral("k ="));
    EXPECT_TRUE(labels.front()->isVisible());
}

// The operation that was measured with k is not the first of the session.
TEST_F(TimingPanelTest, ThePageOfColumnsTurnsToTheOperationThatHasThem)
{
    m_shown.desk.show(sample("csr"), "small");
    auto& columns = m_shown.child<QLineEdit>("timed columns");
    columns.selectAll();
    QTest::keyClicks(&columns, QStringLiteral("1 4"));
    check("timed operations", {QStringLiteral("spmv"), QStringLiteral("spmm")});
    check("timed layouts", {QStringLiteral("csr"), QStringLiteral("coo")});
    measure();
    auto& work = m_shown.child<QComboBox>("timed work");
    const auto without = work.findText(QStringLiteral("spmv"));
    ASSERT_GE(without, 0);
    work.setCurrentIndex(without);
    turnTo("Columns k");
    settle(m_shown.desk.jobs);
    EXPECT_TRUE(work.currentText().startsWith(QStringLiteral("spmm"))) << work.currentText().toStdString();
    const auto& chart = scalingOver(charts::Scaling::Over::columns);
    EXPECT_EQ(chart.scaling().points.size(), 4U);

    turnTo("Bars");
    settle(m_shown.desk.jobs);
    EXPECT_EQ(work.currentIndex(), without) << "the choice for one page stays for all others";
    turnTo("Columns k");
    settle(m_shown.desk.jobs);
    EXPECT_TRUE(work.currentText().startsWith(QStringLiteral("spmm"))) << work.currentText().toStdString();

    ASSERT_GT(table().model()->rowCount(), 0);
    table().selectRow(table().model()->rowCount() - 1);
    settle(m_shown.desk.jobs);
    const auto chosen = work.currentText();
    turnTo("Bars");
    settle(m_shown.desk.jobs);
    EXPECT_EQ(work.currentText(), chosen);
    EXPECT_TRUE(table().selectionModel()->hasSelection()) << "the row that was chosen stays";

    turnTo("Columns k");
    settle(m_shown.desk.jobs);
    work.setCurrentIndex(without);
    Q_EMIT work.activated(without); // by the user
    settle(m_shown.desk.jobs);
    EXPECT_TRUE(isSaidBeside(chart, QStringLiteral("spmv has no dense operand of k columns: choose spmm above.")));
}
