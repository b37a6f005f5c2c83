// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes of blocks: the one that is chosen is measured, or refused with the reason.
#include "charts/block_map_chart.h"
#include "make/generators.h"
#include "timings/block_page.h"
#include "widgets/panels/measured_timing.h"

#include <QLabel>
#include <QLineEdit>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

// The chart asks for nothing else than this signal.
void chooseBlock(ShownPanel& shown, std::int64_t rows, std::int64_t columns)
{
    Q_EMIT shown.panel->findChild<charts::BlockMapChart*>()->blockChosen(rows, columns);
}

} // namespace

TEST_F(TimingPanelTest, TheBlockSizeThatIsChosenIsMeasured)
{
    m_shown.desk.show(tensorOf(R"({"layout":"strided","dtype":"float32","members":{"values":
        [[1,0,0,0,2,0],[0,0,0,3,0,0],[0,4,0,0,0,0],[5,0,0,0,0,6],[0,0,7,0,0,0],[0,0,0,0,8,0]]}})"),
                      "six");
    check("timed operations", {QStringLiteral("spmv")});
    check("timed layouts", {QStringLiteral("csr")});
    measure();
    turnTo("Block sizes");
    settle(m_shown.desk.jobs);
    auto& button = m_shown.child<QPushButton>("measure block");
    auto& convert = m_shown.child<QPushButton>("convert to block");
    EXPECT_FALSE(button.isEnabled());
    chooseBlock(m_shown, 2, 3);
    ASSERT_TRUE(button.isEnabled());
    EXPECT_EQ(button.text(), QStringLiteral("Measure bsr 2x3"));
    EXPECT_TRUE(convert.isEnabled());
    chooseBlock(m_shown, 4, 3);
    EXPECT_FALSE(button.isEnabled());
    EXPECT_FALSE(convert.isEnabled());
    for (const auto* each : {&button, &convert})
        EXPECT_TRUE(each->toolTip().contains(QStringLiteral("blocks of 4x3 do not divide 6 rows and 6 columns")))
            << each->toolTip().toStdString();
    EXPECT_TRUE(m_shown.child<QLabel>("block sentence").text().contains(QStringLiteral("Small squares: ")));
    chooseBlock(m_shown, 2, 3);
    click("measure block");
    settle(m_shown.desk.jobs);
    ASSERT_EQ(timings().sessions().size(), 2U);
    std::set<std::string> forms;
    for (const auto& row : timings().shown()->session->rows) {
        EXPECT_EQ(row.op, "spmv");
        EXPECT_EQ(row.status, timing::Status::ok) << row.reason;
        forms.insert(text(row.variant));
    }
    EXPECT_EQ(forms, (std::set<std::string>{"strided", "bsr 2x3"}));
}

TEST_F(TimingPanelTest, OfScatteredEntriesItSaysThatNoBlockSizeSavesBytes)
{
    MakeSpec spec;
    spec.layout = "csr";
    spec.size = {61, 53};
    spec.nnz = 60;
    m_shown.desk.show(*makeTensorOf(spec), "scattered");
    check("timed operations", {QStringLiteral("spmv")});
    check("timed layouts", {QStringLiteral("csr")});
    measure();
    turnTo("Block sizes");
    settle(m_shown.desk.jobs);
    const auto& sentence = m_shown.child<QLabel>("block sentence");
    EXPECT_TRUE(sentence.isVisible());
    EXPECT_TRUE(sentence.text().startsWith(QStringLiteral("No block size saves bytes; ")))
        << sentence.text().toStdString();
}

// The choice is a place on the map: another tensor's map may not reach that far.
TEST_F(TimingPanelTest, AChosenBlockSizeGoesWithTheMapItWasChosenOn)
{
    auto* map = m_shown.panel->findChild<BlockPage*>();
    ASSERT_NE(map, nullptr);
    charts::BlockMap large;
    large.tensor = "large";
    large.side = 64;
    large.sides = {128, 128};
    large.cells.resize(64UL * 64);
    map->setMap(large, "spmv");
    chooseBlock(m_shown, 64, 64);
    charts::BlockMap small;
    small.tensor = "small";
    small.side = 4;
    small.sides = {128, 128};
    small.cells.resize(4UL * 4);
    map->setMap(small, "spmv");
    const auto& button = m_shown.child<QPushButton>("measure block");
    EXPECT_EQ(button.text(), QStringLiteral("Measure the selected block size"));
    EXPECT_TRUE(button.toolTip().startsWith(QStringLiteral("Choose a block size")))
        << button.toolTip().toStdString();
}

// Typed sizes are measured in place of those with the fewest bytes.
TEST_F(TimingPanelTest, TheButtonOfBlocksSaysTheTypedSizes)
{
    m_shown.desk.show(sample("csr"), "small");
    auto& button = m_shown.child<QAbstractButton>("timed blocks");
    auto& own = m_shown.child<QLineEdit>("own blocks");
    const auto before = button.text();
    EXPECT_TRUE(before.contains(QStringLiteral("fewest bytes")));
    own.setFocus();
    QTest::keyClicks(&own, QStringLiteral("8x4"));
    EXPECT_TRUE(button.text().contains(QStringLiteral("8x4"))) << button.text().toStdString();
    own.selectAll();
    QTest::keyClick(&own, Qt::Key_Delete);
    EXPECT_EQ(button.text(), before);
    settle(m_shown.desk.jobs);
}

TEST_F(TimingPanelTest, SizesOfBlocksThatTheListLacksAreTyped)
{
    m_shown.desk.show(sample("csr"), "small");
    auto& own = m_shown.child<QLineEdit>("own blocks");
    QTest::keyClicks(&own, QStringLiteral("2x1, 1X2 2x2"));
    check("timed blocks", {QStringLiteral("2x2")});
    EXPECT_EQ(timings().choices().blocks, (std::vector<std::string>{"2x2", "2x1", "1x2"}));
    own.selectAll();
    QTest::keyClicks(&own, QStringLiteral("2y1"));
    settle(m_shown.desk.jobs);
    EXPECT_NE(state().find("a block like bsr:16x16 was wanted, found \"bsr:2y1\""), std::string::npos) << state();
}
