// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/tabs.h"

#include "widgets/support/desk.h"
#include "widgets/support/tensors.h"
#include "workspace/lineages.h"

#include <QSignalSpy>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

class TabsTest : public testing::Test
{
protected:
    TabsTest()
    {
        for (const auto* name : {"csr", "csc", "coo"})
            m_ids.push_back(m_desk.workspace.add(sample(name), QString::fromUtf8(name), QStringLiteral("test")));
        workspace().setCurrent(m_ids[0]);
        settle(m_desk.jobs);
    }
    Workspace& workspace() { return m_desk.workspace; }
    Tabs& tabs() { return m_desk.tabs; }

    // "csr* csc | [coo]": the active pane of each tab with a star, the current tab in brackets.
    std::string seen()
    {
        std::string out;
        for (std::size_t i = 0; i < tabs().all().size(); ++i) {
            const auto& tab = tabs().all()[i];
            std::string text;
            for (std::size_t pane = 0; pane < tab.panes.size(); ++pane) {
                const auto* subject = workspace().find(tab.panes[pane].subject);
                text += (pane > 0 ? " " : "") + (subject == nullptr ? "-" : subject->name.toStdString()) +
                        (tab.isSplit() && pane == tab.active ? "*" : "");
            }
            out += (i > 0 ? " | " : "") + (i == tabs().current() ? "[" + text + "]" : text);
        }
        return out;
    }
    std::string current() { return workspace().currentSubject()->name.toStdString(); }

    Desk m_desk;
    std::vector<SubjectId> m_ids;
};

} // namespace

TEST_F(TabsTest, OneShowsWhatIsCurrent)
{
    EXPECT_EQ(seen(), "[csr]");
    workspace().setCurrent(m_ids[2]);
    EXPECT_EQ(seen(), "[coo]");
    EXPECT_EQ(tabs().beside(), 0);
    tabs().close(0);
    tabs().closePane(0);
    EXPECT_EQ(seen(), "[coo]");
}

TEST_F(TabsTest, EachKeepsItsTensor)
{
    tabs().open(m_ids[1]);
    EXPECT_EQ(seen(), "csr | [csc]");
    EXPECT_EQ(current(), "csc");
    tabs().setCurrent(0);
    EXPECT_EQ(current(), "csr");
    workspace().setCurrent(m_ids[2]);
    EXPECT_EQ(seen(), "[coo] | csc");
    tabs().open(m_ids[0]);
    EXPECT_EQ(seen(), "coo | [csr] | csc") << "beside the one it comes from";
    tabs().close(1);
    EXPECT_EQ(seen(), "coo | [csc]");
    EXPECT_EQ(current(), "csc");
    tabs().close(0);
    EXPECT_EQ(seen(), "[csc]");
    tabs().setCurrent(7);
    EXPECT_EQ(seen(), "[csc]");
}

TEST_F(TabsTest, TheActivePaneShowsWhatIsCurrent)
{
    tabs().split(m_ids[1], Qt::Vertical);
    EXPECT_EQ(seen(), "[csr* csc]");
    EXPECT_EQ(tabs().beside(), m_ids[1]);
    EXPECT_EQ(tabs().tab().way, Qt::Vertical);
    tabs().activate(1);
    EXPECT_EQ(seen(), "[csr csc*]");
    EXPECT_EQ(current(), "csc");
    EXPECT_EQ(tabs().beside(), m_ids[0]);
    workspace().setCurrent(m_ids[2]);
    EXPECT_EQ(seen(), "[csr coo*]");
    // What is seen in the other pane is gone to, not shown twice.
    workspace().setCurrent(m_ids[0]);
    EXPECT_EQ(seen(), "[csr* coo]");
    tabs().show(0, m_ids[1]);
    EXPECT_EQ(seen(), "[csc* coo]");
    EXPECT_EQ(current(), "csc");
    tabs().show(1, m_ids[1]);
    EXPECT_EQ(seen(), "[csc* csc]") << "two pictures of one tensor";
    tabs().split(m_ids[0], Qt::Horizontal);
    EXPECT_EQ(seen(), "[csc* csr]");
    tabs().closePane(0);
    EXPECT_EQ(seen(), "[csr]");
    EXPECT_EQ(current(), "csr");
}

TEST_F(TabsTest, AComparisonGivesBackThePaneAndThePictureOfBefore)
{
    tabs().setPicture(0, QStringLiteral("logical"));
    tabs().beginComparison();
    tabs().split(m_ids[1], Qt::Vertical);
    for (const std::size_t pane : {0, 1})
        tabs().setPicture(pane, QStringLiteral("members"));
    tabs().activate(1);
    tabs().endComparison();
    EXPECT_EQ(seen(), "[csr]");
    EXPECT_EQ(tabs().tab().panes[0].picture, QStringLiteral("logical"));
    EXPECT_EQ(tabs().tab().way, Qt::Horizontal);

    // Another tensor was chosen meanwhile: it stays.
    tabs().beginComparison();
    tabs().split(m_ids[1], Qt::Horizontal);
    tabs().setPicture(0, QString());
    tabs().show(0, m_ids[2]);
    tabs().endComparison();
    EXPECT_EQ(seen(), "[coo]");
    EXPECT_EQ(tabs().tab().panes[0].picture, QStringLiteral("logical"));

    // Without a comparison nothing changes.
    tabs().setPicture(0, QStringLiteral("storage"));
    tabs().endComparison();
    EXPECT_EQ(tabs().tab().panes[0].picture, QStringLiteral("storage"));
}

TEST_F(TabsTest, PanesAndTabsGoWithTheirTensors)
{
    tabs().split(m_ids[1], Qt::Horizontal);
    tabs().open(m_ids[1]);
    tabs().open(m_ids[2]);
    EXPECT_EQ(seen(), "csr* csc | csc | [coo]");
    workspace().remove(m_ids[1]);
    EXPECT_EQ(seen(), "csr | [coo]");
    workspace().remove(m_ids[2]);
    EXPECT_EQ(seen(), "[csr]");
    EXPECT_EQ(current(), "csr");
    workspace().undoStack().undo();
    EXPECT_EQ(seen(), "[coo]") << "what comes back is looked at";
    tabs().split(m_ids[0], Qt::Horizontal);
    workspace().remove(m_ids[2]);
    EXPECT_EQ(seen(), "[csr]") << "not the next of the list: what stood beside it";
    workspace().remove(m_ids[0]);
    EXPECT_EQ(seen(), "[-]");
    EXPECT_EQ(workspace().current(), 0);
    workspace().undoStack().undo();
    EXPECT_EQ(seen(), "[csr]");
    workspace().clear();
    EXPECT_EQ(seen(), "[-]");
}

TEST_F(TabsTest, TheFirstPartnerIsWhatItWasMadeFrom)
{
    workspace().make({{"made", sample("csr")}}, QStringLiteral("test"),
                     {{lineageStep(SameTensor{}, {sourceOf(*workspace().find(m_ids[1]))})}});
    settle(m_desk.jobs);
    const auto made = workspace().current();
    EXPECT_EQ(tabs().partner(), m_ids[1]);
    workspace().setCurrent(m_ids[1]);
    EXPECT_EQ(tabs().partner(), made) << "and the other way round";
    const auto copy = workspace().duplicate(m_ids[1]);
    workspace().setCurrent(m_ids[1]);
    EXPECT_EQ(tabs().partner(), copy) << "the last that was made of it";
    workspace().setCurrent(made);
    workspace().remove(m_ids[1]);
    EXPECT_NE(tabs().partner(), m_ids[1]);
    EXPECT_NE(tabs().partner(), 0);
}

TEST_F(TabsTest, ThePartnerIsTheNextOfItsSize)
{
    const auto matrix = tensorOf(R"({"layout":"strided","members":{"values":[[1,2],[3,4]]}})");
    const auto first = workspace().add(matrix, QStringLiteral("m"), {});
    const auto second = workspace().add(matrix, QStringLiteral("n"), {});
    settle(m_desk.jobs);
    workspace().setCurrent(first);
    EXPECT_EQ(tabs().partner(), second);
    workspace().setCurrent(second);
    EXPECT_EQ(tabs().partner(), first);
    workspace().remove(first);
    EXPECT_EQ(tabs().partner(), m_ids[0]) << "there is none of its size";
    workspace().clear();
    EXPECT_EQ(tabs().partner(), 0);
    m_desk.show(matrix);
    EXPECT_EQ(tabs().partner(), 0);
}

TEST_F(TabsTest, ThePartnerIsTheOneOfItsSizeThatWasLookedAtLast)
{
    const auto matrix = tensorOf(R"({"layout":"strided","members":{"values":[[1,2],[3,4]]}})");
    std::vector<SubjectId> all;
    for (const auto* name : {"k", "l", "m", "n"})
        all.push_back(workspace().add(matrix, QString::fromLatin1(name), {}));
    settle(m_desk.jobs);
    for (const auto i : {1U, 3U, 0U, 2U})
        workspace().setCurrent(all[i]);
    EXPECT_EQ(tabs().partner(), all[0]) << "and not the newest";
    workspace().remove(all[0]);
    EXPECT_EQ(tabs().partner(), all[3]);
}

TEST_F(TabsTest, WhatIsRestoredIsOfTensorsThatAreOpen)
{
    tabs().restore({Tab{{Pane{m_ids[1]}, Pane{4711}}, 1, Qt::Vertical}, Tab{{Pane{4712}}}, Tab{{Pane{m_ids[2]}}}},
                   9);
    EXPECT_EQ(seen(), "csc | [coo]");
    tabs().restore({Tab{{Pane{4711}}}}, 0);
    EXPECT_EQ(seen(), "csc | [coo]");
}
