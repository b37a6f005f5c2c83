// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/preview_frame.h"

#include "facts/wording.h"
#include "rules/advise.h"
#include "widgets/support/desk.h"
#include "widgets/support/tensors.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

class PreviewFrameTest : public testing::Test
{
protected:
    PreviewFrameTest()
        : m_content(new QLineEdit), m_frame(m_desk.workspace, m_desk.selection.previewGoal(), m_content),
          m_id(m_desk.show(sample("broken_pointer")))
    {
        m_frame.resize(700, 300);
        m_frame.show();
        QApplication::setActiveWindow(&m_frame);
        m_content->setFocus();
    }

    void preview(Workspace::PreviewKind kind = Workspace::PreviewKind::offered)
    {
        m_desk.workspace.preview(
            QStringLiteral("mend it"),
            [](const Tensor& tensor, const ReportPtr& report) {
                const auto plan = planRepair(tensor, *report, report->repairs.front().id);
                return plan ? changed(tensor, *plan) : Result<Change>(plan.error());
            },
            kind);
        settle(m_desk.jobs);
    }
    template <class Widget>
    Widget& child(const char* name)
    {
        return *m_frame.findChild<Widget*>(QString::fromLatin1(name));
    }
    bool isShown() { return child<QWidget>("preview").isVisible(); }
    void press(const char* name)
    {
        QTest::mouseClick(&child<QPushButton>(name), Qt::LeftButton);
        settle(m_desk.jobs);
    }
    const Subject& subject() { return *m_desk.workspace.find(m_id); }

    Desk m_desk;
    QLineEdit* m_content;
    PreviewFrame m_frame;
    SubjectId m_id;
};

} // namespace

TEST_F(PreviewFrameTest, SaysWhatIsSeenAndWhatItComesTo)
{
    EXPECT_FALSE(isShown());
    preview();
    ASSERT_TRUE(isShown());
    const auto text = child<QLabel>("preview text").text();
    EXPECT_TRUE(text.contains(QStringLiteral("Preview: mend it, not applied")));
    EXPECT_TRUE(text.contains(QString::fromStdString(verdictText(*subject().report))));
    EXPECT_TRUE(text.contains(QString::fromStdString(verdictText(*subject().preview->after.report))));
    EXPECT_TRUE(child<QPushButton>("preview after").isChecked());
}

TEST_F(PreviewFrameTest, WhatFollowsTheMouseIsNotAnnounced)
{
    preview(Workspace::PreviewKind::live);
    ASSERT_TRUE(subject().preview);
    EXPECT_FALSE(isShown());
}

TEST_F(PreviewFrameTest, ComparesBeforeAndAfter)
{
    preview();
    press("preview before");
    EXPECT_FALSE(subject().preview->isSeen);
    EXPECT_TRUE(child<QPushButton>("preview before").isChecked());
    EXPECT_FALSE(child<QPushButton>("preview after").isChecked());
    QTest::keyClick(&child<QPushButton>("preview after"), Qt::Key_Space);
    EXPECT_TRUE(subject().preview->isSeen);
}

TEST_F(PreviewFrameTest, AppliesAndDrops)
{
    const auto before = subject().tensor;
    preview();
    press("preview drop");
    EXPECT_FALSE(isShown());
    EXPECT_EQ(subject().tensor, before);
    preview();
    press("preview apply");
    EXPECT_FALSE(isShown());
    EXPECT_NE(subject().tensor, before);
    EXPECT_EQ(m_desk.workspace.undoStack().text(0), QStringLiteral("mend it"));
}

TEST_F(PreviewFrameTest, EscapeDropsFromWhereverTheKeysGo)
{
    preview();
    QTest::keyClick(m_content, Qt::Key_Escape);
    settle(m_desk.jobs);
    EXPECT_FALSE(isShown());
    EXPECT_FALSE(subject().preview);
}

// Of several changes each can be gone to: the first is only where it begins.
TEST_F(PreviewFrameTest, SeveralChangesAreSteppedThrough)
{
    m_id = m_desk.show(tensorOf(R"({"layout":"csr","size":[3,4],"members":{"crow_indices":[0,2,4,5],
        "col_indices":[0,-1,0,-2,2],"values":[1,2,3,4,5]}})"));
    m_desk.workspace.preview(QStringLiteral("wrap"), [](const Tensor& tensor, const ReportPtr& report) {
        const auto plan = planRepair(tensor, *report, "wrap-negative");
        return plan ? changed(tensor, *plan) : Result<Change>(plan.error());
    });
    settle(m_desk.jobs);
    const auto expectAt = [&](std::int64_t slot, const char* words, const char* change) {
        ASSERT_TRUE(m_desk.selection.selected());
        EXPECT_EQ(m_desk.selection.selected()->place, Place(Slots{"plain", slot, slot + 1}));
        EXPECT_EQ(m_desk.selection.selected()->besides.size(), 1U) << "the other stays marked";
        EXPECT_EQ(child<QLabel>("preview change").text().toStdString(), words);
        EXPECT_EQ(child<QLabel>("preview text").text().section(QLatin1Char('\n'), -1).toStdString(), change);
    };
    EXPECT_TRUE(child<QPushButton>("next change").isVisible());
    expectAt(1, "Change 1 of 2", "col_indices[1]: -1 \u2192 3");
    press("next change");
    expectAt(3, "Change 2 of 2", "col_indices[3]: -2 \u2192 2");
    press("next change");
    expectAt(1, "Change 1 of 2", "col_indices[1]: -1 \u2192 3");
    QTest::keyClick(&m_frame, Qt::Key_F9, Qt::ShiftModifier);
    settle(m_desk.jobs);
    expectAt(3, "Change 2 of 2", "col_indices[3]: -2 \u2192 2");
    press("preview drop");
    EXPECT_FALSE(m_desk.selection.selected()) << "what was selected before";
    EXPECT_FALSE(child<QPushButton>("next change").isVisible());
}

TEST_F(PreviewFrameTest, OneChangeNeedsNoSteps)
{
    m_desk.workspace.preview(QStringLiteral("one"), [](const Tensor& tensor, const ReportPtr&) {
        const EditList edits{{SetElements{"compressed", 2, {*Element::from(std::int64_t{4}, ElementType::i64)}}}};
        return changed(tensor, edits);
    });
    settle(m_desk.jobs);
    EXPECT_TRUE(isShown());
    EXPECT_FALSE(child<QPushButton>("next change").isVisible());
}
