// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/cost_map_chart.h"
#include "charts/measures.h"
#include "widgets/charts/shown_charts.h"

#include <gtest/gtest.h>

#include <numeric>

using namespace tscope;
using namespace tscope::charts;

namespace {

std::vector<CostMap> smallMaps(Time time = Time::warm)
{
    return costMapsOf(test::smallSession(), test::spmvCells(), time);
}

// One form of a matrix in which each tile has the bytes that `bytesOf` tells.
template <class BytesOf>
CostMap mapOf(std::int64_t rows, std::int64_t columns, const BytesOf& bytesOf)
{
    timing::Session session;
    timing::CostMap map;
    map.tensor = "matrix";
    map.rows = rows;
    map.columns = columns;
    map.tileRows = (rows + 31) / 32;
    map.tileColumns = (columns + 31) / 32;
    timing::CostMap::Form form;
    form.variant.layout = "csr";
    for (std::int64_t i = 0; i < map.tilesDown() * map.tilesAcross(); ++i) {
        form.bytes.push_back(bytesOf(i));
        map.entries.push_back(form.bytes.back() / 12);
    }
    map.forms.push_back(form);
    session.costMaps.push_back(map);
    return costMapsOf(session, test::spmvCells(), Time::warm).at(0);
}

std::string allFaults(const Chart& chart)
{
    return test::faultsOf(chart.drawing(), chart.font()).join(QLatin1Char('\n')).toStdString();
}

const Block& tileBlock(const CostMapChart& chart, std::size_t number)
{
    return chart.drawing().fields.at(0).blocks.at(number);
}

} // namespace

TEST(CostMap, TilesAreThoseOfTheSession)
{
    const auto session = test::smallSession();
    const auto maps = smallMaps();

    ASSERT_EQ(maps.size(), 4U);
    const auto& csr = maps[0];
    EXPECT_EQ(csr.title, QStringLiteral("csr"));
    EXPECT_EQ(maps[2].title, QStringLiteral("bsr 4x4"));
    ASSERT_EQ(csr.across, 29);
    ASSERT_EQ(csr.tiles.size(), 25U * 29);
    EXPECT_EQ(csr.tiles[0], (CostTile{0, 3, 0, 6, 10, 0, 120}));
    EXPECT_EQ(csr.tiles[29 * 5 + 2], (CostTile{20, 23, 14, 20, 7, 0, 84}));
    EXPECT_EQ(csr.tiles[28].firstColumn, 196); // the last one has four columns
    EXPECT_EQ(csr.tiles[28].lastColumn, 199);
    EXPECT_EQ(csr.tiles.back().lastRow, 99);
    EXPECT_EQ(csr.pointerBytes, 808);
    const auto bytes = std::accumulate(csr.tiles.begin(), csr.tiles.end(), 0.0,
                                       [](double sum, const CostTile& tile) { return sum + tile.bytes; });
    EXPECT_EQ(csr.bytes, bytes);
    EXPECT_DOUBLE_EQ(csr.at(csr.tiles[0], CostMeasure::share), 120 / bytes);
    const auto median = session.rows[0].warm.median().value;
    ASSERT_TRUE(csr.time);
    EXPECT_EQ(csr.time->nanoseconds, median);
    EXPECT_DOUBLE_EQ(csr.at(csr.tiles[0], CostMeasure::time), median * 120 / bytes);
    EXPECT_TRUE(csr.has(CostMeasure::time));
    EXPECT_FALSE(csr.has(CostMeasure::fill));
    EXPECT_TRUE(maps[2].has(CostMeasure::fill));
    EXPECT_EQ(maps[2].at(maps[2].tiles[0], CostMeasure::fill), 6);
    EXPECT_TRUE(costMapsOf(session, {"another", "spmv", {}}, Time::warm).empty());
}

TEST(CostMap, TimesAreOfTheDeviceOfTheChosenRow)
{
    const auto session = test::smallSession();
    const auto timeOf = [&](std::optional<std::size_t> row) {
        return costMapsOf(session, test::spmvCells(), Time::warm, row).at(0).time->words.toStdString();
    };
    EXPECT_EQ(timeOf({}), "spmv on cpu, kernel, warm");
    EXPECT_EQ(timeOf(7), "spmv on cuda:0, kernel, warm");
    EXPECT_EQ(timeOf(2), "spmv on cpu, kernel, warm");
    EXPECT_FALSE(smallMaps(Time::conversion)[1].time); // it is no time of this form's bytes
    EXPECT_FALSE(costMapsOf(session, {"matrix", "add", {}}, Time::warm)[0].time);
}

TEST(CostMap, OfATableThatDoesNotFitIsNone)
{
    for (const auto breakIt : std::initializer_list<void (*)(timing::CostMap&)>{
             [](timing::CostMap& map) { map.entries.pop_back(); },
             [](timing::CostMap& map) { map.forms[1].bytes.pop_back(); },
             [](timing::CostMap& map) { map.forms[2].fill.pop_back(); },
             [](timing::CostMap& map) { map.rows = 0; }, [](timing::CostMap& map) { map.tileRows = 0; },
             [](timing::CostMap& map) { map.tileColumns = 1; }}) {
        auto session = test::smallSession();
        breakIt(session.costMaps[0]);
        EXPECT_TRUE(costMapsOf(session, test::spmvCells(), Time::warm).empty());
    }
}

TEST(CostMap, TheTableHasAllNumbers)
{
    const auto map = smallMaps()[2];
    const auto table = tableOf(map);
    ASSERT_EQ(table.rows.size(), map.tiles.size() + 2);
    const auto& first = table.rows[0];
    ASSERT_EQ(first.size(), table.header.size());
    EXPECT_EQ(first.mid(0, 7).join(QLatin1Char(' ')).toStdString(), "0 3 0 6 10 6 144");
    EXPECT_DOUBLE_EQ(first[7].toDouble(), 144 / map.bytes);
    EXPECT_DOUBLE_EQ(first[8].toDouble(), map.time->nanoseconds * 144 / map.bytes);
    EXPECT_EQ(table.rows[map.tiles.size()][6].toDouble(), 808);
    EXPECT_EQ(table.rows.back()[6].toDouble(), map.bytes);
    EXPECT_TRUE(tableOf(CostMap()).rows.empty());
}

TEST(CostMapChart, DarkerIsMoreAndNothingIsLeftFree)
{
    CostMapChart chart;
    chart.setMap(mapOf(64, 64, [](std::int64_t i) { return i < 3 ? i * 600 : 0; }));
    test::showAt(chart, {900, 500});

    ASSERT_EQ(chart.drawing().fields.at(0).blocks.size(), 2U);
    EXPECT_DOUBLE_EQ(tileBlock(chart, 0).shade, 0.5);
    EXPECT_DOUBLE_EQ(tileBlock(chart, 1).shade, 1);
    EXPECT_TRUE(test::hasLabel(chart.drawing(), QStringLiteral("share of the bytes")));
    EXPECT_TRUE(test::hasLabel(chart.drawing(), QStringLiteral("67 %"))); // the greatest, with its unit
    EXPECT_TRUE(test::hasLabel(chart.drawing(), QStringLiteral("0 %")));
    EXPECT_TRUE(test::hasLabel(chart.drawing(), QStringLiteral("csr: 1.76 KiB in the tiles")));
    chart.setLog(true);
    EXPECT_DOUBLE_EQ(tileBlock(chart, 0).shade, 0);
    EXPECT_TRUE(test::hasLabel(chart.drawing(), QStringLiteral("33 %"))); // the least there is
}

TEST(CostMapChart, TilesLieWhereTheirRowsAndColumnsAre)
{
    CostMapChart chart;
    chart.setMap(smallMaps()[0]);
    test::showAt(chart, {900, 500});
    const auto& field = chart.drawing().fields.at(0);

    const auto& rect = field.blocks.at(0).rect;
    EXPECT_NEAR(rect.left(), field.toX(0), 1);
    EXPECT_NEAR(rect.right(), field.toX(7), 1);
    EXPECT_NEAR(rect.bottom(), field.toY(4), 1);
    EXPECT_LT(field.toY(0), field.toY(100)); // rows go down
    EXPECT_EQ(field.x.full, (Range{0, 200}));
    EXPECT_EQ(field.y.full, (Range{0, 100}));
}

TEST(CostMapChart, AClickTellsTheTileUnderTheMouse)
{
    CostMapChart chart;
    chart.setMap(smallMaps()[2]);
    test::showAt(chart, {900, 500});
    QSignalSpy chosen(&chart, &CostMapChart::tileChosen);
    QSignalSpy pointed(&chart, &Chart::pointed);
    const auto field = chart.drawing().fields.at(0); // that of now: what is drawn is drawn anew
    const auto chosenTile = [&](qsizetype i) { return chosen.at(i)[0].value<CostTile>(); };

    test::moveTo(chart, field.at(17, 22));
    const auto said = pointed.last()[0].toString();
    EXPECT_TRUE(said.startsWith(QStringLiteral("rows 20\u201323, columns 14\u201320\n7 entries\n120 B, ")))
        << said.toStdString();
    EXPECT_TRUE(said.contains(QStringLiteral("9 elements are fill"))) << said.toStdString();
    EXPECT_TRUE(said.contains(QStringLiteral("of spmv on cpu, kernel, warm, by bytes"))) << said.toStdString();
    QTest::mouseClick(&chart, Qt::LeftButton, {}, field.at(17, 22).toPoint());
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosenTile(0), chart.map().tiles[29 * 5 + 2]);
    QTest::keyClick(&chart, Qt::Key_Right);
    QTest::keyClick(&chart, Qt::Key_Up);
    QTest::keyClick(&chart, Qt::Key_Return);
    EXPECT_EQ(chosenTile(1), chart.map().tiles[29 * 4 + 3]);
    for (int i = 0; i < 40; ++i)
        QTest::keyClick(&chart, Qt::Key_Right);
    QTest::keyClick(&chart, Qt::Key_Return);
    EXPECT_EQ(chosenTile(2), chart.map().tiles[29 * 4 + 28]); // and no farther
    QTest::mouseClick(&chart, Qt::LeftButton, {}, (field.rect.bottomRight() - QPointF(0.5, 0.5)).toPoint());
    EXPECT_EQ(chosenTile(3), chart.map().tiles.back());
}

TEST(CostMapChart, AnotherFormKeepsTheTileThatIsChosen)
{
    CostMapChart chart;
    chart.setMap(smallMaps()[0]);
    test::showAt(chart, {900, 500});
    chart.choose(5);
    chart.setMeasure(CostMeasure::fill);
    EXPECT_EQ(chart.measure(), CostMeasure::share); // csr has no fill

    chart.setMap(smallMaps()[2]);

    EXPECT_EQ(chart.chosen(), 5);
    EXPECT_EQ(chart.measure(), CostMeasure::fill);
    EXPECT_TRUE(test::hasLabel(chart.drawing(), QStringLiteral("fill (elements)")));
    chart.setMap(mapOf(3, 3, [](std::int64_t) { return 12; }));
    EXPECT_EQ(chart.chosen(), -1);
}

TEST(CostMapChart, MatricesOfAllSizesHaveTheirRoom)
{
    const auto even = [](std::int64_t) { return std::int64_t{12}; };
    const auto steep = [](std::int64_t i) { return std::int64_t{1} << (i % 62); };
    const auto none = [](std::int64_t) { return std::int64_t{0}; };
    for (const auto& map :
         {mapOf(1, 1, even), mapOf(32, 32, steep), mapOf(1, 1'000'000'000, even), mapOf(1'000'000'000, 1, steep),
          mapOf(3, 2, even), mapOf(40, 40, none), mapOf(std::int64_t{1} << 62, std::int64_t{1} << 61, steep)})
        for (const auto size :
             {QSize(1240, 300), QSize(700, 260), QSize(420, 220), QSize(240, 140), QSize(400, 900)})
            for (const bool isLog : {false, true}) {
                CostMapChart chart;
                chart.setLog(isLog);
                chart.setMap(map);
                test::showAt(chart, size);
                EXPECT_EQ(allFaults(chart), std::string())
                    << map.rows << " x " << map.columns << " at " << size.width() << " x " << size.height();
                for (const auto& label : chart.drawing().labels)
                    EXPECT_FALSE(label.text.contains(QStringLiteral("nan")) ||
                                 label.text.contains(QStringLiteral("inf")))
                        << label.text.toStdString();
                for (const auto& tick : chart.drawing().fields.at(0).xTicks)
                    EXPECT_EQ(tick.at, std::floor(tick.at)); // there are no half columns
            }
}
