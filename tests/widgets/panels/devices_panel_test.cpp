// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/processor.h"
#include "devices/devices.h"
#include "models/devices_model.h"
#include "support/scratch_folder.h"
#include "support/setting.h"
#include "timing/limits.h"
#include "timing/session_json.h"
#include "widgets/support/model_contract.h"
#include "widgets/support/shown_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>

using namespace tscope;
using namespace tscope::test;

namespace {

class DevicesPanelTest : public testing::Test
{
protected:
    Setting m_cuda{"TSCOPE_CUDA", "simulated"};

    static std::vector<std::string> rows(ShownPanel& shown)
    {
        const auto& model = *shown.child<QTableView>("devices table").model();
        std::vector<std::string> lines;
        for (int row = 0; row < model.rowCount(); ++row)
            lines.push_back(model.index(row, 0).data(Qt::AccessibleTextRole).toString().toStdString());
        return lines;
    }
    // One row for the processor, without its caches and limits.
    static std::vector<std::string> deviceRows(ShownPanel& shown)
    {
        auto lines = rows(shown);
        std::erase_if(lines, [](const std::string& line) { return line.starts_with("cpu") && !isReady(line); });
        return lines;
    }
    static bool isReady(const std::string& line) { return line.find("ready") != std::string::npos; }
    static std::string heading(ShownPanel& shown)
    {
        return shown.child<QLabel>("devices heading").text().toStdString();
    }
};

void writeLimits(const ScratchFolder& folder)
{
    timing::Session session;
    session.machine = timing::thisMachine();
    session.limits = {{"cpu (1 thread)", 8, 9, 9, 20, 10, 0}, {"cpu", 16, 18, 18, 40, 20, 0}};
    session.limits[1].measuredAt = "2026-11-25T10:00:00Z";
    std::filesystem::create_directories(folder.path("tensorscope"));
    folder.write("tensorscope/limits.json", timing::sessionText(session));
}

} // namespace

TEST_F(DevicesPanelTest, ListsTheProcessorAndWhatTheWorkerHas)
{
    ShownPanel shown("devices");
    const auto lines = deviceRows(shown);
    ASSERT_GE(lines.size(), 2U);
    EXPECT_NE(lines[0].find("cpu"), std::string::npos);
    EXPECT_NE(lines[0].find(processorName()), std::string::npos);
    EXPECT_EQ(lines[1].rfind("cuda:0", 0), 0U) << lines[1];
    EXPECT_NE(lines[1].find("simulated, no hardware"), std::string::npos) << "as what it is";
    EXPECT_NE(heading(shown).find("run in a separate process"), std::string::npos);

    QApplication::clipboard()->clear();
    QTest::mouseClick(&shown.child<QPushButton>("copy devices"), Qt::LeftButton);
    EXPECT_EQ(QApplication::clipboard()->text().count(QLatin1Char('\n')), static_cast<int>(rows(shown).size()));
}

// Each state in which there is no device is one clear line, in the words of `tscope devices`.
TEST_F(DevicesPanelTest, SaysWhyThereIsNone)
{
    for (const auto& [fault, words] :
         {std::pair{"no_driver", "no NVIDIA driver was found"}, std::pair{"old_driver", "driver"},
          std::pair{"no_device", "no device to be seen"}, std::pair{"wrong_abi", "version 2 of the interface"}}) {
        SCOPED_TRACE(fault);
        const Setting setting("TSCOPE_SIMULATED", fault);
        ShownPanel shown("devices");
        const auto lines = deviceRows(shown);
        ASSERT_EQ(lines.size(), 2U);
        EXPECT_NE(lines[1].find("not loaded"), std::string::npos) << lines[1];
        EXPECT_NE(lines[1].find(words), std::string::npos) << lines[1];
    }
    const Setting nowhere("TSCOPE_MODULES", "/nowhere");
    ShownPanel shown("devices");
    EXPECT_NE(deviceRows(shown).at(1).find("not loaded"), std::string::npos) << deviceRows(shown).at(1);
}

// What was measured before is read again each time that the page is shown.
TEST_F(DevicesPanelTest, ListsCachesAndMeasuredLimitsOfTheProcessor)
{
    const ScratchFolder folder;
    const Setting state("XDG_STATE_HOME", folder.path());
    ShownPanel shown("devices");
    const auto hasRow = [&](const std::string& begin) {
        return std::ranges::any_of(rows(shown), [&](const auto& line) { return line.starts_with(begin); });
    };
    EXPECT_EQ(hasRow("cpu  \u25c6 caches: "), static_cast<bool>(cpuCaches()));
    EXPECT_TRUE(hasRow("cpu  \u2013 no limits: ")) << rows(shown).back();

    writeLimits(folder);
    shown.panel->hide();
    shown.panel->show();
    settle(shown.desk.jobs);
    EXPECT_TRUE(hasRow("cpu  \u25c6 limits: memory bandwidth 18.0 GB/s"));
    EXPECT_TRUE(hasRow("cpu (1 thread)  \u25c6 limits: memory bandwidth 9.00 GB/s"));
    EXPECT_FALSE(hasRow("cpu  \u2013 no limits"));
}

// A page that is seen while a measurement ends has its limits; the lists of devices elsewhere are not filled anew.
TEST_F(DevicesPanelTest, ListsTheLimitsOnceAMeasurementEnded)
{
    const ScratchFolder folder;
    const Setting state("XDG_STATE_HOME", folder.path());
    ShownPanel shown("devices");
    const auto hasRow = [&](const std::string& begin) {
        return std::ranges::any_of(rows(shown), [&](const auto& line) { return line.starts_with(begin); });
    };
    ASSERT_TRUE(hasRow("cpu  \u2013 no limits: ")) << rows(shown).back();
    writeLimits(folder);
    const QSignalSpy changed(&shown.desk.devices, &Devices::changed);
    Q_EMIT shown.desk.timings.runningChanged();
    settle(shown.desk.jobs);
    EXPECT_TRUE(hasRow("cpu  \u25c6 limits: memory bandwidth 18.0 GB/s"));
    EXPECT_FALSE(hasRow("cpu  \u2013 no limits"));
    EXPECT_EQ(changed.count(), 0);
}

TEST_F(DevicesPanelTest, AWorkerThatEndedIsStartedAnew)
{
    ShownPanel shown("devices");
    auto& worker = *shown.desk.devices.worker();
    ASSERT_GT(worker.process(), 0);
    ::kill(worker.process(), SIGKILL);
    QTest::mouseClick(&shown.child<QPushButton>("look again"), Qt::LeftButton);
    settle(shown.desk.jobs);
    EXPECT_NE(heading(shown).find("was ended by a signal"), std::string::npos) << heading(shown);
    EXPECT_EQ(deviceRows(shown).size(), 1U) << "nothing is known of devices then";
    QTest::mouseClick(&shown.child<QPushButton>("look again"), Qt::LeftButton);
    settle(shown.desk.jobs);
    EXPECT_NE(heading(shown).find("run in a separate process"), std::string::npos) << heading(shown);
    EXPECT_GE(deviceRows(shown).size(), 2U);
    EXPECT_EQ(worker.starts(), 2);
}

TEST_F(DevicesPanelTest, WithoutAWorkerTheProcessorIsLeft)
{
    Jobs jobs;
    Devices devices(jobs, {.program = "/nowhere/tscope-worker"});
    devices.look();
    settle(jobs);
    EXPECT_NE(devices.problem().indexOf(QStringLiteral("/nowhere/tscope-worker")), -1);
    EXPECT_TRUE(devices.usable().empty());
}

TEST_F(DevicesPanelTest, TheModelKeepsTheRulesOfModels)
{
    DevicesModel model;
    const ModelContract contract(model);
    model.setFacts({}, {});
    EXPECT_EQ(model.rowCount(), 1);
    model.setFacts({}, {{"a module", "cuda", true, {}, {"a remark"}, {{"cuda:0", "a device", 1, 1, 90, 2, false}}},
                        {"another", "rocm", false, "it is not there", {}, {}}});
    EXPECT_EQ(model.rowCount(), 4);
    EXPECT_EQ(model.index(3, DevicesModel::textColumn).data().toString(), QStringLiteral("it is not there"));
}
