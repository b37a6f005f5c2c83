// SPDX-License-Identifier: GPL-3.0-or-later
// Clicks after a first build: everything that needs the worker or a module beside the program.
#include "calls/convert_dialog.h"
#include "calls/run_dialog.h"
#include "devices/devices.h"
#include "support/setting.h"
#include "timings/timings.h"
#include "walk/walk.h"

#include <QAbstractButton>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>

using namespace tscope;
using namespace tscope::test;

namespace {

class FirstStart : public Walk
{
protected:
    void SetUp() override
    {
        m_robot.click(Robot::on(*m_window.findChild<QAbstractButton*>(QStringLiteral("csr"))));
        ASSERT_TRUE(waitUntil([&] { return m_window.workspace().currentSubject() != nullptr; }));
        settle();
    }
    std::size_t opened() { return m_window.workspace().subjects().size(); }

    Setting m_cuda{"TSCOPE_CUDA", "simulated"};
};

} // namespace

TEST_F(FirstStart, AConversionRunsOnADevice)
{
    m_robot.key(QStringLiteral("ctrl+shift+c"));
    auto& convert = dialog<ConvertDialog>();
    settle();
    choose(convert, "layout", QStringLiteral("coo"));
    choose(convert, "device", QStringLiteral("cuda:0"));
    const auto state = call(convert);
    EXPECT_EQ(opened(), 2U) << state.toStdString();
    EXPECT_EQ(m_window.calls().last()->trace.device, "cuda:0");
}

TEST_F(FirstStart, AnOperationRunsOnADevice)
{
    m_robot.key(QStringLiteral("ctrl+shift+e"));
    auto& run = dialog<RunDialog>();
    settle();
    choose(run, "operation", QStringLiteral("sum:"));
    choose(run, "device", QStringLiteral("cuda:0"));
    const auto state = call(run);
    EXPECT_EQ(opened(), 2U) << state.toStdString();
    EXPECT_EQ(m_window.calls().last()->trace.device, "cuda:0");
}

TEST_F(FirstStart, ATensorIsTimed)
{
    m_robot.key(QStringLiteral("ctrl+shift+m")); // says what it takes
    settle();
    m_robot.key(QStringLiteral("ctrl+shift+m"));
    ASSERT_TRUE(
        waitUntil([&] { return m_window.timings().shown() != nullptr && !m_window.timings().isRunning(); }));
    settle();
    const auto& rows = m_window.timings().shown()->session->rows;
    EXPECT_TRUE(std::ranges::any_of(rows, [](const auto& row) { return row.status == timing::Status::ok; }));
}
