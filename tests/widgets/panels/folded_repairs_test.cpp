// SPDX-License-Identifier: GPL-3.0-or-later
// The first cause and the first repair are in sight; the others leave their room to the list of the rules until
// they are asked for.
#include "panels/cause_box.h"

#include "widgets/panels/shown_rules.h"

#include <QScrollArea>
#include <QScrollBar>
#include <QWheelEvent>

using namespace tscope;
using namespace tscope::test;

namespace {

// Columns beyond the size, unsorted and repeated ones: two causes, six repairs.
Tensor brokenInManyWays()
{
    return tensorOf(R"({"layout":"csr","size":[6,10],"members":{"crow_indices":[0,3,6,9,12,15,18],
        "col_indices":[5,1,9,0,4,4,2,16,9,1,3,7,0,2,15,4,1,8],
        "values":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18]}})");
}

class FoldedRepairsTest : public RulesPanelTest
{
protected:
    void show()
    {
        m_desk.show(brokenInManyWays());
        settle(m_desk.jobs);
        ASSERT_GT(report().causes.size(), 1U);
        ASSERT_GT(repairs().count(), 3);
    }
    bool isInSight(int row)
    {
        const auto rect = repairs().visualItemRect(repairs().item(row));
        return repairs().viewport()->visibleRegion().boundingRect().contains(rect);
    }
    QToolButton& more() { return m_shown.child<QToolButton>("more repairs"); }
    QScrollArea& area(const char* name) { return m_shown.child<QScrollArea>(name); }
    int folded()
    {
        return static_cast<int>(report().causes.size() + report().misreadings.size()) - 1 + repairs().count() - 1;
    }
};

} // namespace

TEST_F(FoldedRepairsTest, TheFirstOfBothAreShownAndAClickShowsAll)
{
    show();
    EXPECT_EQ(causes().find('\n'), std::string::npos) << causes();
    EXPECT_TRUE(isInSight(0));
    EXPECT_FALSE(isInSight(1));
    EXPECT_EQ(more().text(), QStringLiteral("More: %1").arg(folded()));
    const auto causesBehind = static_cast<int>(report().causes.size() + report().misreadings.size()) - 1;
    EXPECT_TRUE(more().toolTip().endsWith(
        QStringLiteral("more causes: %1, repairs: %2").arg(causesBehind).arg(folded() - causesBehind)))
        << more().toolTip().toStdString();
    EXPECT_EQ(more().accessibleName(), QStringLiteral("More causes and repairs: %1").arg(folded()));

    QTest::mouseClick(&more(), Qt::LeftButton);
    settle(m_desk.jobs);
    EXPECT_NE(causes().find('\n'), std::string::npos) << causes();
    EXPECT_EQ(repairs().verticalScrollBar()->maximum(), 0) << "what is around it is scrolled";
    EXPECT_EQ(more().text(), QStringLiteral("Fewer"));
    area("causes and repairs").ensureWidgetVisible(&repairs());

    QTest::mouseClick(&more(), Qt::LeftButton);
    settle(m_desk.jobs);
    EXPECT_FALSE(isInSight(1));
    EXPECT_TRUE(isInSight(0));
}

TEST_F(FoldedRepairsTest, WithNothingBehindTheFirstThereIsNothingToUnfold)
{
    m_desk.show(sample("broken_pointer"));
    ASSERT_EQ(repairs().count(), 1);
    EXPECT_FALSE(more().isVisible());
    m_desk.show(sample("csr"));
    EXPECT_FALSE(more().isVisible());
    EXPECT_FALSE(repairs().isVisible());
}

TEST_F(FoldedRepairsTest, KeysReachAllOfThem)
{
    show();
    more().setFocus(Qt::TabFocusReason);
    QTest::keyClick(&more(), Qt::Key_Space);
    settle(m_desk.jobs);
    EXPECT_NE(causes().find('\n'), std::string::npos);
    QTest::keyClick(&more(), Qt::Key_Space);
    settle(m_desk.jobs);
    EXPECT_EQ(causes().find('\n'), std::string::npos);

    // The list shows the row that keys come to.
    repairs().setFocus(Qt::TabFocusReason);
    for (int row = 1; row < repairs().count(); ++row) {
        QTest::keyClick(&repairs(), Qt::Key_Down);
        settle(m_desk.jobs);
        EXPECT_EQ(repairs().currentRow(), row);
        EXPECT_TRUE(isInSight(row)) << row;
    }
    EXPECT_EQ(more().text(), QStringLiteral("Fewer"));
}

TEST_F(FoldedRepairsTest, AChosenRepairIsNotFoldedAway)
{
    show();
    QTest::mouseClick(&more(), Qt::LeftButton);
    settle(m_desk.jobs);
    area("causes and repairs")
        .verticalScrollBar()
        ->setValue(area("causes and repairs").verticalScrollBar()->maximum());
    choose(repairs().count() - 1);
    ASSERT_TRUE(m_desk.workspace.currentSubject()->preview);
    QTest::mouseClick(&more(), Qt::LeftButton);
    settle(m_desk.jobs);
    EXPECT_EQ(more().text(), QStringLiteral("Fewer"));
    press("drop repair");
    QTest::mouseClick(&more(), Qt::LeftButton);
    settle(m_desk.jobs);
    EXPECT_NE(more().text(), QStringLiteral("Fewer"));
}

TEST_F(FoldedRepairsTest, TheWheelDoesNotScrollWhatIsFoldedAway)
{
    show();
    const QPointF at = repairs().visualItemRect(repairs().item(0)).center();
    QWheelEvent wheel(at, repairs().viewport()->mapToGlobal(at), {}, {0, -240}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(repairs().viewport(), &wheel);
    settle(m_desk.jobs);
    EXPECT_TRUE(isInSight(0));
    EXPECT_FALSE(isInSight(1));
}

// The note says below a repair which numbers it changes; the list gives it some of its room.
TEST_F(FoldedRepairsTest, WhatAPreviewChangesIsInSight)
{
    m_shown.panel->resize(400, 420);
    show();
    choose(0);
    auto& note = m_shown.child<QLabel>("repair note");
    ASSERT_FALSE(note.text().isEmpty());
    EXPECT_EQ(note.visibleRegion().boundingRect(), note.rect());
    EXPECT_TRUE(isInSight(0));
}

// Four rows of the list need more than a low panel has beside all else.
TEST_F(FoldedRepairsTest, InALowPanelAllIsScrolledTogether)
{
    show();
    auto& list = area("rules area");
    auto& cause = m_shown.child<LinkedText>("cause");
    EXPECT_FALSE(list.isAncestorOf(&cause));
    // The first resize takes the head away, which keeps the panel from being lower.
    for (int round = 0; round < 2; ++round) {
        m_shown.panel->resize(400, 200);
        settle(m_desk.jobs);
    }
    EXPECT_TRUE(list.isAncestorOf(&cause));
    EXPECT_TRUE(cause.isVisible());
    EXPECT_EQ(area("causes and repairs").verticalScrollBar()->maximum(), 0);
    list.ensureWidgetVisible(&repairs());
    EXPECT_TRUE(isInSight(0));
    m_shown.panel->resize(400, 600);
    settle(m_desk.jobs);
    EXPECT_FALSE(list.isAncestorOf(&cause));
    EXPECT_TRUE(isInSight(0));
}

// Half a line for all repairs is no list: what is around it gives way.
TEST_F(FoldedRepairsTest, UnfoldedTheListHasTheHeightOfItsRows)
{
    for (const int height : {430, 600}) {
        m_shown.panel->resize(400, height);
        show();
        if (more().text() != QStringLiteral("Fewer"))
            QTest::mouseClick(&more(), Qt::LeftButton);
        settle(m_desk.jobs);
        settle(m_desk.jobs);
        EXPECT_TRUE(isInSight(0)) << height;
        EXPECT_TRUE(isInSight(1)) << height;
        const auto seen = repairs().visibleRegion().boundingRect().height();
        const auto last = repairs().visualItemRect(repairs().item(std::min(6, repairs().count()) - 1)).bottom();
        EXPECT_GE(seen, std::min(last, height / 2)) << height;
    }
}
