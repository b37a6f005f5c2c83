// SPDX-License-Identifier: GPL-3.0-or-later
#include "rules/advise.h"
#include "views/scene_view.h"
#include "widgets/support/desk.h"
#include "widgets/support/shown_views.h"
#include "widgets/support/tensors.h"

#include <QSignalSpy>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

// The first value becomes 42.
Result<Change> withFortyTwo(const Tensor& tensor, const ReportPtr&)
{
    const auto element = Element::from(42.0, tensor.member("values").array.dtype);
    return changed(tensor, {{SetElements{"values", 0, {*element}}}});
}

Result<Change> mended(const Tensor& tensor, const ReportPtr& report)
{
    const auto plan = planRepair(tensor, *report, report->repairs.front().id);
    return plan ? changed(tensor, *plan) : Result<Change>(plan.error());
}

class PreviewTest : public testing::Test
{
protected:
    PreviewTest() : m_id(m_desk.show(sample("broken_pointer"))), m_before(subject().tensor) {}

    const Subject& subject() { return *m_desk.workspace.find(m_id); }
    void preview(const MakeChange& make = withFortyTwo)
    {
        m_desk.workspace.preview(QStringLiteral("the change"), make);
        settle(m_desk.jobs);
    }
    void expectNone()
    {
        EXPECT_FALSE(subject().preview);
        EXPECT_EQ(subject().shown().tensor, subject().tensor);
        EXPECT_EQ(subject().shown().report, subject().report);
    }

    Desk m_desk;
    SubjectId m_id;
    TensorPtr m_before;
};

} // namespace

TEST_F(PreviewTest, IsSeenButNothingIsDone)
{
    QSignalSpy told(&m_desk.workspace, &Workspace::previewChanged);
    preview(mended);
    ASSERT_TRUE(subject().preview);
    EXPECT_EQ(told.count(), 1);
    EXPECT_EQ(subject().tensor, m_before);
    EXPECT_FALSE(subject().report->valid);
    EXPECT_NE(subject().shown().tensor, m_before);
    EXPECT_EQ(m_desk.workspace.undoStack().count(), 0);
    // The report is of the tensor that is seen.
    const auto checked = check(*subject().shown().tensor);
    EXPECT_EQ(subject().shown().report->valid, checked.valid);
    EXPECT_EQ(subject().shown().report->findings.size(), checked.findings.size());
    EXPECT_TRUE(subject().shown().outline);
}

TEST_F(PreviewTest, BeforeAndAfterCanBeCompared)
{
    preview();
    m_desk.workspace.seePreview(false);
    EXPECT_EQ(subject().shown().tensor, m_before);
    EXPECT_TRUE(subject().preview);
    m_desk.workspace.seePreview(true);
    EXPECT_NE(subject().shown().tensor, m_before);
}

TEST_F(PreviewTest, ApplyingIsOneUndoStepUnderItsTitle)
{
    preview();
    const auto after = subject().shown().tensor;
    m_desk.workspace.applyPreview();
    settle(m_desk.jobs);
    expectNone();
    EXPECT_EQ(subject().tensor, after);
    ASSERT_EQ(m_desk.workspace.undoStack().count(), 1);
    EXPECT_EQ(m_desk.workspace.undoStack().text(0), QStringLiteral("the change"));
    m_desk.workspace.undoStack().undo();
    EXPECT_EQ(subject().tensor, m_before);
}

TEST_F(PreviewTest, ApplyingTheOneThatIsNotSeenDoesItToo)
{
    preview();
    m_desk.workspace.seePreview(false);
    m_desk.workspace.applyPreview();
    EXPECT_NE(subject().tensor, m_before);
}

TEST_F(PreviewTest, EndsWithWhateverHappensToTheTensor)
{
    const auto other = m_desk.workspace.add(sample("csr"), QStringLiteral("other"), {});
    const std::vector<std::function<void()>> ends{
        [&] { m_desk.workspace.dropPreview(); },
        [&] {
            (void)m_desk.workspace.edit(m_id, {{SetSize{Extents{9, 9}}}}, QStringLiteral("x"));
        },
        [&] { m_desk.workspace.undoStack().undo(); },
        [&] { m_desk.workspace.setContract(contracts()[1]); },
        [&] { m_desk.workspace.setCurrent(other); },
    };
    for (const auto& end : ends)
        for (const bool isReady : {true, false}) {
            m_desk.workspace.setCurrent(m_id);
            settle(m_desk.jobs);
            if (!m_desk.workspace.undoStack().canUndo())
                (void)m_desk.workspace.edit(m_id, {{SetSize{Extents{8, 8}}}}, QStringLiteral("y"));
            m_desk.workspace.setContract(defaultContract());
            settle(m_desk.jobs);
            m_desk.workspace.preview(QStringLiteral("p"), withFortyTwo);
            if (isReady)
                settle(m_desk.jobs);
            EXPECT_EQ(subject().preview.has_value(), isReady);
            end();
            settle(m_desk.jobs);
            expectNone();
        }
    m_desk.workspace.setCurrent(m_id);
    preview();
    m_desk.workspace.remove(m_id);
    settle(m_desk.jobs);
    EXPECT_EQ(m_desk.workspace.current(), other);
}

TEST_F(PreviewTest, TheNewestWins)
{
    m_desk.workspace.preview(QStringLiteral("first"), withFortyTwo);
    m_desk.workspace.preview(QStringLiteral("second"), mended);
    settle(m_desk.jobs);
    ASSERT_TRUE(subject().preview);
    EXPECT_EQ(subject().preview->title, QStringLiteral("second"));
}

TEST_F(PreviewTest, OneThatCanNotBeMadeSaysWhyAndLeavesNone)
{
    preview();
    QSignalSpy failed(&m_desk.workspace, &Workspace::previewFailed);
    preview([](const Tensor&, const ReportPtr&) -> Result<Change> { return invalidArgument("there is no way"); });
    ASSERT_EQ(failed.count(), 1);
    EXPECT_EQ(failed[0][0].toString(), QStringLiteral("there is no way"));
    expectNone();
    EXPECT_EQ(m_desk.workspace.undoStack().count(), 0);
}

TEST_F(PreviewTest, WithoutATensorThereIsNone)
{
    m_desk.workspace.clear();
    m_desk.workspace.preview(QStringLiteral("p"), withFortyTwo);
    m_desk.workspace.applyPreview();
    m_desk.workspace.seePreview(false);
    m_desk.workspace.dropPreview();
    EXPECT_TRUE(settle(m_desk.jobs));
}

TEST_F(PreviewTest, WhatIsSelectedIsRelatedInWhatIsSeen)
{
    // Slot 1 of the columns says another column then.
    const auto moved = [](const Tensor& tensor, const ReportPtr&) {
        const auto element = Element::from(std::int64_t{4}, tensor.member("plain").array.dtype);
        return changed(tensor, {{SetElements{"plain", 1, {*element}}}});
    };
    m_desk.selection.select(m_id, Slots{"plain", 1, 2});
    settle(m_desk.jobs);
    const auto before = m_desk.selection.selected()->related.elements;
    preview(moved);
    const auto after = m_desk.selection.selected()->related.elements;
    EXPECT_NE(before, after);
    m_desk.workspace.dropPreview();
    settle(m_desk.jobs);
    EXPECT_EQ(m_desk.selection.selected()->related.elements, before);
}

TEST(Preview, AllViewsDrawWhatIsSeen)
{
    ShownViews shown(sample("csr"));
    const auto showsIt = [&] {
        std::vector<bool> out;
        for (const auto& view : shown.views)
            out.push_back(std::ranges::any_of(
                view->scene().labels, [](const Label& label) { return label.text == QLatin1String("42"); }));
        return out;
    };
    const std::vector<bool> none(shown.views.size(), false), all(shown.views.size(), true);
    EXPECT_EQ(showsIt(), none);
    shown.desk.workspace.preview(QStringLiteral("p"), withFortyTwo);
    settle(shown.desk.jobs);
    EXPECT_EQ(showsIt(), all);
    shown.desk.workspace.seePreview(false);
    settle(shown.desk.jobs);
    EXPECT_EQ(showsIt(), none);
    shown.desk.workspace.seePreview(true);
    settle(shown.desk.jobs);
    EXPECT_EQ(showsIt(), all);
    shown.desk.workspace.dropPreview();
    settle(shown.desk.jobs);
    EXPECT_EQ(showsIt(), none);
}

TEST(Preview, WhatIsOnlySeenIsNotEdited)
{
    ShownViews shown(sample("csr"));
    auto& view = shown.view("members");
    shown.desk.workspace.preview(QStringLiteral("p"), withFortyTwo);
    settle(shown.desk.jobs);
    shown.click(view, spotOf(view.scene(), Slots{"values", 0, 1}));
    QTest::keyClick(&view, Qt::Key_F2);
    EXPECT_EQ(view.findChild<QWidget*>(QStringLiteral("slot editor")), nullptr);
    shown.desk.workspace.dropPreview();
    settle(shown.desk.jobs);
    QTest::keyClick(&view, Qt::Key_F2);
    EXPECT_NE(view.findChild<QWidget*>(QStringLiteral("slot editor")), nullptr);
}

TEST(MergedSteps, AreTakenBackAtOnce)
{
    Desk desk;
    const auto id = desk.show(sample("csr"));
    const auto before = desk.workspace.find(id)->tensor;
    const auto set = [&](double value, int merge) {
        const auto element = Element::from(value, before->member("values").array.dtype);
        ASSERT_TRUE(desk.workspace.edit(id, {{SetElements{"values", 0, {*element}}}},
                                        QStringLiteral("to %1").arg(value), merge));
    };
    const auto one = desk.workspace.newMerge(), two = desk.workspace.newMerge();
    set(10, one);
    set(11, one);
    set(12, one);
    set(13, two);
    set(14, 0);
    set(15, 0);
    settle(desk.jobs);
    auto& undo = desk.workspace.undoStack();
    ASSERT_EQ(undo.count(), 4);
    EXPECT_EQ(undo.text(0), QStringLiteral("to 12"));
    undo.setIndex(1);
    EXPECT_EQ(desk.workspace.find(id)->tensor->member("values").array.at(0).text(), "12");
    undo.undo();
    EXPECT_EQ(desk.workspace.find(id)->tensor, before);
    undo.redo();
    settle(desk.jobs);
    EXPECT_EQ(desk.workspace.find(id)->tensor->member("values").array.at(0).text(), "12");
    EXPECT_TRUE(desk.workspace.find(id)->report->valid);
}

TEST(MergedSteps, OfTwoTensorsStayTwo)
{
    Desk desk;
    const auto a = desk.show(sample("csr")), b = desk.show(sample("csr"));
    const auto merge = desk.workspace.newMerge();
    for (const auto id : {a, b})
        ASSERT_TRUE(desk.workspace.edit(id, {{SetSize{Extents{9, 9}}}}, QStringLiteral("x"), merge));
    EXPECT_EQ(desk.workspace.undoStack().count(), 2);
}
