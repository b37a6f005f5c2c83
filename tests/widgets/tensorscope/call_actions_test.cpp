// SPDX-License-Identifier: GPL-3.0-or-later
// Conversions, operations and measurements from the menus and the tool bar, and what is told of them.
#include "dispatch/backends.h"
#include "dispatch/operand.h"
#include "notices.h"
#include "timings/session_files.h"
#include "widgets/charts/sessions.h"
#include "widgets/tensorscope/action_window.h"

#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <thread>

using namespace tscope;
using namespace tscope::test;

namespace {

using CallActionsTest = ActionWindowTest;

// An operation that ends only when it is stopped.
std::int32_t runForEver(const tscope_call* call, tscope_error*)
{
    while (__atomic_load_n(call->stop, __ATOMIC_RELAXED) == 0)
        std::this_thread::yield();
    return TSCOPE_CANCELLED;
}

const tscope_backend* openEndless(std::uint32_t, tscope_error*)
{
    static constexpr std::array layouts{"strided"};
    static tscope_kernel kernel{};
    kernel.size = sizeof kernel;
    kernel.layout_count = 1;
    kernel.op = "endless_of_a_test";
    kernel.name = "endless";
    kernel.layouts = layouts.data();
    kernel.result = "strided";
    kernel.types = ~std::uint64_t{0};
    kernel.run = runForEver;
    static tscope_backend backend{};
    backend = {sizeof backend, sizeof kernel, "endless", "cpu", &kernel, 1, nullptr};
    return &backend;
}

const OpSpec& endlessOp()
{
    static constexpr std::array inputs{OpInput{"a", "anything"}};
    static constexpr OpSpec spec{
        .name = "endless_of_a_test",
        .summary = "runs until it is stopped",
        .inputs = inputs,
        .params = {},
        .layouts = [](std::span<const std::string_view>) -> Result<LayoutPlan> {
            return LayoutPlan{{"strided"}, "strided", "strided"};
        },
        .plan = [](std::span<const Tensor> given, const Params&) -> Result<OpPlan> {
            return OpPlan{{given[0]}, formOf(given[0]), given[0].declaredDType(), {}};
        },
    };
    return spec;
}

} // namespace

// What it would take is seen first: the button that starts it has the focus. The same choice is not offered twice.
TEST_F(CallActionsTest, TheToolBarShowsWhatAMeasurementTakesBeforeItStarts)
{
    EXPECT_FALSE(button("time").isEnabled());
    open({"coo"});
    child<QSpinBox>("timing budget").setValue(4);
    ASSERT_FALSE(isSeen("timing"));
    QTest::mouseClick(&button("time"), Qt::LeftButton);
    EXPECT_TRUE(isSeen("timing"));
    EXPECT_FALSE(m_window.timings().isRunning());
    settle();
    EXPECT_TRUE(child<QLabel>("timing state").text().startsWith(QStringLiteral("coo: Measurements: ")))
        << child<QLabel>("timing state").text().toStdString();
    auto& start = child<QPushButton>("time all");
    ASSERT_EQ(m_window.focusWidget(), &start);
    QTest::keyClick(&start, Qt::Key_Space);
    EXPECT_TRUE(m_window.timings().isRunning());
    EXPECT_FALSE(button("time").isEnabled()) << "one at a time";
    settle();
    EXPECT_TRUE(button("time").isEnabled());
    ASSERT_NE(m_window.timings().shown(), nullptr);
    EXPECT_FALSE(m_window.timings().shown()->session->isPartial);
    EXPECT_EQ(m_window.timings().shown()->session->subjects.front().name, "coo");

    QTest::mouseClick(&button("time"), Qt::LeftButton);
    EXPECT_TRUE(m_window.timings().isRunning()) << "that was measured before";
    settle();
    child<QSpinBox>("timing budget").setValue(5);
    QTest::mouseClick(&button("time"), Qt::LeftButton);
    EXPECT_FALSE(m_window.timings().isRunning()) << "another choice";
    QTest::mouseClick(&button("time"), Qt::LeftButton);
    EXPECT_TRUE(m_window.timings().isRunning()) << "which was offered";
    settle();
}

TEST_F(CallActionsTest, TheShortWaysConvertAtOnceAndTellWhatChanged)
{
    EXPECT_FALSE(child<QAction>("convert").isEnabled()) << "there is nothing to convert";
    EXPECT_FALSE(child<QAction>("convert-to-csr").isEnabled());
    open({"strided"});
    auto& menu = *child<QAction>("conversions").menu();
    EXPECT_EQ(button("conversions").defaultAction()->menu(), &menu);
    menu.popup(m_window.mapToGlobal(QPoint(200, 50)));
    settle();
    auto& toCsr = child<QAction>("convert-to-csr");
    EXPECT_TRUE(toCsr.toolTip().contains(QStringLiteral("strided to csr: copy"))) << toCsr.toolTip().toStdString();
    EXPECT_TRUE(child<QAction>("convert-to-bsr").toolTip().contains(QStringLiteral("a block size was wanted")));
    QTest::mouseClick(&menu, Qt::LeftButton, {}, menu.actionGeometry(&toCsr).center());
    settle();
    auto& workspace = m_window.workspace();
    ASSERT_EQ(workspace.subjects().size(), 2U);
    EXPECT_EQ(workspace.currentSubject()->name, QStringLiteral("strided as csr"));
    EXPECT_EQ(workspace.currentSubject()->tensor->layout->name, "csr");
    EXPECT_TRUE(std::ranges::any_of(m_window.log().entries(), [](const Log::Entry& entry) {
        return entry.kind == Log::Kind::done && entry.text.startsWith(QStringLiteral("strided to csr: csr "));
    }));
    workspace.undoStack().undo();
    EXPECT_EQ(workspace.subjects().size(), 1U);
    settle();
}

TEST_F(CallActionsTest, WhatCanNotBeConvertedIsNoticed)
{
    open({"broken_pointer"});
    child<QAction>("convert-to-coo").trigger();
    settle();
    EXPECT_EQ(m_window.workspace().subjects().size(), 1U);
    EXPECT_TRUE(m_window.notices().text().contains(QStringLiteral("breaks rule")))
        << m_window.notices().text().toStdString();
}

TEST_F(CallActionsTest, AReasonThatIsRepairedIsNoLongerTold)
{
    open({"broken_pointer", "csr"});
    auto& workspace = m_window.workspace();
    workspace.setCurrent(workspace.subjects()[0].id);
    child<QAction>("convert-to-coo").trigger();
    settle();
    ASSERT_TRUE(m_window.notices().text().contains(QStringLiteral("breaks rule")));
    workspace.replace(workspace.subjects()[1].id, sample("csc"), QStringLiteral("another"));
    settle();
    EXPECT_TRUE(m_window.notices().text().contains(QStringLiteral("breaks rule"))) << "that was another tensor";
    workspace.replace(workspace.subjects()[0].id, sample("csr"), QStringLiteral("repaired"));
    settle();
    EXPECT_EQ(m_window.notices().text(), QString());

    workspace.undoStack().undo(); // broken once more, and then closed
    child<QAction>("convert-to-coo").trigger();
    settle();
    ASSERT_FALSE(m_window.notices().text().isEmpty());
    workspace.remove({workspace.subjects()[0].id});
    settle();
    EXPECT_EQ(m_window.notices().text(), QString());
}

TEST_F(CallActionsTest, ComponentsThatFillNoBoxArePaddedByOneButton)
{
    open({"nested"});
    auto& offer = child<QPushButton>("offer");
    child<QAction>("convert-to-strided").trigger();
    settle();
    EXPECT_TRUE(m_window.notices().text().contains(QStringLiteral("have no common size")));
    ASSERT_TRUE(offer.isVisible());
    EXPECT_EQ(offer.text(), QStringLiteral("Pad with 0"));
    QTest::mouseClick(&offer, Qt::LeftButton);
    settle();
    ASSERT_EQ(m_window.workspace().subjects().size(), 2U);
    const auto* padded = m_window.workspace().currentSubject();
    EXPECT_EQ(padded->name, QStringLiteral("nested, padded"));
    EXPECT_EQ(padded->tensor->layout->name, "strided");
    EXPECT_FALSE(offer.isVisible());
    EXPECT_EQ(m_window.notices().text(), QString()) << "the reason is gone";
    // Of another refusal it is no way out.
    open({"broken_pointer"});
    m_window.workspace().setCurrent(m_window.workspace().subjects().back().id);
    child<QAction>("convert-to-coo").trigger();
    settle();
    EXPECT_FALSE(m_window.notices().text().isEmpty());
    EXPECT_FALSE(offer.isVisible());
}

TEST_F(CallActionsTest, ConvertAndRunOpenTheirDialogsOnTheCurrentTensor)
{
    open({"csr", "coo"});
    m_window.workspace().setCurrent(m_window.workspace().subjects()[1].id);
    child<QAction>("convert-to-bsc").trigger();
    settle();
    auto& convert = child<QDialog>("convert-dialog");
    EXPECT_TRUE(convert.isVisible());
    EXPECT_EQ(convert.findChild<QComboBox*>(QStringLiteral("layout"))->currentText(), QStringLiteral("bsc"));
    EXPECT_EQ(convert.findChild<QComboBox*>(QStringLiteral("subject"))->currentText(), QStringLiteral("coo"));
    EXPECT_EQ(convert.focusWidget(), convert.findChild<QWidget*>(QStringLiteral("block"))) << "it is to be said";
    child<QAction>("run").trigger();
    settle();
    auto& run = child<QDialog>("run-dialog");
    EXPECT_TRUE(run.isVisible());
    EXPECT_EQ(run.findChild<QComboBox*>(QStringLiteral("input a"))->currentText(), QStringLiteral("coo"));
    QTest::keyClick(&run, Qt::Key_Escape);
    QTest::keyClick(&convert, Qt::Key_Escape);
    settle();
    EXPECT_EQ(m_window.findChild<QDialog*>(QStringLiteral("convert-dialog")), nullptr);
}

TEST_F(CallActionsTest, WhatRunsForAWhileIsNamedAndCanBeStopped)
{
    ASSERT_TRUE(registerBackend(openEndless));
    open({"strided"});
    const auto* subject = m_window.workspace().currentSubject();
    m_window.calls().run(endlessOp(), {{subject->name, subject->tensor}}, {});
    EXPECT_FALSE(child<QAction>("convert-to-csr").isEnabled()) << "one at a time";
    EXPECT_TRUE(child<QAction>("stop-call").isEnabled());
    auto& stop = child<QPushButton>("stop call");
    ASSERT_TRUE(waitUntil([&] { return stop.isVisible(); }));
    EXPECT_EQ(child<QLabel>("running call").text(), QStringLiteral("endless_of_a_test of strided"));
    QTest::mouseClick(&stop, Qt::LeftButton);
    settle();
    EXPECT_FALSE(m_window.calls().isRunning());
    EXPECT_FALSE(stop.isVisible());
    EXPECT_EQ(m_window.workspace().subjects().size(), 1U);
    EXPECT_TRUE(child<QAction>("convert-to-csr").isEnabled());
    EXPECT_TRUE(m_window.notices().text().isEmpty()) << "who stopped it knows";
}

// Dropped, named at the start, or picked under Open: a file of times holds no tensor.
TEST_F(CallActionsTest, AFileOfMeasuredTimesOpensInTiming)
{
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("before.json"));
    ASSERT_TRUE(saveSession(smallSession(), path));
    m_window.files().open({path});
    settle();
    EXPECT_TRUE(isSeen("timing"));
    ASSERT_EQ(m_window.timings().sessions().size(), 1U);
    EXPECT_EQ(m_window.timings().shown()->title, QStringLiteral("before.json"));
    EXPECT_TRUE(m_window.workspace().subjects().empty());
    EXPECT_TRUE(m_window.notices().text().isEmpty()) << m_window.notices().text().toStdString();
}
