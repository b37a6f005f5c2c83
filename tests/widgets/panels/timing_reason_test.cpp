// SPDX-License-Identifier: GPL-3.0-or-later
// Why a form has no time is seen without scrolling.
#include "widgets/charts/sessions.h"
#include "widgets/panels/shown_timing.h"

#include <QHeaderView>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

TEST(TimingReason, IsSeenInAPanelOfUsualWidth)
{
    ShownTiming shown;
    shown.panel->resize(1000, 600);
    shown.open(smallSession(), "session.json");
    auto& table = shown.child<QTableView>("timing table");
    const auto& header = *table.horizontalHeader();
    const auto end =
        header.sectionViewportPosition(TimingLine::reasonColumn) + header.sectionSize(TimingLine::reasonColumn);
    EXPECT_LE(end, table.viewport()->width());
    EXPECT_GT(header.sectionSize(TimingLine::reasonColumn), header.minimumSectionSize());
}
