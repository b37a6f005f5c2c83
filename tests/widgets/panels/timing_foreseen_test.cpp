// SPDX-License-Identifier: GPL-3.0-or-later
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
