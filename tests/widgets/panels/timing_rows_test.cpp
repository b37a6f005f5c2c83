// SPDX-License-Identifier: GPL-3.0-or-later
// The page of rows in the timing panel: what is chosen there is selected in the tensor.
#include "charts/bars_chart.h"
#include "charts/cost_map_chart.h"
#include "charts/row_lengths_chart.h"
#include "support/small_tensors.h"
#include "timing/footprint_rows.h"
#include "timings/session_files.h"
#include "timings/timing_views.h"
#include "widgets/charts/shown_charts.h"
#include "widgets/support/shown_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QTabBar>
#include <QTemporaryDir>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

// As if it had been measured in these forms.
timing::Session sessionOf(const Tensor& tensor, const std::string& name, const std::vector<std::string>& forms)
{
    const auto sound = test::proven(tensor);
    timing::Session session;
    session.subjects = {timing::subjectOf(name, sound)};
    std::vector<timing::FormWish> wishes;
    for (const auto& form : forms)
        wishes.push_back(*timing::formNamed(form));
    timing::addFootprints(session, name, sound, wishes);
    for (const auto& wish : wishes) {
        auto row = cellOf("csr", 1000.0 * static_cast<double>(session.rows.size() + 1));
        row.tensor = name;
        row.variant = timing::variantOf(tensor, wish);
        session.rows.push_back(row);
    }
    return session;
}

Tensor madeCsr(Extents batch = {})
{
    MakeSpec spec;
    spec.size = {100, 60};
    spec.batch = std::move(batch);
    spec.density = 0.1;
    return *makeTensorOf(spec);
}

class TimingRowsTest : public testing::Test
{
protected:
    TimingRowsTest() { m_shown.panel->resize(1100, 600); }

    void open(const timing::Session& session)
    {
        const auto path = m_folder.filePath(QStringLiteral("opened.json"));
        ASSERT_TRUE(saveSession(session, path));
        m_shown.desk.timings.open(path);
        settle(m_shown.desk.jobs);
        turnTo("Rows");
    }
    void turnTo(const char* page)
    {
        auto& tabs = m_shown.child<QTabBar>("timing pages");
        for (int i = 0; i < tabs.count(); ++i)
            if (tabs.tabText(i) == QString::fromLatin1(page)) {
                QTest::mouseClick(&tabs, Qt::LeftButton, {}, tabs.tabRect(i).center());
                settle(m_shown.desk.jobs);
                return;
            }
        FAIL() << "there is no page " << page;
    }
    charts::CostMapChart& costs() { return *m_shown.panel->findChild<charts::CostMapChart*>(); }
    charts::RowLengthsChart& lengths() { return *m_shown.panel->findChild<charts::RowLengthsChart*>(); }
    QComboBox& forms() { return m_shown.child<QComboBox>("form of costs"); }
    QComboBox& measures() { return m_shown.child<QComboBox>("measure of costs"); }
    std::string state()
    {
        const auto& label = m_shown.child<QLabel>("selected part");
        return label.isVisible() ? label.text().toStdString() : std::string();
    }
    void clickTile(std::size_t number)
    {
        const auto& tile = costs().map().tiles.at(number);
        const auto at =
            costs().drawing().fields.at(0).at(static_cast<double>(tile.firstColumn + tile.lastColumn + 1) / 2,
                                              static_cast<double>(tile.firstRow + tile.lastRow + 1) / 2);
        QTest::mouseClick(&costs(), Qt::LeftButton, {}, at.toPoint());
        settle(m_shown.desk.jobs);
    }
    const std::vector<Extents>& selectedElements() { return m_shown.desk.selection.selected()->related.elements; }

    ShownPanel m_shown{"timing"};
    QTemporaryDir m_folder;
};

} // namespace

TEST_F(TimingRowsTest, ATileThatIsClickedIsSelectedInTheTensor)
{
    const auto tensor = madeCsr();
    const auto id = m_shown.desk.show(tensor, "m");
    open(sessionOf(tensor, "m", {"csr", "strided"}));
    ASSERT_TRUE(costs().isVisible());
    std::size_t number = 0;
    while (costs().map().tiles.at(number).entries < 2)
        ++number;
    const auto tile = costs().map().tiles[number];

    clickTile(number);

    ASSERT_TRUE(m_shown.desk.selection.selected());
    EXPECT_EQ(m_shown.desk.selection.selected()->subject, id);
    ASSERT_EQ(std::ssize(selectedElements()), tile.entries);
    for (const auto& element : selectedElements()) {
        EXPECT_TRUE(element[0] >= tile.firstRow && element[0] <= tile.lastRow);
        EXPECT_TRUE(element[1] >= tile.firstColumn && element[1] <= tile.lastColumn);
    }
    EXPECT_EQ(state(), "Selected: " + std::to_string(tile.entries) + " stored elements.");
}

TEST_F(TimingRowsTest, WhereNothingIsStoredThePlaceIsSelected)
{
    const auto tensor = madeCsr();
    m_shown.desk.show(tensor, "m");
    open(sessionOf(tensor, "m", {"csr"}));
    std::size_t number = 0;
    while (costs().map().tiles.at(number).entries > 0)
        ++number;
    const auto tile = costs().map().tiles[number];

    clickTile(number);

    ASSERT_EQ(selectedElements().size(), 1U);
    EXPECT_EQ(selectedElements()[0], (Extents{tile.firstRow, tile.firstColumn}));
    EXPECT_EQ(state().find("Nothing is stored there"), 0U) << state();
}

TEST_F(TimingRowsTest, AnotherTensorIsNotSelectedIn)
{
    const auto tensor = madeCsr();
    m_shown.desk.show(tensor, "other");
    open(sessionOf(tensor, "m", {"csr"}));
    clickTile(0);
    EXPECT_FALSE(m_shown.desk.selection.selected());
    EXPECT_EQ(state().find("The tensor that was measured is not the current one"), 0U) << state();

    MakeSpec spec; // of its name, and of another size
    m_shown.desk.show(*makeTensorOf(spec), "m");
    clickTile(0);
    EXPECT_FALSE(m_shown.desk.selection.selected());
}

TEST_F(TimingRowsTest, ALengthLeadsToItsFirstRow)
{
    const auto tensor = madeCsr({2});
    m_shown.desk.show(tensor, "m");
    const auto session = sessionOf(tensor, "m", {"csr"});
    open(session);
    const auto& spread = session.subjects[0].spread;
    ASSERT_EQ(spread.rows, 200);
    int clicked = 0;
    for (std::size_t bin = 0; bin < spread.evenBins.size(); ++bin) {
        const auto row = spread.evenBins[bin].firstRow;
        if (row < 0 || spread.evenBins[bin].first == 0)
            continue;
        QTest::mouseClick(&lengths(), Qt::LeftButton, {},
                          middleOf(lengths().drawing(), static_cast<int>(bin)).toPoint());
        settle(m_shown.desk.jobs);
        ASSERT_TRUE(m_shown.desk.selection.selected());
        EXPECT_GE(std::ssize(selectedElements()), spread.evenBins[bin].first);
        EXPECT_LE(std::ssize(selectedElements()), spread.evenBins[bin].last);
        for (const auto& element : selectedElements())
            EXPECT_EQ(element[0] * 100 + element[1], row);
        ++clicked;
    }
    EXPECT_GT(clicked, 3);
}

TEST_F(TimingRowsTest, ALengthOfComponentsLeadsToTheFirstOfThem)
{
    MakeSpec spec;
    spec.kind = "ragged";
    spec.layout = "jagged";
    spec.size = {7, 9, 6};
    const auto tensor = *makeTensorOf(spec);
    m_shown.desk.show(tensor, "m");
    const auto session = sessionOf(tensor, "m", {"jagged"});
    open(session);
    lengths().setLog(false);
    EXPECT_TRUE(costs().map().tiles.empty()); // a list of components is no matrix
    const auto& bin = session.subjects[0].spread.evenBins.back();
    QTest::mouseClick(
        &lengths(), Qt::LeftButton, {},
        middleOf(lengths().drawing(), static_cast<int>(session.subjects[0].spread.evenBins.size()) - 1).toPoint());
    settle(m_shown.desk.jobs);
    EXPECT_EQ(std::ssize(selectedElements()), session.subjects[0].spread.greatest);
    for (const auto& element : selectedElements())
        EXPECT_EQ(element[0], bin.firstRow);
}

TEST_F(TimingRowsTest, TheFormFollowsTheRowThatIsChosenElsewhere)
{
    const auto tensor = madeCsr();
    open(sessionOf(tensor, "m", {"csr", "coo", "strided", "bsr:4x4"}));
    EXPECT_EQ(forms().currentText(), QStringLiteral("csr"));
    turnTo("Bars");
    auto& bars = *m_shown.panel->findChild<charts::BarsChart*>();
    QTest::mouseClick(&bars, Qt::LeftButton, {}, middleOf(bars.drawing(), 2).toPoint());
    settle(m_shown.desk.jobs);
    turnTo("Rows");
    EXPECT_EQ(forms().currentText(), QStringLiteral("strided"));
    EXPECT_EQ(costs().map().form.layout, "strided");

    QTest::keyClick(&forms(), Qt::Key_Down); // whoever wants another one has it
    EXPECT_EQ(costs().map().form.layout, "bsr");
    QTest::keyClick(&measures(), Qt::Key_Down);
    EXPECT_EQ(costs().measure(), charts::CostMeasure::fill);
    turnTo("Table");
    turnTo("Rows");
    EXPECT_EQ(costs().map().form.layout, "bsr");
    EXPECT_EQ(costs().measure(), charts::CostMeasure::fill);
}

TEST_F(TimingRowsTest, TheScaleIsOneChoiceForBothAndEachCanBeSaved)
{
    const auto tensor = madeCsr();
    open(sessionOf(tensor, "m", {"csr"}));
    QTest::mouseClick(&m_shown.child<QCheckBox>("logarithmic"), Qt::LeftButton);
    EXPECT_TRUE(lengths().isLog());
    EXPECT_TRUE(costs().isLog());
    const auto saved = [&](charts::Chart& used) {
        QTest::mouseClick(&used, Qt::LeftButton, {}, used.rect().center());
        used.setFocus(); // a window without a screen is not always the active one
        const auto path = m_folder.filePath(QStringLiteral("picture.svg"));
        EXPECT_TRUE(m_shown.panel->findChild<TimingViews*>()->shownChart().file()(path));
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::ReadOnly));
        return file.readAll();
    };
    EXPECT_TRUE(saved(costs()).contains("Where the bytes lie"));
    EXPECT_TRUE(saved(lengths()).contains("Lengths of rows"));
}
