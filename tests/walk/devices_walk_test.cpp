// SPDX-License-Identifier: GPL-3.0-or-later
// The walk of somebody whose device does everything that a device can do wrong, while the window is worked with.
#include "calls/run_dialog.h"
#include "devices/devices.h"
#include "support/same_document.h"
#include "support/setting.h"
#include "walk/walk.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QPushButton>
#include <QTableView>

#include <csignal>

using namespace tscope;
using namespace tscope::test;

namespace {

class DevicesWalk : public Walk
{
protected:
    // A tensor is open, and the dialog of operations asks for its sum on the device.
    void begin()
    {
        m_robot.click(Robot::on(*m_window.findChild<QAbstractButton*>(QStringLiteral("csr"))));
        ASSERT_TRUE(waitUntil([&] { return m_window.workspace().currentSubject() != nullptr; }));
        settle();
        m_first = *subject().tensor;
        m_robot.key(QStringLiteral("ctrl+shift+e"));
        m_dialog = &dialog<RunDialog>();
        settle();
        choose(*m_dialog, "operation", QStringLiteral("sum:"));
        chooseDevice();
    }
    void chooseDevice() { choose(*m_dialog, "device", QStringLiteral("cuda:0")); }
    QString press() { return call(*m_dialog); }
    std::size_t opened() { return m_window.workspace().subjects().size(); }
    // What was open is what it was.
    void expectNothingLost()
    {
        const auto& first = *m_window.workspace().subjects().front().tensor;
        EXPECT_EQ(firstDifference({{{"", first}}, {}}, {{{"", m_first}}, {}}), "");
    }
    void expectNextWorks()
    {
        const auto before = opened();
        const auto state = press();
        EXPECT_EQ(opened(), before + 1) << state.toStdString();
        EXPECT_EQ(m_window.calls().last()->trace.device, "cuda:0");
        expectNothingLost();
    }
    void expectFailure(const char* words)
    {
        const auto before = opened();
        const auto state = press();
        EXPECT_EQ(opened(), before);
        EXPECT_TRUE(state.contains(QString::fromLatin1(words))) << state.toStdString();
        expectNothingLost();
    }
    remote::Worker& worker() { return *m_window.calls().devices().worker(); }
    // The next one has the setting that is made now.
    void endWorker()
    {
        ::kill(worker().process(), SIGKILL);
        expectFailure("was ended by a signal (Killed)");
    }

    Setting m_cuda{"TSCOPE_CUDA", "simulated"};
    Tensor m_first;
    RunDialog* m_dialog = nullptr;
};

} // namespace

TEST_F(DevicesWalk, WhateverADeviceDoesNothingIsLostAndTheNextCallWorks)
{
    begin();
    expectNextWorks();

    endWorker(); // killed while it had nothing to do
    expectNextWorks();

    {
        const Setting fault("TSCOPE_SIMULATED", "fatal");
        endWorker();
        expectFailure("illegal memory access");
    }
    settle();                               // a new one is asked what it has
    expectFailure("illegal memory access"); // which was started with the fault as well
    settle();
    ::kill(worker().process(), SIGKILL);
    (void)press();
    expectNextWorks();

    {
        const Setting fault("TSCOPE_SIMULATED", "out_of_memory");
        endWorker();
        expectFailure("which has none left");
    }
    endWorker();
    expectNextWorks();

    {
        const Setting fault("TSCOPE_SIMULATED", "hang");
        endWorker();
        m_robot.click(Robot::on(*m_dialog->findChild<QPushButton*>(QStringLiteral("call"))));
        ASSERT_TRUE(waitUntil([&] { return m_window.calls().isRunning(); }));
        m_robot.click(Robot::on(*m_dialog->findChild<QPushButton*>(QStringLiteral("stop"))));
        ASSERT_TRUE(waitUntil([&] { return !m_window.calls().isRunning(); })) << "at once, whatever hangs";
        EXPECT_TRUE(m_dialog->findChild<QLabel*>(QStringLiteral("state"))
                        ->text()
                        .contains(QStringLiteral("It was stopped.")));
        expectNothingLost();
        settle(); // it is ended meanwhile
    }
    expectNextWorks();
    tellFigures("devices");
}

TEST_F(DevicesWalk, AModuleOfAnotherVersionIsOneLineAndTheProcessorWorksOn)
{
    const Setting fault("TSCOPE_SIMULATED", "wrong_abi");
    m_robot.click(Robot::on(*m_window.findChild<QAbstractButton*>(QStringLiteral("csr"))));
    ASSERT_TRUE(waitUntil([&] { return m_window.workspace().currentSubject() != nullptr; }));
    settle();
    auto* dock = m_window.findChild<QDockWidget*>(QStringLiteral("devices"));
    dock->toggleViewAction()->trigger();
    dock->raise();
    settle();
    const auto* table = m_window.findChild<QTableView*>(QStringLiteral("devices table"));
    // Lines on the processor come first, however many there are.
    EXPECT_TRUE(waitUntil([&] {
        const auto& lines = *table->model();
        const auto last = lines.index(lines.rowCount() - 1, 0).data(Qt::AccessibleTextRole).toString();
        return last.contains(QStringLiteral("it speaks version 2 of the interface"));
    }));

    m_robot.key(QStringLiteral("ctrl+shift+e"));
    m_dialog = &dialog<RunDialog>();
    settle();
    choose(*m_dialog, "operation", QStringLiteral("sum:"));
    EXPECT_FALSE(m_dialog->findChild<QComboBox*>(QStringLiteral("device"))->isEnabled());
    (void)press();
    EXPECT_EQ(opened(), 2U);
}
