// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/block_map_chart.h"
#include "widgets/charts/shown_charts.h"

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::charts;

TEST(BlockMap, NumbersAreThoseOfTheTable)
{
    const auto session = test::smallSession();
    const auto map = blockMapOf(session, "matrix");

    ASSERT_EQ(map.cells.size(), 64U * 64);
    EXPECT_EQ(map.at(1, 1).fill, 0);
    EXPECT_EQ(map.at(4, 4).blocks, 62);
    EXPECT_DOUBLE_EQ(map.at(8, 4).fill, 1 - 1000.0 / (62 * 32));
    EXPECT_DOUBLE_EQ(map.at(8, 4).bytes, (13 + 1) * 8 + 62 * (8 + 32 * 4)); // 100 rows are 13 of blocks
    EXPECT_EQ(map.at(2, 3).predictedNs, session.blockTables[0].predictedNs[64 + 2]);
    EXPECT_TRUE(blockMapOf(session, "another").cells.empty());
    auto broken = session;
    broken.blockTables[0].blocks.pop_back();
    EXPECT_TRUE(blockMapOf(broken, "matrix").cells.empty());
}

TEST(BlockMapChart, AClickTellsTheSizeUnderTheMouse)
{
    BlockMapChart chart;
    chart.setMap(blockMapOf(test::smallSession(), "matrix"));
    test::showAt(chart, {1240, 300});
    QSignalSpy chosen(&chart, &BlockMapChart::blockChosen);
    QSignalSpy pointed(&chart, &Chart::pointed);
    const auto& field = chart.drawing().fields.at(0);

    test::moveTo(chart, field.at(12, 8));
    EXPECT_TRUE(pointed.last()[0].toString().startsWith(QStringLiteral("8 x 12")));
    QTest::mouseClick(&chart, Qt::LeftButton, {}, field.at(12, 8).toPoint());
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen[0][0].value<std::int64_t>(), 8);
    EXPECT_EQ(chosen[0][1].value<std::int64_t>(), 12);
    QTest::keyClick(&chart, Qt::Key_Right);
    QTest::keyClick(&chart, Qt::Key_Up);
    QTest::keyClick(&chart, Qt::Key_Return);
    EXPECT_EQ(chosen[1][0].value<std::int64_t>(), 7);
    EXPECT_EQ(chosen[1][1].value<std::int64_t>(), 13);
}

// The model says what the memory allows, which may be far from what was measured.
TEST(BlockMapChart, ASizeThatWasMeasuredHasAMarkAndItsTime)
{
    auto session = test::smallSession();
    session.rows.clear();
    for (const double time : {693e3, 500e3}) {
        auto row = test::cellOf("bsr", time);
        row.tensor = "matrix";
        row.variant.block = {2, 5};
        session.rows.push_back(row);
    }
    BlockMapChart chart;
    chart.setMap(blockMapOf(session, "matrix"));
    test::showAt(chart, {1240, 300});
    const auto& field = chart.drawing().fields.at(0);
    ASSERT_EQ(field.marks.size(), 1U);
    EXPECT_EQ(field.marks[0].at, field.at(5, 2));
    QSignalSpy pointed(&chart, &Chart::pointed);
    test::moveTo(chart, field.at(5, 2));
    ASSERT_FALSE(pointed.empty());
    const auto said = pointed.last()[0].toString();
    ASSERT_EQ(chart.map().measured.size(), 1U);
    EXPECT_LT(chart.map().measured[0].time.value, 600e3) << "the least of both";
    EXPECT_TRUE(
        said.contains(QStringLiteral("time of spmv as measured: ") + timeText(chart.map().measured[0].time)))
        << said.toStdString();
    test::moveTo(chart, field.at(12, 8));
    EXPECT_FALSE(pointed.last()[0].toString().contains(QStringLiteral("as measured")));
}

TEST(BlockMapChart, TheMeasureIsSwitched)
{
    BlockMapChart chart;
    chart.setMap(blockMapOf(test::smallSession(), "matrix"));
    test::showAt(chart, {1240, 300});
    const auto shadeOf = [&](std::size_t item) { return chart.drawing().fields.at(0).blocks[item].shade; };
    EXPECT_TRUE(test::hasLabel(chart.drawing(), QStringLiteral("memory")));
    EXPECT_GT(shadeOf(0), shadeOf(64 * 3 + 3)); // of 4 x 4: the pattern's own blocks

    chart.setMeasure(BlockMeasure::fill);

    EXPECT_EQ(shadeOf(0), 0);
    EXPECT_TRUE(test::hasLabel(chart.drawing(), QStringLiteral("zeros filled in")));
    EXPECT_EQ(titleOf(BlockMeasure::predicted), QStringLiteral("time of spmv at the measured bandwidth (model)"));
    chart.setMeasure(BlockMeasure::predicted);
    EXPECT_TRUE(test::hasLabel(chart.drawing(), titleOf(BlockMeasure::predicted)));
}

// Of a scattered matrix nearly all of every large block is fill: on an even scale that is one dark field.
TEST(BlockMapChart, ScatteredEntriesAreShadedByLogarithms)
{
    auto session = test::smallSession();
    auto& table = session.blockTables.front();
    table.blocks.assign(table.blocks.size(), table.entries); // each entry in a block of its own
    BlockMapChart chart;
    chart.setMap(blockMapOf(session, "matrix"));
    test::showAt(chart, {1240, 300});
    const auto side = static_cast<std::size_t>(table.side);
    const auto shadeOf = [&](std::size_t rows) {
        return chart.drawing().fields.at(0).blocks[(rows - 1) * side + rows - 1].shade;
    };
    for (const auto measure : {BlockMeasure::bytes, BlockMeasure::fill}) {
        chart.setMeasure(measure);
        EXPECT_TRUE(chart.isLog());
        EXPECT_EQ(shadeOf(1), 0);
        EXPECT_EQ(shadeOf(side), 1);
        EXPECT_LT(shadeOf(4), 0.5) << "blocks of 16 elements are far from those of thousands";
        EXPECT_GT(shadeOf(4), 0.05);
    }
    chart.setLog(false);
    EXPECT_GT(shadeOf(8), 0.95) << "as it would be";
}

// A tensor of 4x5 has no blocks of 64x64: a map up to there has cells of two pixels.
TEST(BlockMap, EndsBehindTheExtentsOfASmallTensor)
{
    auto session = test::smallSession();
    ASSERT_FALSE(session.subjects.empty());
    session.subjects[0].size = {4, 5};
    const auto map = blockMapOf(session, "matrix");
    EXPECT_EQ(map.side, 8);
    ASSERT_EQ(map.cells.size(), 64U);
    EXPECT_EQ(map.at(4, 5).rows, 4);
    EXPECT_EQ(map.at(4, 5).columns, 5);
    EXPECT_EQ(map.at(8, 8).rows, 8);
    session.subjects[0].size = {1, 1};
    EXPECT_EQ(blockMapOf(session, "matrix").side, 1);
}

TEST(BlockMap, SaysWhichSizeTakesTheFewestBytes)
{
    const auto map = blockMapOf(test::smallSession(), "matrix");
    ASSERT_TRUE(map.sentence);
    EXPECT_EQ(*map.sentence, *timing::sentenceOnBlocks(map.cells));
}

// Of 100 rows and 200 columns there are no blocks of 18x8, nor of 5x3.
TEST(BlockMap, SaysWhyASizeIsNotPossible)
{
    const auto map = blockMapOf(test::smallSession(), "matrix");
    EXPECT_FALSE(map.areAllWhole());
    EXPECT_TRUE(map.whyNot(5, 5).isEmpty());
    const auto why = map.whyNot(18, 8).toStdString();
    EXPECT_NE(why.find("blocks of 18x8 do not divide 100 rows and 200 columns"), std::string::npos) << why;
    EXPECT_NE(why.find("Padded to 108x200 "), std::string::npos) << why;
    EXPECT_NE(map.whyNot(5, 3).toStdString().find("Padded to 100x201 "), std::string::npos);
}

TEST(BlockMapChart, WhatTheTensorCanNotHaveIsDrawnSmallerAndNeverTheLeast)
{
    auto session = test::smallSession();
    auto& table = session.blockTables.front();
    const auto place = [&](std::int64_t rows, std::int64_t columns) {
        return static_cast<std::size_t>((rows - 1) * table.side + columns - 1);
    };
    table.blocks[place(3, 3)] = 1; // the fewest bytes by far, but 3 divides neither side
    BlockMapChart chart;
    chart.setMap(blockMapOf(session, "matrix"));
    test::showAt(chart, {1240, 900});
    const auto& field = chart.drawing().fields.at(0);
    EXPECT_GT(field.blocks[place(4, 4)].rect.width(), 1.5 * field.blocks[place(3, 3)].rect.width());
    const auto isFramed = [&](std::int64_t rows, std::int64_t columns) {
        const auto at = field.at(static_cast<double>(columns), static_cast<double>(rows));
        return std::any_of(
            field.blocks.begin() + table.side * table.side, field.blocks.end(),
            [&](const Block& block) { return block.frame == Ink::text && block.rect.contains(at); });
    };
    EXPECT_TRUE(isFramed(4, 4));
    EXPECT_FALSE(isFramed(3, 3));
}
