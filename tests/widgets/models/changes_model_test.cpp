// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/changes_model.h"

#include "charts/measures.h"
#include "core/timing/support/made_session.h"
#include "widgets/charts/sessions.h"
#include "widgets/support/model_contract.h"

#include <gtest/gtest.h>

using namespace tscope;

namespace {

struct ShownModel {
    ChangesModel model;
    test::ModelContract contract{model};
    charts::Changes changes;

    explicit ShownModel(const test::TwoRuns& runs) : changes(charts::changesOf(runs.before, runs.after))
    {
        model.setLines(std::make_shared<const std::vector<ChangeLine>>(changeLinesOf(changes)));
    }
    QString text(int line, int column) { return model.index(line, column).data().toString(); }
};

} // namespace

TEST(ChangesModel, EachCellIsALineWithItsTimesAndWord)
{
    auto runs = test::twoRunsOf(test::smallSession());
    runs.before.rows.erase(runs.before.rows.begin() + 1); // coo
    ShownModel shown(runs);
    const auto matched = static_cast<int>(shown.changes.changes.size());
    ASSERT_EQ(matched, 4); // csr, bsr, strided; csr on the other device
    ASSERT_EQ(shown.model.rowCount(), matched + static_cast<int>(shown.changes.alone.size()));
    for (int line = 0; line < matched; ++line) {
        const auto& change = shown.changes.changes[static_cast<std::size_t>(line)];
        EXPECT_EQ(shown.text(line, ChangeLine::beforeColumn), charts::timeText(change.was));
        EXPECT_EQ(shown.text(line, ChangeLine::afterColumn), charts::timeText(change.is));
        EXPECT_EQ(shown.text(line, ChangeLine::ratioColumn), charts::speedText(change.ratio, change.word));
        EXPECT_EQ(shown.text(line, ChangeLine::wordColumn), charts::titleOf(change.word));
        EXPECT_EQ(shown.model.index(line, ChangeLine::ratioColumn).data(ChangesModel::SortRole).toDouble(),
                  change.ratio.value);
        EXPECT_EQ(shown.model.rowAt(line), change.after);
        EXPECT_EQ(shown.model.lineOf(change.after), line);
    }
    EXPECT_EQ(shown.text(matched, ChangeLine::wordColumn), QStringLiteral("\u2013 in neither"));
    EXPECT_TRUE(shown.text(matched, ChangeLine::reasonColumn).contains(QStringLiteral(" in both")));
    const auto last = shown.model.rowCount() - 1;
    EXPECT_EQ(shown.text(last, ChangeLine::wordColumn), QStringLiteral("\u2013 only after"));
    EXPECT_EQ(shown.text(last, ChangeLine::reasonColumn),
              QStringLiteral("the other session did not time this form"));
    EXPECT_EQ(shown.model.rowAt(last), 1U);
    EXPECT_FALSE(shown.model.index(last, ChangeLine::ratioColumn).data(ChangesModel::SortRole).isValid());
    EXPECT_EQ(shown.model.lineOf(999), -1);
}

TEST(ChangesModel, CellsThatDifferInOneThingSaySo)
{
    auto runs = test::twoRunsOf(timing::sessionOf({timing::okRow(timing::form("csr"), timing::timed(10))}));
    runs.after.rows[0].device = "cpu (1 thread)";
    ShownModel shown(runs);
    EXPECT_EQ(shown.text(0, ChangeLine::reasonColumn), QStringLiteral("1 thread, before: all 4 threads"));
}

TEST(ChangesModel, RowsAreThoseOfTheSideThatIsShown)
{
    auto runs = test::twoRunsOf(test::smallSession());
    runs.before.rows.erase(runs.before.rows.begin() + 1); // coo
    ShownModel shown(runs);
    shown.model.setLines(std::make_shared<const std::vector<ChangeLine>>(changeLinesOf(shown.changes)),
                         charts::Side::before);
    const auto& change = shown.changes.changes[1];
    ASSERT_NE(change.before, change.after);
    EXPECT_EQ(shown.model.rowAt(1), change.before);
    EXPECT_EQ(shown.model.lineOf(change.before), 1);
    EXPECT_FALSE(shown.model.rowAt(shown.model.rowCount() - 1)) << "it is only after";
}

TEST(ChangesModel, AScreenReaderHearsTheWholeLine)
{
    ShownModel shown(test::twoRunsOf(test::smallSession()));
    const auto said = shown.model.index(0, 0).data(Qt::AccessibleTextRole).toString();
    EXPECT_TRUE(said.contains(QStringLiteral("Form: csr"))) << said.toStdString();
    EXPECT_TRUE(said.contains(QStringLiteral("Change: \u25b2 faster"))) << said.toStdString();
    for (int column = 0; column < shown.model.columnCount(); ++column)
        EXPECT_FALSE(shown.model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().isEmpty());
    shown.model.setLines(nullptr);
    EXPECT_EQ(shown.model.rowCount(), 0);
    EXPECT_EQ(shown.model.lineOf(0), -1);
}
