// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/device_support.h"
#include "layouts/registry.h"
#include "models/support_model.h"
#include "models/trace_model.h"
#include "ops/operations.h"
#include "support/setting.h"
#include "widgets/support/model_contract.h"
#include "widgets/support/shown_panel.h"
#include "widgets/support/tensors.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTableView>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

class DispatchPanelTest : public testing::Test
{
protected:
    QAbstractItemModel& trace() { return *m_shown.child<QTableView>("trace").model(); }
    QAbstractItemModel& support() { return *m_shown.child<QTableView>("support").model(); }
    std::string heading() { return m_shown.child<QLabel>("dispatch heading").text().toStdString(); }
    static std::string cell(const QAbstractItemModel& model, int row, int column)
    {
        return model.index(row, column).data().toString().toStdString();
    }
    static std::string spoken(const QAbstractItemModel& model, int row)
    {
        return model.index(row, 0).data(Qt::AccessibleTextRole).toString().toStdString();
    }
    void runOn(const char* op, const std::vector<Tensor>& tensors)
    {
        std::vector<CallInput> inputs;
        for (const auto& tensor : tensors) {
            const auto id = m_shown.desk.show(tensor);
            inputs.push_back({QStringLiteral("t"), m_shown.desk.workspace.find(id)->tensor});
        }
        const auto params = parseParams(operationNamed(op)->params, {});
        ASSERT_TRUE(params);
        m_shown.desk.calls.run(*operationNamed(op), inputs, *params);
        settle(m_shown.desk.jobs);
    }
    QString copied(const char* button)
    {
        QApplication::clipboard()->clear();
        QTest::mouseClick(&m_shown.child<QPushButton>(button), Qt::LeftButton);
        return QApplication::clipboard()->text();
    }

    ShownPanel m_shown{"dispatch"};
};

} // namespace

TEST_F(DispatchPanelTest, TellsTheTwoStepsOfTheLastCall)
{
    EXPECT_EQ(trace().rowCount(), 0);
    EXPECT_NE(heading().find("Nothing was converted or run so far"), std::string::npos);
    runOn("sum", {sample("strided")});

    const std::vector<Sound> sound{std::get<Sound>(prove(sample("strided")))};
    const auto wanted = run(*operationNamed("sum"), sound, *parseParams(operationNamed("sum")->params, {}));
    ASSERT_TRUE(wanted);
    const auto& steps = wanted->trace.steps;
    ASSERT_GE(steps.size(), 3U);
    EXPECT_EQ(steps[0].kind, DispatchStep::Kind::table);
    ASSERT_EQ(static_cast<std::size_t>(trace().rowCount()), steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto row = static_cast<int>(i);
        EXPECT_EQ(cell(trace(), row, TraceModel::stepColumn), name(steps[i].kind));
        EXPECT_EQ(cell(trace(), row, TraceModel::textColumn), steps[i].text);
        EXPECT_EQ(spoken(trace(), row), text(steps[i]));
        EXPECT_TRUE(copied("copy trace").contains(QString::fromStdString(text(steps[i]))));
    }
    EXPECT_NE(cell(trace(), 0, TraceModel::hitColumn).find("hit"), std::string::npos);
    EXPECT_EQ(heading().rfind("sum of t: strided", 0), 0U) << heading();
}

TEST_F(DispatchPanelTest, TellsTheWayRoundWithItsBytes)
{
    runOn("matmul", {sample("csr"), tensorOf(R"({"layout":"csc","size":[5,2],"dtype":"float32","members":{
                                     "ccol_indices":[0,1,2],"row_indices":[0,3],"values":[1,2]}})")});
    ASSERT_TRUE(m_shown.desk.calls.last()->isDone) << heading();
    EXPECT_NE(cell(trace(), 0, TraceModel::hitColumn).find("miss"), std::string::npos);
    EXPECT_EQ(cell(trace(), 1, TraceModel::stepColumn), "way round");
    const auto bytes = m_shown.desk.calls.last()->trace.steps[1].bytesMoved;
    EXPECT_GT(bytes, 0);
    EXPECT_EQ(cell(trace(), 1, TraceModel::bytesColumn), std::to_string(bytes));
}

TEST_F(DispatchPanelTest, TellsHowAConversionFoundItsKernel)
{
    const auto id = m_shown.desk.show(sample("coo"));
    ConvertRequest request;
    request.layout = layoutNamed("csr");
    m_shown.desk.calls.convert(*m_shown.desk.workspace.find(id), request);
    settle(m_shown.desk.jobs);
    ASSERT_GE(trace().rowCount(), 3);
    EXPECT_EQ(cell(trace(), 0, TraceModel::textColumn), "convert (coo) -> csr on cpu");
    EXPECT_NE(cell(trace(), 0, TraceModel::hitColumn).find("hit"), std::string::npos);
    EXPECT_EQ(cell(trace(), 1, TraceModel::textColumn), "float64 with int64 indices");
    EXPECT_EQ(cell(trace(), trace().rowCount() - 1, TraceModel::stepColumn), "run");
}

TEST_F(DispatchPanelTest, TheSupportTableFollowsTheLastCall)
{
    const auto id = m_shown.desk.show(sample("csr"));
    const auto& choice = m_shown.child<QComboBox>("support operation");
    const auto& add = *operationNamed("add");
    const auto& subject = *m_shown.desk.workspace.find(id);
    m_shown.desk.calls.run(add, {{QStringLiteral("a"), subject.tensor}, {QStringLiteral("b"), subject.tensor}},
                           *parseParams(add.params, {}));
    settle(m_shown.desk.jobs);
    EXPECT_EQ(choice.currentText(), QStringLiteral("add"));
    EXPECT_EQ(m_shown.child<QLabel>("support summary").text().toStdString(), add.summary);
    ConvertRequest request;
    request.layout = layoutNamed("coo");
    m_shown.desk.calls.convert(*m_shown.desk.workspace.find(id), request);
    settle(m_shown.desk.jobs);
    EXPECT_EQ(choice.currentText(), QStringLiteral("convert"));
}

TEST_F(DispatchPanelTest, ShowsTheSupportTableInTheWordsOfTheCore)
{
    auto& choice = m_shown.child<QComboBox>("support operation");
    const auto& devices = m_shown.desk.devices; // of which the worker tells
    const auto cellsOf = [&](const OpSpec* op) {
        return supportEverywhere(op, devices.modules(), devices.worker(), {});
    };
    std::vector<std::pair<std::string, std::vector<SupportCell>>> all{{"convert", cellsOf(nullptr)}};
    for (const auto* op : operations())
        all.emplace_back(op->name, cellsOf(op));
    for (const auto& [name, cells] : all) {
        SCOPED_TRACE(name);
        while (choice.currentText().toStdString() != name) {
            const auto before = choice.currentIndex();
            QTest::keyClick(&choice, Qt::Key_Down);
            settle(m_shown.desk.jobs);
            ASSERT_NE(choice.currentIndex(), before) << "it is not offered";
        }
        ASSERT_EQ(static_cast<std::size_t>(support().rowCount()), cells.size());
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const auto row = static_cast<int>(i);
            EXPECT_EQ(spoken(support(), row), text(cells[i]));
            EXPECT_EQ(cell(support(), row, SupportModel::kernelColumn), cells[i].kernel);
            EXPECT_EQ(cell(support(), row, SupportModel::reasonColumn), cells[i].note());
            EXPECT_NE(cells[i].note().find(cells[i].condition), std::string::npos);
            EXPECT_EQ(cell(support(), row, SupportModel::deviceColumn), cells[i].device);
        }
        EXPECT_EQ(copied("copy support").count(QLatin1Char('\n')), static_cast<int>(cells.size()));
    }
}

// This process has no module: the kernels of devices are those that its worker has, or its reason for none.
TEST(DispatchPanelOfDevices, ListsWhatTheWorkerHas)
{
    const Setting cuda("TSCOPE_CUDA", "simulated");
    const auto textsOf = [](ShownPanel& shown) {
        const auto& model = *shown.child<QTableView>("support").model();
        std::string all;
        for (int row = 0; row < model.rowCount(); ++row)
            if (model.index(row, SupportModel::deviceColumn).data().toString() == QStringLiteral("cuda"))
                all += model.index(row, 0).data(Qt::AccessibleTextRole).toString().toStdString() + "\n";
        return all;
    };
    ShownPanel shown("dispatch");
    EXPECT_NE(textsOf(shown).find("csr -> csc: simulated."), std::string::npos) << textsOf(shown);
    EXPECT_NE(textsOf(shown).find("not yet run on a GPU"), std::string::npos);
    const Setting none("TSCOPE_SIMULATED", "no_device");
    ShownPanel without("dispatch");
    EXPECT_NE(textsOf(without).find(
                  ", not built in: there is a driver, but no device to be seen (simulated), not yet run on a GPU"),
              std::string::npos)
        << textsOf(without);
}

TEST_F(DispatchPanelTest, IsNarrowedToTheLayoutOfTheCurrentTensor)
{
    const auto all = support().rowCount();
    m_shown.desk.show(sample("csr"));
    const auto some = support().rowCount();
    EXPECT_GT(some, 0);
    EXPECT_LT(some, all);
    for (int row = 0; row < some; ++row)
        EXPECT_NE(cell(support(), row, SupportModel::layoutsColumn).find("csr"), std::string::npos);
    auto& only = m_shown.child<QCheckBox>("only current layout");
    EXPECT_EQ(only.text(), QStringLiteral("Only with csr"));
    QTest::mouseClick(&only, Qt::LeftButton, {}, {8, 8});
    EXPECT_EQ(support().rowCount(), all);
}

TEST_F(DispatchPanelTest, DoesNotTellTheLayoutWhileALessonAsks)
{
    const auto all = support().rowCount();
    m_shown.desk.show(sample("csr"));
    auto& only = m_shown.child<QCheckBox>("only current layout");
    m_shown.desk.selection.cover().set({QStringLiteral("facts")});
    EXPECT_EQ(only.text(), QStringLiteral("Only the layout of the current tensor"));
    EXPECT_FALSE(only.isEnabled());
    EXPECT_EQ(support().rowCount(), all);
    m_shown.desk.selection.cover().clear();
    EXPECT_EQ(only.text(), QStringLiteral("Only with csr"));
    EXPECT_LT(support().rowCount(), all);
}

TEST(DispatchModels, KeepTheContractOfModels)
{
    SupportModel support;
    const ModelContract contract(support);
    for (const auto* op : operations()) {
        support.setCells(std::make_shared<const std::vector<SupportCell>>(supportOf(*op)));
        for (const auto* layout : {"csr", "nested", "no such layout", ""})
            support.setLayout(layout);
    }
    TraceModel trace;
    const ModelContract ofTrace(trace);
    auto record = std::make_shared<CallRecord>();
    record->trace.add(DispatchStep::Kind::table, false, "a key");
    record->trace.add(DispatchStep::Kind::run, true, "a kernel", 12345);
    trace.setRecord(record);
    EXPECT_EQ(trace.asText().count(QLatin1Char('\n')), 3);
    trace.setRecord(nullptr);
    EXPECT_EQ(trace.asText(), QString());
}
