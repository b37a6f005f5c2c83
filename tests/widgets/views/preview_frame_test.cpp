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
        : m_content(new QLineEdit), m_frame(m_desk.workspace, m_content),
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
