// SPDX-License-Identifier: GPL-3.0-or-later
// A form looks the same in all charts and all sessions, whichever is the fastest.
#include "charts/bars.h"
#include "charts/break_even.h"
#include "charts/form_look.h"
#include "charts/multiples.h"
#include "charts/roofline.h"
#include "widgets/charts/sessions.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

using namespace tscope;
using namespace tscope::test;

namespace {

using Looks = std::map<std::size_t, charts::FormLook>; // by row

template <class Items>
void expectLooks(const Items& items, const Looks& looks)
{
    EXPECT_FALSE(items.empty());
    for (const auto& item : items)
        EXPECT_EQ(item.look, looks.at(item.row)) << item.title.toStdString();
}

} // namespace

TEST(FormLooks, AreThoseOfTheFormInEveryChartWhateverItsRank)
{
    auto session = smallSession();
    for (auto& row : session.rows)
        row.isChecked = row.status == timing::Status::ok;
    Looks looks;
    for (std::size_t i = 0; i < session.rows.size(); ++i)
        looks[i] = charts::formLookOf(session.rows[i]);
    for (int turn = 0; turn < 3; ++turn) {
        for (auto& row : session.rows)
            if (row.warm.isThere())
                for (auto& sample : row.warm.samples)
                    sample = 1e6 / sample; // the fastest becomes the slowest
        expectLooks(charts::barsOf(session, {spmvCells(), charts::Time::warm, {}}).bars, looks);
        expectLooks(charts::rooflineOf(session, spmvCells()).points, looks);
        expectLooks(charts::breakEvenOf(session, {spmvCells(), charts::Time::warm}).lines, looks);
        const auto multiples = charts::multiplesOf(session, "spmv", charts::Time::warm);
        for (const auto& cell : multiples.cells)
            EXPECT_EQ(multiples.looks[cell.form], looks.at(cell.row));
    }
}

TEST(FormLooks, TellTheUsualFormsOfAMatrixApart)
{
    const auto lookOf = [](const char* layout, std::int64_t block, const char* device = "cpu") {
        auto row = cellOf(layout, 1, device);
        row.variant.block = {block, block};
        return charts::formLookOf(row);
    };
    std::set<Ink> inks;
    for (const auto* layout : {"csr", "csc", "coo", "bsr", "bsc", "strided"})
        inks.insert(lookOf(layout, 1).ink);
    EXPECT_EQ(inks.size(), 6U) << "a layout has a colour of its own";
    EXPECT_EQ(lookOf("bsr", 2).ink, lookOf("bsr", 16).ink);
    std::set<charts::Shape> shapes;
    for (const auto block : {2, 4, 8, 16})
        shapes.insert(lookOf("bsr", block).shape);
    EXPECT_EQ(shapes.size(), 4U) << "the usual block sizes have signs of their own";
    EXPECT_NE(lookOf("bsr", 5).shape, lookOf("bsr", 7).shape) << "sides of a matrix of 35 x 35";
    EXPECT_NE(lookOf("csr", 1).dash, lookOf("csr", 1, "cuda:0").dash);
}
