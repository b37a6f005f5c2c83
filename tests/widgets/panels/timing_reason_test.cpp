// SPDX-License-Identifier: GPL-3.0-or-later
// Where the reasons are, why a form has no time and why one is faster than another.
#include "models/pairs_model.h"
#include "panels/fitted_columns.h"
#include "panels/reading_table.h"
#include "timing/verdicts.h"
#include "widgets/charts/sessions.h"
#include "widgets/panels/shown_timing.h"

#include <QHeaderView>
#include <QIdentityProxyModel>
#include <QScrollBar>
#include <QTest>

#include <gtest/gtest.h>

#include <set>

using namespace tscope;
using namespace tscope::test;

namespace {

// A model that notes the rows whose texts are asked for.
class NotedRows final : public QIdentityProxyModel
{
public:
    QVariant data(const QModelIndex& index, int role) const override
    {
        if (role == Qt::DisplayRole)
            rows.insert(index.row());
        return QIdentityProxyModel::data(index, role);
    }

    mutable std::set<int> rows;
};

PairLine pairWithAReason()
{
    PairLine line;
    line.texts = {
        QStringLiteral("csr"), QStringLiteral("dense"), QStringLiteral("faster"), QStringLiteral("2x"),
        QStringLiteral("it moves 1.1 % of the bytes; 99.7 % of the dense values are zeros; one of 4 rows "
                       "has 90 % of the entries")};
    return line;
}

} // namespace

// One form without a time does not push what a conversion costs out of sight.
TEST(TimingReason, IsBehindTheConversionAndInTheToolTip)
{
    ShownTiming shown;
    shown.panel->resize(1240, 800);
    auto session = smallSession();
    for (auto& row : session.rows)
        if (row.variant.layout != "csr")
            row.conversion = figureAround(450000);
    shown.open(session, "session.json");
    auto& table = shown.child<QTableView>("timing table");
    const auto& header = *table.horizontalHeader();
    ASSERT_FALSE(table.isColumnHidden(TimingLine::reasonColumn));
    EXPECT_EQ(header.visualIndex(TimingLine::reasonColumn), TimingLine::columns - 1);
    EXPECT_LT(header.visualIndex(TimingLine::paysColumn), header.visualIndex(TimingLine::coldColumn));
    const auto end =
        header.sectionViewportPosition(TimingLine::paysColumn) + header.sectionSize(TimingLine::paysColumn);
    EXPECT_LE(end, table.viewport()->width());
    for (int line = 0; line < table.model()->rowCount(); ++line) {
        const auto reason = table.model()->index(line, TimingLine::reasonColumn).data().toString();
        EXPECT_TRUE(
            table.model()->index(line, TimingLine::timeColumn).data(Qt::ToolTipRole).toString().contains(reason));
    }
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
    const auto line = pairWithAReason();
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

TEST(TimingReason, RowsInSightAreLaidOutFirstAndAResizeWaitsForFewOfThem)
{
    PairsModel model;
    model.setLines(std::make_shared<const std::vector<PairLine>>(300, pairWithAReason()));
    NotedRows noted;
    noted.setSourceModel(&model);
    const std::unique_ptr<QTableView> table(
        readingTable(noted, "pairs", QStringLiteral("Pairs"), PairLine::reasonColumn));
    new FittedColumns(*table, PairLine::reasonColumn);
    table->resize(2000, 300);
    table->show();
    constexpr int patience = 60'000; // milliseconds: a busy machine takes its time
    const auto areWrapped = [&](bool wanted) {
        const auto threeLines = 3 * table->fontMetrics().lineSpacing();
        for (int row = 0; row < 300; ++row)
            if ((table->rowHeight(row) >= threeLines) != wanted)
                return false;
        return true;
    };
    ASSERT_TRUE(QTest::qWaitFor([&] { return areWrapped(false); }, patience));
    table->scrollTo(noted.index(200, 0), QAbstractItemView::PositionAtTop);
    QCoreApplication::processEvents();

    noted.rows.clear();
    table->resize(420, 300); // nothing is painted yet

    EXPECT_TRUE(noted.rows.contains(200));
    EXPECT_LT(noted.rows.size(), 20U) << "others wait until nothing else is to be done";
    EXPECT_GE(table->rowHeight(200), 3 * table->fontMetrics().lineSpacing());
    EXPECT_TRUE(QTest::qWaitFor([&] { return areWrapped(true); }, patience));
    QCoreApplication::processEvents();
    EXPECT_EQ(table->rowAt(0), 200) << "what is read stays where it is";
}
