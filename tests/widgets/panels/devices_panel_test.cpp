// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/processor.h"
#include "devices/devices.h"
#include "models/devices_model.h"
#include "support/setting.h"
#include "widgets/support/model_contract.h"
#include "widgets/support/shown_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QPushButton>
#include <QTableView>

#include <gtest/gtest.h>

#include <csignal>

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
    static std::string heading(ShownPanel& shown)
    {
        return shown.child<QLabel>("devices heading").text().toStdString();
    }
};

} // namespace

TEST_F(DevicesPanelTest, ListsTheProcessorAndWhatTheWorkerHas)
{
    ShownPanel shown("devices");
    const auto lines = rows(shown);
    ASSERT_GE(lines.size(), 2U);
    EXPECT_NE(lines[0].find("cpu"), std::string::npos);
    EXPECT_NE(lines[0].find(processorName()), std::string::npos);
    EXPECT_EQ(lines[1].rfind("cuda:0", 0), 0U) << lines[1];
    EXPECT_NE(lines[1].find("simulated, no hardware"), std::string::npos) << "as what it is";
    EXPECT_NE(heading(shown).find("belong to a worker process"), std::string::npos);

    QApplication::clipboard()->clear();
    QTest::mouseClick(&shown.child<QPushButton>("copy devices"), Qt::LeftButton);
    EXPECT_EQ(QApplication::clipboard()->text().count(QLatin1Char('\n')), static_cast<int>(lines.size()));
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
        const auto lines = rows(shown);
        ASSERT_EQ(lines.size(), 2U);
        EXPECT_NE(lines[1].find("not loaded"), std::string::npos) << lines[1];
        EXPECT_NE(lines[1].find(words), std::string::npos) << lines[1];
    }
    const Setting nowhere("TSCOPE_MODULES", "/nowhere");
    ShownPanel shown("devices");
    EXPECT_NE(rows(shown).at(1).find("not loaded"), std::string::npos) << rows(shown).at(1);
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
    EXPECT_EQ(rows(shown).size(), 1U) << "nothing is known of devices then";
    QTest::mouseClick(&shown.child<QPushButton>("look again"), Qt::LeftButton);
    settle(shown.desk.jobs);
    EXPECT_NE(heading(shown).find("belong to a worker process"), std::string::npos) << heading(shown);
    EXPECT_GE(rows(shown).size(), 2U);
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
    model.setModules({});
    EXPECT_EQ(model.rowCount(), 1);
    model.setModules({{"a module", "cuda", true, {}, {"a remark"}, {{"cuda:0", "a device", 1, 1, 90, 2, false}}},
                      {"another", "rocm", false, "it is not there", {}, {}}});
    EXPECT_EQ(model.rowCount(), 4);
    EXPECT_EQ(model.index(3, DevicesModel::textColumn).data().toString(), QStringLiteral("it is not there"));
}
