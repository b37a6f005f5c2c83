// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done about a broken tensor: offered with what it achieves, seen before it is made.
#include "panels/repair_list.h"

#include "facts/wording.h"
#include "widgets/panels/shown_rules.h"

using namespace tscope;
using namespace tscope::test;

namespace {

class RepairsTest : public RulesPanelTest
{
};

} // namespace

TEST_F(RepairsTest, ARepairIsSeenThenMendsAndUndoBreaksAgain)
{
    const auto id = m_desk.show(sample("broken_pointer"));
    const auto before = m_desk.workspace.find(id)->tensor;
    ASSERT_GT(repairs().count(), 0);
    EXPECT_FALSE(button("apply repair").isEnabled());
    const auto offered = title(0);
    choose(0);
    ASSERT_TRUE(button("apply repair").isEnabled());
    EXPECT_EQ(m_desk.workspace.find(id)->tensor, before);
    ASSERT_TRUE(m_desk.workspace.find(id)->preview);
    const auto& after = *m_desk.workspace.find(id)->preview->after.report;
    EXPECT_NE(text("verdict").find(verdictText(after)), std::string::npos) << text("verdict");
    EXPECT_GT(repairs().count(), 0) << "another one can be chosen";

    press("apply repair");
    for (int round = 0; round < 10 && !report().valid; ++round) { // one repair may leave work for the next
        ASSERT_GT(repairs().count(), 0) << text("verdict");
        choose(0);
        press("apply repair");
    }
    EXPECT_TRUE(report().valid) << text("verdict");
    EXPECT_NE(text("verdict").find("valid"), std::string::npos);
    EXPECT_EQ(m_desk.workspace.undoStack().text(0), offered);
    EXPECT_FALSE(button("next place").isEnabled());
    EXPECT_EQ(repairs().count(), 0);

    while (m_desk.workspace.undoStack().canUndo())
        m_desk.workspace.undoStack().undo();
    settle(m_desk.jobs);
    EXPECT_EQ(m_desk.workspace.find(id)->tensor, before);
    EXPECT_FALSE(report().valid);
    EXPECT_GT(repairs().count(), 0);
}

TEST_F(RepairsTest, ADroppedRepairLeavesNothingChosenAndCanBeChosenAgain)
{
    const auto id = m_desk.show(sample("broken_pointer"));
    for (int round = 0; round < 2; ++round) {
        choose(0);
        ASSERT_TRUE(m_desk.workspace.find(id)->preview);
        press("drop repair");
        EXPECT_FALSE(m_desk.workspace.find(id)->preview);
        EXPECT_TRUE(repairs().selectedItems().isEmpty());
        EXPECT_FALSE(button("apply repair").isEnabled());
    }
    EXPECT_EQ(m_desk.workspace.undoStack().count(), 0);
}

TEST_F(RepairsTest, ReachingTheListByTabChoosesNothingAndSpaceDoes)
{
    const auto id = m_desk.show(sample("broken_pointer"));
    repairs().setFocus(Qt::TabFocusReason);
    settle(m_desk.jobs);
    EXPECT_FALSE(m_desk.workspace.find(id)->preview);
    QTest::keyClick(&repairs(), Qt::Key_Space);
    settle(m_desk.jobs);
    ASSERT_TRUE(m_desk.workspace.find(id)->preview);
    QTest::keyClick(&repairs(), Qt::Key_Return);
    settle(m_desk.jobs);
    EXPECT_EQ(m_desk.workspace.undoStack().count(), 1);
}

TEST_F(RepairsTest, WhatARepairChangesIsToldWhileItIsSeenAndTheCauseStays)
{
    const auto id = m_desk.show(tensorOf(R"({"layout":"csr","size":[3,4],"members":{"compressed":[0,2,4,5],
        "plain":[0,1,0,7,2],"values":[1,2,3,4,5]}})"));
    unfold();
    const auto cause = m_shown.child<LinkedText>("cause").text();
    ASSERT_TRUE(cause.startsWith(QStringLiteral("Likely cause: ")));
    const auto height = m_shown.child<LinkedText>("cause").height();
    const auto at = repairs().findItems(QStringLiteral("drop the entries"), Qt::MatchStartsWith);
    ASSERT_EQ(at.size(), 1);
    choose(repairs().row(at[0]));
    EXPECT_NE(text("repair note").find("values: 5 numbers become 4, from values[3] on"), std::string::npos)
        << text("repair note");
    EXPECT_TRUE(m_desk.workspace.find(id)->shown().report->valid);
    // It is no cause of what is seen now, and what is below it stays under the mouse.
    EXPECT_EQ(m_shown.child<LinkedText>("cause").text(),
              QString(cause).replace(QStringLiteral("Likely cause: "), QStringLiteral("Before: ")));
    EXPECT_EQ(m_shown.child<LinkedText>("cause").height(), height);
    press("drop repair");
    EXPECT_EQ(m_shown.child<LinkedText>("cause").text(), cause);
    EXPECT_EQ(text("repair note"), "");
}

TEST_F(RepairsTest, AMisreadingIsSeenAndBecomesTheTensor)
{
    // Pointers of columns under the name of rows.
    const auto id = m_desk.show(tensorOf(R"({"layout":"csr","size":[2,5],"members":{"compressed":[0,1,2,3,4,5],
        "plain":[0,1,0,1,0],"values":[1,2,3,4,5]}})"));
    ASSERT_FALSE(report().misreadings.empty());
    const auto told = title(0);
    EXPECT_EQ(told.toStdString(), "read it as " + report().misreadings.front().as);
    choose(0);
    ASSERT_TRUE(m_desk.workspace.find(id)->preview);
    EXPECT_EQ(m_desk.workspace.find(id)->tensor->layout->name, "csr");
    EXPECT_EQ(m_desk.workspace.find(id)->shown().tensor->layout->name, "csc");
    EXPECT_NE(text("verdict").find("valid"), std::string::npos) << text("verdict");
    press("apply repair");
    EXPECT_EQ(m_desk.workspace.find(id)->tensor->layout->name, "csc");
    EXPECT_TRUE(report().valid);
    EXPECT_EQ(m_desk.workspace.undoStack().text(0), told);
}

TEST_F(RepairsTest, ARepairOfATensorThatHasChangedSinceIsNotSeen)
{
    const auto id = m_desk.show(sample("broken_pointer"));
    QTest::mouseClick(repairs().viewport(), Qt::LeftButton, {},
                      repairs().visualItemRect(repairs().item(0)).center());
    m_desk.workspace.replace(id, sample("csr"), QStringLiteral("replace"));
    settle(m_desk.jobs);
    EXPECT_FALSE(m_desk.workspace.find(id)->preview);
    EXPECT_EQ(m_desk.workspace.undoStack().count(), 1);
    EXPECT_TRUE(report().valid);
}

TEST_F(RepairsTest, AChangeThatCanNotBeMadeSaysWhy)
{
    m_desk.show(sample("broken_pointer"));
    m_desk.workspace.preview(QStringLiteral("p"), [](const Tensor&, const ReportPtr&) -> Result<Change> {
        return invalidArgument("there is no way");
    });
    settle(m_desk.jobs);
    EXPECT_EQ(text("repair note"), "there is no way");
    EXPECT_TRUE(m_shown.child<QLabel>("repair note").isVisible());
    choose(0);
    EXPECT_NE(text("repair note"), "there is no way") << "of another one";
}

TEST_F(RepairsTest, ARepairThatOnlyAppendsLosesNothing)
{
    m_desk.show(tensorOf(R"({"layout":"strided","sizes":[3,3],"strides":[3,1],"offset":0,"storage_numel":8})"));
    QStringList titles;
    for (int row = 0; row < repairs().count(); ++row)
        titles << title(row);
    EXPECT_TRUE(titles.contains(QStringLiteral("append zeros to the storage that is too short")))
        << titles.join(QStringLiteral("; ")).toStdString();
}

// Beside each what it leads to, from a check of what it makes.
TEST_F(RepairsTest, EachSaysWhatItAchieves)
{
    m_desk.show(tensorOf(R"({"layout":"csr","size":[3,4],"members":{"crow_indices":[1,2,4,5],
        "col_indices":[0,9,0,1,2],"values":[1,2,3,4,5]}})"));
    int told = 0;
    for (int row = 0; row < repairs().count(); ++row) {
        const auto lines = repairs().item(row)->text().split(QLatin1Char('\n'));
        ASSERT_EQ(lines.size(), 2) << repairs().item(row)->text().toStdString();
        if (lines[0] == QStringLiteral("set crow_indices[0] from 1 to 0")) {
            EXPECT_EQ(lines[1], QStringLiteral("\u25b2 2 \u2192 1 place"));
            ++told;
        }
        choose(row);
        const auto& after = *m_desk.workspace.currentSubject()->preview->after.report;
        EXPECT_EQ(lines[1].startsWith(QChar(0x2713)), after.valid) << lines[0].toStdString();
        press("drop repair");
    }
    EXPECT_EQ(told, 1);
}

// A large tensor is not tried out before it is seen: a job does that.
TEST_F(RepairsTest, OfALargeTensorAJobTriesThemOut)
{
    constexpr int entries = 140'000;
    std::string columns = "0";
    for (int k = 1; k + 1 < entries; ++k)
        columns += "," + std::to_string(k);
    columns += ",200005";
    m_desk.show(
        tensorOf(R"({"layout":"csr","size":[1,200000],"members":{"crow_indices":[0,140000],"col_indices":[)" +
                 columns + R"(],"values":{"dtype":"float32","shape":[140000]}}})"));
    ASSERT_FALSE(report().repairs.empty());
    for (const auto& repair : report().repairs)
        EXPECT_FALSE(repair.outcome) << repair.id << " was tried out by the check itself";
    QStringList all;
    for (int row = 0; row < repairs().count(); ++row)
        all << repairs().item(row)->text();
    EXPECT_TRUE(all.contains(QStringLiteral("set col_indices[139999] from 200005 to 199999, the nearest that its "
                                            "neighbours allow (overwrites indices)\n\u2713 valid after it")))
        << all.join(QLatin1Char('\n')).toStdString();
    EXPECT_FALSE(all.join(QString()).contains(QStringLiteral("Trying out")));
}
