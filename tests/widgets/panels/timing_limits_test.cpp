// SPDX-License-Identifier: GPL-3.0-or-later
// The limits of the machine, measured again on the page of the roofline.
#include "charts/roofline_chart.h"
#include "core/timing/support/made_session.h"
#include "timing/limits.h"
#include "widgets/panels/measured_timing.h"

#include <QSignalSpy>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

timing::Session sessionHere()
{
    auto session = timing::sessionOf({timing::okRow(timing::form("csr"), timing::timed(100))});
    session.machine = timing::thisMachine();
    session.limits = {{"cpu", 0.01, 0, 0.01, 0.01, 0.01, 1 << 20, {}}}; // far below any machine
    return session;
}

} // namespace

TEST_F(TimingPanelTest, LimitsAreMeasuredAgainAndKeptInTheSession)
{
    open(sessionHere());
    turnTo("Roofline");
    settle(m_shown.desk.jobs);
    auto& button = m_shown.child<QPushButton>("measure limits");
    ASSERT_TRUE(button.isEnabled()) << button.toolTip().toStdString();
    const QSignalSpy saved(&timings(), &Timings::savedChanged);
    click("measure limits");
    EXPECT_FALSE(button.isEnabled()) << "it is being measured";
    settle(m_shown.desk.jobs);
    const auto& limits = timings().shown()->session->limits;
    ASSERT_EQ(limits.size(), 1U);
    EXPECT_GT(limits[0].copyRate, 0.01);
    EXPECT_GE(limits[0].repeats.size(), 3U);
    EXPECT_TRUE(button.isEnabled());
    EXPECT_EQ(state().find("The limits were measured again."), 0U) << state();
    EXPECT_FALSE(timings().shown()->isSaved()) << "the file has the old ones";
    EXPECT_EQ(saved.count(), 1) << "what has to be kept is another one";
}

TEST_F(TimingPanelTest, LimitsOfAnotherMachineStay)
{
    auto session = sessionHere();
    session.machine.processor = "another one";
    open(session);
    turnTo("Roofline");
    settle(m_shown.desk.jobs);
    auto& button = m_shown.child<QPushButton>("measure limits");
    EXPECT_FALSE(button.isEnabled());
    EXPECT_EQ(button.toolTip(), QStringLiteral("The session was measured on another machine"));
}
