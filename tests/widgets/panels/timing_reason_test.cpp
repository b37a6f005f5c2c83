// SPDX-License-Identifier: GPL-3.0-or-later
// Why a form has no time is seen without scrolling.
#include "models/pairs_model.h"
#include "panels/fitted_columns.h"
#include "panels/reading_table.h"
#include "timing/verdicts.h"
#include "widgets/charts/sessions.h"
#include "widgets/panels/shown_timing.h"

#include <QHeaderView>
#include <QScrollBar>

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

// Why one form is faster than another is read beside the pair, whatever width the panel has.
TEST(TimingReason, OfAPairIsReadWithoutScrollingSideways)
{
    auto session = smallSession();
    for (auto& row : session.rows)
        row.isChecked = row.status == timing::Status::ok;
    session.verdicts = timing::verdictsOf(session);
    ASSERT_FALSE(session.verdicts.empty());
    ShownTiming shown;
    shown.open(session, "session.json");
    auto& table = shown.child<QTableView>("timing pairs");
    const auto& header = *table.horizontalHeader();
    ASSERT_GT(table.model()->rowCount(), 0);
    for (const auto size : {QSize(1000, 480), QSize(1280, 380), QSize(700, 600), QSize(1900, 500)}) {
        shown.panel->resize(size);
        settle(shown.desk.jobs);
        QCoreApplication::processEvents();
        EXPECT_EQ(table.horizontalScrollBar()->maximum(), 0) << size.width();
        const auto end =
            header.sectionViewportPosition(PairLine::reasonColumn) + header.sectionSize(PairLine::reasonColumn);
        EXPECT_LE(end, table.viewport()->width()) << size.width();
    }
}

TEST(TimingReason, OfAPairIsWrappedAndWholeInItsToolTip)
{
    PairLine line;
    line.texts = {
        QStringLiteral("csr"), QStringLiteral("dense"), QStringLiteral("faster"), QStringLiteral("2x"),
        QStringLiteral("it moves 1.1 % of the bytes; 99.7 % of the dense values are zeros; one of 4 rows "
                       "has 90 % of the entries")};
    PairsModel model;
    model.setLines(std::make_shared<const std::vector<PairLine>>(3, line));
    const std::unique_ptr<QTableView> table(
        readingTable(model, "pairs", QStringLiteral("Pairs"), PairLine::reasonColumn));
    new FittedColumns(*table, PairLine::reasonColumn);
    table->resize(420, 300);
    table->show();
    QCoreApplication::processEvents();
    const auto wrapped = table->rowHeight(0);
    EXPECT_EQ(table->horizontalScrollBar()->maximum(), 0);
    EXPECT_GE(wrapped, 3 * table->fontMetrics().lineSpacing());
    EXPECT_GT(table->columnWidth(PairLine::reasonColumn), table->columnWidth(PairLine::firstColumn));
    table->resize(2000, 300);
    QCoreApplication::processEvents();
    EXPECT_LT(table->rowHeight(0), 2 * table->fontMetrics().lineSpacing()) << "all has room on one line";
    EXPECT_TRUE(model.index(0, PairLine::reasonColumn)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains(line.texts[PairLine::reasonColumn]));
}
