// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/block_map_chart.h"
#include "timings/asked_measurement.h"
#include "widgets/panels/measured_timing.h"
#include "widgets/support/questions.h"

using namespace tscope;
using namespace tscope::test;

// One click does not start minutes of measuring: the button says what it would take, and asks.
TEST_F(TimingPanelTest, ALongFurtherMeasurementIsAskedFor)
{
    m_shown.desk.show(sample("csr"), "small");
    check("timed operations", {QStringLiteral("spmv")});
    measure();
    turnTo("Density");
    m_shown.child<QSpinBox>("timing budget").setValue(20'000);
    settle(m_shown.desk.jobs);
    const auto toolTip = m_shown.child<QPushButton>("measure densities").toolTip();
    EXPECT_TRUE(toolTip.contains(QStringLiteral("Measurements: "))) << toolTip.toStdString();
    click("measure densities");
    const auto asked = questionText(*m_shown.panel).trimmed();
    EXPECT_FALSE(asked.isEmpty());
    EXPECT_TRUE(toolTip.contains(asked)) << asked.toStdString();
    answer(*m_shown.panel, "cancel");
    settle(m_shown.desk.jobs);
    EXPECT_FALSE(timings().isRunning());
    click("measure densities");
    answer(*m_shown.panel, "measure");
    ASSERT_TRUE(waitUntil([&] { return timings().isRunning(); }));
    timings().stop();
    settle(m_shown.desk.jobs);
}

// The estimate of a measurement is awaited: else a click right after a change would start minutes of measuring.
TEST_F(TimingPanelTest, AClickBeforeTheEstimateIsThereWaitsForIt)
{
    m_shown.desk.show(sample("csr"), "small");
    check("timed operations", {QStringLiteral("spmv")});
    measure();
    turnTo("Density");
    settle(m_shown.desk.jobs);
    m_shown.child<QSpinBox>("timing budget").setValue(20'000);
    click("measure densities");
    EXPECT_FALSE(timings().isRunning());
    answer(*m_shown.panel, "cancel");
    settle(m_shown.desk.jobs);
    EXPECT_FALSE(timings().isRunning());

    m_shown.child<QSpinBox>("timing budget").setValue(19'000);
    click("measure densities");
    turnTo("Bars");
    settle(m_shown.desk.jobs);
    EXPECT_EQ(questionOf(*m_shown.panel), nullptr) << "the page was left before the estimate came";
    EXPECT_FALSE(timings().isRunning());
}

TEST_F(TimingPanelTest, ALongMeasurementOfABlockSizeIsAskedFor)
{
    m_shown.desk.show(sample("csr"), "small");
    check("timed operations", {QStringLiteral("spmv")});
    measure();
    turnTo("Block sizes");
    settle(m_shown.desk.jobs);
    m_shown.child<QSpinBox>("timing budget").setValue(60'000);
    Q_EMIT m_shown.panel->findChild<charts::BlockMapChart*>()->blockChosen(1, 1);
    click("measure block");
    answer(*m_shown.panel, "cancel");
    settle(m_shown.desk.jobs);
    EXPECT_FALSE(timings().isRunning());
}

// Without an estimate nothing says that the measurement is short: the button says why, and asks.
TEST_F(TimingPanelTest, AMeasurementWhoseEstimateFailedIsAskedFor)
{
    m_shown.desk.show(sample("csr"), "small");
    check("timed operations", {QStringLiteral("spmv")});
    measure();
    turnTo("Density");
    settle(m_shown.desk.jobs);
    const auto reason = QStringLiteral("Not enough memory.");
    for (auto* asked : m_shown.panel->findChildren<AskedMeasurement*>())
        Q_EMIT m_shown.desk.jobs.failed(reason, asked, QStringLiteral("further estimate"));
    click("measure densities");
    ASSERT_NE(questionOf(*m_shown.panel), nullptr);
    EXPECT_TRUE(questionText(*m_shown.panel).contains(reason));
    answer(*m_shown.panel, "cancel");
    settle(m_shown.desk.jobs);
    EXPECT_FALSE(timings().isRunning());
}
