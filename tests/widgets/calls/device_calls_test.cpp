// SPDX-License-Identifier: GPL-3.0-or-later
// Conversions and operations on a device, which a worker has: whatever becomes of it costs one message.
#include "calls/convert_dialog.h"
#include "calls/run_dialog.h"
#include "ops/operations.h"
#include "support/setting.h"
#include "widgets/calls/shown_call_dialog.h"
#include "widgets/support/tensors.h"

#include <gtest/gtest.h>

#include <csignal>

using namespace tscope;
using namespace tscope::test;

namespace {

class DeviceCalls : public testing::Test
{
protected:
    Setting m_cuda{"TSCOPE_CUDA", "simulated"};

    static std::vector<std::pair<std::string, Tensor>> open() { return {{"a", sample("csr")}}; }
    static std::string jsonOnProcessor()
    {
        const std::vector<Sound> inputs{std::get<Sound>(prove(sample("csr")))};
        return jsonText(
            run(*operationNamed("sum"), inputs, *parseParams(operationNamed("sum")->params, {}))->tensor);
    }
    // Presses the button; nothing is made.
    template <class Shown>
    static std::string failure(Shown& shown)
    {
        const auto before = shown.desk.workspace.subjects().size();
        QTest::mouseClick(&shown.call(), Qt::LeftButton);
        settle(shown.desk.jobs);
        EXPECT_EQ(shown.desk.workspace.subjects().size(), before);
        return shown.state();
    }
};

using ShownRun = ShownCallDialog<RunDialog>;

} // namespace

TEST_F(DeviceCalls, AnOperationRunsThereAndItsResultOpensHere)
{
    ShownRun shown(open());
    shown.choose("operation", "sum:");
    shown.choose("device", "cuda:0");
    EXPECT_NE(shown.told().find("sum.stored"), std::string::npos) << shown.told();
    EXPECT_NE(shown.told().find("not yet run on a GPU"), std::string::npos) << shown.told();
    EXPECT_EQ(jsonText(shown.made()), jsonOnProcessor());
    EXPECT_EQ(shown.desk.calls.last()->title, QStringLiteral("sum of a on cuda:0"));
    EXPECT_EQ(shown.desk.calls.last()->trace.device, "cuda:0");
    EXPECT_GT(shown.desk.devices.worker()->process(), 0);
}

TEST_F(DeviceCalls, AConversionGoesThereToo)
{
    ShownCallDialog<ConvertDialog> shown(open());
    shown.choose("layout", "csc");
    shown.choose("device", "cuda:0");
    EXPECT_NE(shown.told().find("csr -> csc: "), std::string::npos) << shown.told();
    EXPECT_NE(shown.told().find("Nothing of what it stores is lost."), std::string::npos) << shown.told();
    const auto& made = shown.made();
    ConvertRequest request;
    request.layout = made.layout;
    EXPECT_EQ(jsonText(made), jsonText(convert(std::get<Sound>(prove(sample("csr"))), request)->tensor));
    EXPECT_EQ(shown.desk.calls.last()->trace.device, "cuda:0");
}

TEST_F(DeviceCalls, WithoutADeviceThereIsNoChoiceAndAReason)
{
    const Setting none("TSCOPE_SIMULATED", "no_driver");
    ShownRun shown(open());
    auto& box = shown.child<QComboBox>("device");
    EXPECT_EQ(box.count(), 1);
    EXPECT_FALSE(box.isEnabled());
    EXPECT_TRUE(box.toolTip().contains(QStringLiteral("no NVIDIA driver was found")))
        << box.toolTip().toStdString();
    shown.choose("operation", "sum:");
    EXPECT_EQ(jsonText(shown.made()), jsonOnProcessor());
}

TEST_F(DeviceCalls, AWorkerThatIsKilledCostsOneMessage)
{
    ShownRun shown(open());
    shown.choose("operation", "sum:");
    shown.choose("device", "cuda:0");
    ::kill(shown.desk.devices.worker()->process(), SIGKILL);
    EXPECT_NE(failure(shown).find("was ended by a signal (Killed)"), std::string::npos) << shown.state();
    EXPECT_NE(shown.desk.devices.lastFault().indexOf(QStringLiteral("(Killed)")), -1);
    EXPECT_EQ(jsonText(shown.made()), jsonOnProcessor()) << "the next has a new one";
}

TEST_F(DeviceCalls, ALostDeviceAndAFullOneAreToldAsWhatTheyAre)
{
    {
        const Setting fatal("TSCOPE_SIMULATED", "fatal");
        ShownRun shown(open());
        shown.choose("operation", "sum:");
        shown.choose("device", "cuda:0");
        EXPECT_NE(failure(shown).find("illegal memory access"), std::string::npos) << shown.state();
        EXPECT_NE(shown.desk.devices.lastFault().indexOf(QStringLiteral("illegal memory access")), -1);
    }
    const Setting full("TSCOPE_SIMULATED", "out_of_memory");
    ShownRun shown(open());
    shown.choose("operation", "sum:");
    shown.choose("device", "cuda:0");
    EXPECT_NE(failure(shown).find("none left"), std::string::npos) << shown.state();
    EXPECT_TRUE(shown.desk.devices.lastFault().isEmpty()) << "the worker goes on";
    shown.choose("device", "cpu");
    EXPECT_EQ(jsonText(shown.made()), jsonOnProcessor());
}

TEST_F(DeviceCalls, OneThatHangsIsStopped)
{
    const Setting hang("TSCOPE_SIMULATED", "hang");
    ShownRun shown(open());
    shown.choose("operation", "sum:");
    shown.choose("device", "cuda:0");
    QTest::mouseClick(&shown.call(), Qt::LeftButton);
    QTest::qWait(50);
    ASSERT_TRUE(shown.desk.calls.isRunning());
    QTest::mouseClick(&shown.child<QPushButton>("stop"), Qt::LeftButton);
    EXPECT_FALSE(shown.desk.calls.isRunning());
    EXPECT_NE(shown.state().find("It was stopped."), std::string::npos) << shown.state();
    shown.choose("device", "cpu");
    EXPECT_EQ(jsonText(shown.made()), jsonOnProcessor());
}
