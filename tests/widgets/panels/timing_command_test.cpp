// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of what is shown, on the clipboard.
#include "io/open.h"
#include "timing/plan_command.h"
#include "widgets/charts/sessions.h"
#include "widgets/panels/measured_timing.h"

#include <QClipboard>
#include <QGuiApplication>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

TEST_F(TimingPanelTest, TheCommandOfWhatIsShownIsCopied)
{
    auto& copy = m_shown.child<QPushButton>("copy timing command");
    EXPECT_FALSE(copy.isEnabled());
    const auto path = m_folder.filePath(QStringLiteral("my matrix.npz"));
    ASSERT_TRUE(saveFile({{{"", sample("csr")}}, {}}, path.toStdString()));
    auto document = openFile(path.toStdString());
    ASSERT_TRUE(document);
    Origin origin;
    origin.path = path;
    auto& workspace = m_shown.desk.workspace;
    const auto id = workspace.add(document->tensors[0].tensor, QStringLiteral("my matrix"),
                                  std::make_shared<const Origin>(origin), 0);
    workspace.setCurrent(id);
    settle(m_shown.desk.jobs);
    check("timed operations", {QStringLiteral("spmv"), QStringLiteral("spmm")});
    check("timed layouts", {QStringLiteral("csr"), QStringLiteral("coo")});
    measure();
    ASSERT_TRUE(copy.isEnabled());
    click("copy timing command");
    const auto copied = QGuiApplication::clipboard()->text().toStdString();
    EXPECT_EQ(copied, timings().shown()->session->command);
    EXPECT_EQ(copied.find("tscope time " + timing::shellWord(path.toStdString()) +
                          " --ops spmv,spmm:64 --layouts csr,coo --devices cpu"),
              0U)
        << copied;
    EXPECT_NE(copied.find(" --budget 4"), std::string::npos) << copied;
    EXPECT_EQ(copy.toolTip().toStdString(), copied);
}

TEST_F(TimingPanelTest, OfATensorInNoFileTheCommandSaysThatItIsToBeSaved)
{
    m_shown.desk.show(sample("csr"), "small one");
    check("timed operations", {QStringLiteral("sum")});
    measure();
    click("copy timing command");
    const auto copied = QGuiApplication::clipboard()->text().toStdString();
    EXPECT_EQ(copied.find("# Save small_one first, as small_one.json\ntscope time small_one.json --ops sum "), 0U)
        << copied;
}

// Its text goes into a shell.
TEST_F(TimingPanelTest, OfASessionFromAFileTheCommandIsNotCopiedAndItSaysWhy)
{
    auto session = oneCell();
    session.command = "tscope time a.npz --ops spmv";
    open(session);
    auto& copy = m_shown.child<QPushButton>("copy timing command");
    EXPECT_FALSE(copy.isEnabled());
    EXPECT_TRUE(copy.toolTip().startsWith(QStringLiteral("This session comes from a file.")))
        << copy.toolTip().toStdString();
}
