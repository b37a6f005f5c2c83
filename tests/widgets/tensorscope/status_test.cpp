// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever was done is said in the status bar: steps, saved files, copies.
#include "main_window.h"
#include "widgets/support/settle.h"
#include "widgets/support/tensors.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QStatusBar>
#include <QTest>
#include <QToolButton>
#include <QUndoStack>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

class StatusTest : public testing::Test
{
protected:
    StatusTest() : m_window(Theme::light)
    {
        m_window.show();
        m_id = m_window.workspace().add(sample("csr"), QStringLiteral("csr"), QStringLiteral("test"));
        m_window.workspace().setCurrent(m_id);
        settle(m_window.jobs());
    }
    std::string said() { return m_window.statusBar()->currentMessage().toStdString(); }

    MainWindow m_window;
    SubjectId m_id = 0;
};

} // namespace

TEST_F(StatusTest, AStepAndItsUndoNameTheTensor)
{
    m_window.workspace().replace(m_id, sample("coo"), QStringLiteral("become coo"));
    EXPECT_EQ(said(), "csr: become coo");
    m_window.workspace().undoStack().undo();
    EXPECT_EQ(said(), "undone: csr: become coo");
    settle(m_window.jobs());
}

TEST_F(StatusTest, ACopyIsConfirmedWhereverItWasMade)
{
    m_window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&m_window));
    QGuiApplication::clipboard()->setText(QStringLiteral("1, 2, 3"));
    EXPECT_EQ(said(), "Copied to the clipboard.");
}

TEST_F(StatusTest, WhatAPanelHasDoneIsSaidToo)
{
    auto* findings = m_window.findChild<QToolButton*>(QStringLiteral("findings"));
    ASSERT_NE(findings, nullptr);
    findings->menu()->findChild<QAction*>(QStringLiteral("copy findings"))->trigger();
    settle(m_window.jobs());
    EXPECT_EQ(said(), "The findings are on the clipboard.");
}
