// SPDX-License-Identifier: GPL-3.0-or-later
// Two sessions held against each other, with mouse and keys.
#include "charts/bars_chart.h"
#include "charts/changes_chart.h"
#include "style/palette.h"
#include "timings/compare_page.h"
#include "views/limited_label.h"
#include "widgets/charts/shown_charts.h"
#include "widgets/panels/shown_timing.h"
#include "widgets/support/tensors.h"

#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>

#include <gtest/gtest.h>

#include <set>
#include <thread>

using namespace tscope;
using namespace tscope::test;

namespace {

class TimingCompareTest : public testing::Test
{
protected:
    void openTwo()
    {
        m_shown.open(m_runs.before, "before.json");
        m_shown.open(m_runs.after, "after.json");
        m_shown.turnTo("Compare");
        settle(jobs());
    }
    void clickLine(int line)
    {
        table().scrollTo(table().model()->index(line, 0));
        QTest::mouseClick(table().viewport(), Qt::LeftButton, {},
                          table().visualRect(table().model()->index(line, 0)).center());
        settle(jobs());
    }
    void clickHeader(int column)
    {
        auto& header = *table().horizontalHeader();
        QTest::mouseClick(header.viewport(), Qt::LeftButton, {},
                          {header.sectionViewportPosition(column) + 20, header.height() / 2});
    }
    QString cell(int line, int column) { return table().model()->index(line, column).data().toString(); }
    QStringList column(int column)
    {
        QStringList all;
        for (int line = 0; line < table().model()->rowCount(); ++line)
            all << cell(line, column);
        return all;
    }
    std::vector<std::size_t> chosenInTimes()
    {
        auto& times = m_shown.child<QTableView>("timing table");
        std::vector<std::size_t> rows;
        for (const auto& line : times.selectionModel()->selectedRows())
            rows.push_back(rowOf(times, line.row()));
        return rows;
    }

    Timings& timings() { return m_shown.timings(); }
    const Jobs& jobs() { return m_shown.desk.jobs; }
    QTableView& table() { return m_shown.child<QTableView>("changes"); }
    charts::ChangesChart& chart() { return *m_shown.panel->findChild<charts::ChangesChart*>(); }
    QString heading() { return m_shown.child<LimitedLabel>("changes heading").label().text(); }

    TwoRuns m_runs = twoRunsOf(smallSession());
    ShownTiming m_shown;
};

} // namespace

TEST_F(TimingCompareTest, OneSessionAloneSaysWhatToDo)
{
    m_shown.open(m_runs.before, "before.json");
    m_shown.turnTo("Compare");
    settle(jobs());
    auto& hint = m_shown.child<QLabel>("compare sessions hint");
    EXPECT_TRUE(hint.isVisible());
    EXPECT_FALSE(hint.text().isEmpty());
    EXPECT_FALSE(table().isVisible());
    m_shown.open(m_runs.after, "after.json");
    EXPECT_FALSE(hint.isVisible());
    EXPECT_TRUE(table().isVisible());
    EXPECT_TRUE(chart().isVisible());
    EXPECT_GT(table().model()->rowCount(), 0);
}

TEST_F(TimingCompareTest, TheOneThatIsShownIsHeldAgainstTheOther)
{
    m_runs.before.machine.processor = "an older one";
    m_runs.before.rows.erase(m_runs.before.rows.begin() + 1);
    m_shown.open(m_runs.before, "before.json");
    m_shown.open(m_runs.after, "after.json");
    m_shown.turnTo("Compare");
    EXPECT_FALSE(jobs().isIdle()) << "it is compared by another thread";
    EXPECT_EQ(table().model()->rowCount(), 0);
    settle(jobs());

    const auto expected = charts::changesOf(m_runs.before, m_runs.after);
    ASSERT_EQ(table().model()->rowCount(),
              static_cast<int>(expected.changes.size()) + static_cast<int>(expected.alone.size()));
    for (std::size_t i = 0; i < expected.changes.size(); ++i)
        EXPECT_EQ(cell(static_cast<int>(i), ChangeLine::wordColumn), charts::titleOf(expected.changes[i].word));
    EXPECT_EQ(cell(0, ChangeLine::wordColumn), QStringLiteral("\u25b2 faster"));
    EXPECT_EQ(heading(), charts::summaryOf(expected) +
                             QStringLiteral("\n\u25c6 processor: \"an older one\" before, \"\" after"));
    EXPECT_EQ(chart().changes().changes[0].ratio, expected.changes[0].ratio);

    auto& against = m_shown.child<QComboBox>("session before");
    EXPECT_EQ(against.currentText(), QStringLiteral("before.json"));
    EXPECT_EQ(against.count(), 1) << "a session is not held against itself";
    timings().show(0);
    settle(jobs());
    EXPECT_EQ(against.currentText(), QStringLiteral("after.json"));
    EXPECT_EQ(cell(0, ChangeLine::wordColumn), QStringLiteral("\u25bc slower"));
}

TEST_F(TimingCompareTest, TheOlderSessionIsBeforeUntilTheyAreSwapped)
{
    m_runs.before.takenAt = "2026-01-01T10:00:00Z";
    m_runs.after.takenAt = "2026-01-02T10:00:00Z";
    m_runs.before.rows.erase(m_runs.before.rows.begin() + 1);
    m_shown.open(m_runs.after, "after.json");
    m_shown.open(m_runs.before, "before.json"); // the older one is the one that is shown
    m_shown.turnTo("Compare");
    settle(jobs());
    const auto order = [&] { return m_shown.child<LimitedLabel>("sessions in order").label().text(); };
    EXPECT_EQ(order(), QStringLiteral("Before: before.json. After: after.json."));
    EXPECT_EQ(cell(0, ChangeLine::wordColumn), QStringLiteral("\u25b2 faster"));
    clickLine(1);
    EXPECT_EQ(chosenInTimes(), std::vector{chart().changes().changes[1].before}) << "a row of what is shown";
    EXPECT_EQ(chart().chosen(), 1);

    QTest::mouseClick(&m_shown.child<QPushButton>("swap sessions"), Qt::LeftButton);
    settle(jobs());
    EXPECT_EQ(order(), QStringLiteral("Before: after.json. After: before.json."));
    EXPECT_EQ(cell(0, ChangeLine::wordColumn), QStringLiteral("\u25bc slower"));
    QTest::mouseClick(&m_shown.child<QPushButton>("swap sessions"), Qt::LeftButton);
    settle(jobs());
    EXPECT_EQ(cell(0, ChangeLine::wordColumn), QStringLiteral("\u25b2 faster"));
}

TEST_F(TimingCompareTest, AnotherOneIsChosenByKeys)
{
    auto slow = m_runs.before;
    for (auto& sample : slow.rows[0].warm.samples)
        sample *= 100;
    m_shown.open(slow, "slow.json");
    openTwo();
    auto& against = m_shown.child<QComboBox>("session before");
    ASSERT_EQ(against.currentText(), QStringLiteral("before.json")) << "the newest of the others";
    const auto before = cell(0, ChangeLine::beforeColumn);
    QTest::keyClick(&against, Qt::Key_Up);
    settle(jobs());
    EXPECT_EQ(against.currentText(), QStringLiteral("slow.json"));
    EXPECT_NE(cell(0, ChangeLine::beforeColumn), before);
    m_shown.open(m_runs.after, "third.json");
    EXPECT_EQ(against.currentText(), QStringLiteral("slow.json")) << "what was chosen stays so";
    EXPECT_EQ(against.count(), 3);
}

TEST_F(TimingCompareTest, TheNewestSessionOfTheSameTensorComesFirst)
{
    m_shown.open(m_runs.before, "old.json");
    m_shown.open(m_runs.before, "before.json");
    auto other = m_runs.before;
    other.subjects[0].contentHash = "another";
    m_shown.open(other, "other.json");
    m_shown.open(m_runs.after, "after.json");
    m_shown.turnTo("Compare");
    settle(jobs());
    auto& against = m_shown.child<QComboBox>("session before");
    EXPECT_EQ(against.currentText(), QStringLiteral("before.json"));
    EXPECT_GT(table().model()->rowCount(), 0);
    timings().show(2); // the one of another tensor, of which there is no other
    settle(jobs());
    EXPECT_EQ(against.currentText(), QStringLiteral("after.json"));
}

TEST_F(TimingCompareTest, ALineOrAMarkChoosesItsRowEverywhere)
{
    openTwo();
    EXPECT_TRUE(m_shown.child<QLabel>("timing state").text().startsWith(QStringLiteral("Opened ")))
        << "and not the last measurement";
    clickLine(2);
    const auto row = chart().changes().changes[2].after;
    EXPECT_EQ(chosenInTimes(), std::vector{row});
    EXPECT_EQ(chart().chosen(), 2);
    auto& bars = *m_shown.panel->findChild<charts::BarsChart*>();
    m_shown.turnTo("Bars");
    ASSERT_GE(bars.chosen(), 0);
    EXPECT_EQ(bars.bars().bars[static_cast<std::size_t>(bars.chosen())].row, row);
    QTest::mouseClick(&bars, Qt::LeftButton, {}, middleOf(bars.drawing(), 0).toPoint());
    m_shown.turnTo("Compare");
    settle(jobs());
    const auto chosen = bars.bars().bars[0].row;
    ASSERT_TRUE(table().selectionModel()->hasSelection());
    EXPECT_EQ(chart().changes().changes[static_cast<std::size_t>(table().currentIndex().row())].after, chosen);

    QTest::mouseClick(&chart(), Qt::LeftButton, {}, middleOf(chart().drawing(), 1).toPoint());
    settle(jobs());
    EXPECT_EQ(table().currentIndex().row(), 1);
    QTest::keyClick(&table(), Qt::Key_Down);
    settle(jobs());
    EXPECT_EQ(chosenInTimes(), std::vector{chart().changes().changes[2].after});
}

TEST_F(TimingCompareTest, ColumnsAreSortedByTheirNumbersAndWhatHasNoneStaysBelow)
{
    openTwo();
    const auto all = column(ChangeLine::formColumn);
    const auto matched = chart().changes().changes.size();
    const auto ratios = [&] {
        std::vector<double> numbers;
        for (int line = 0; line < static_cast<int>(matched); ++line)
            numbers.push_back(
                table().model()->index(line, ChangeLine::ratioColumn).data(ChangesModel::SortRole).toDouble());
        return numbers;
    };
    ASSERT_LT(matched, static_cast<std::size_t>(all.size()));
    clickHeader(ChangeLine::ratioColumn);
    EXPECT_TRUE(std::ranges::is_sorted(ratios()));
    EXPECT_GT(ratios().front(), 0);
    clickHeader(ChangeLine::ratioColumn);
    EXPECT_TRUE(std::ranges::is_sorted(ratios(), std::greater{}));
    EXPECT_GT(ratios().back(), 0);
    // A line is the same one wherever it stands.
    clickLine(0);
    const auto fastest = std::ranges::max(chart().changes().changes, {},
                                          [](const charts::Change& change) { return change.ratio.value; });
    EXPECT_EQ(chosenInTimes(), std::vector{fastest.after});
    clickHeader(ChangeLine::ratioColumn);
    EXPECT_EQ(column(ChangeLine::formColumn), all);
}

TEST_F(TimingCompareTest, WordsHaveTheirColours)
{
    openTwo();
    const auto& palette = Palette::behind(table().palette());
    const auto seen = table().viewport()->grab().toImage();
    const auto coloursOf = [&](int line) {
        std::set<QRgb> colours;
        const auto rect = table().visualRect(table().model()->index(line, ChangeLine::wordColumn));
        for (int y = rect.top(); y <= rect.bottom(); ++y)
            for (int x = rect.left(); x <= rect.right(); ++x)
                if (seen.rect().contains(x, y))
                    colours.insert(seen.pixel(x, y));
        return colours;
    };
    for (int line = 0; line < static_cast<int>(chart().changes().changes.size()); ++line) {
        const auto word = chart().changes().changes[static_cast<std::size_t>(line)].word;
        if (word == timing::Word::faster || word == timing::Word::slower) {
            EXPECT_TRUE(coloursOf(line).contains(palette[charts::inkOf(word)].rgb())) << line;
        }
    }
}

TEST_F(TimingCompareTest, TwoMeasurementsOfOneTensorAreMatchedByItsContent)
{
    m_shown.child<QSpinBox>("timing budget").setValue(4);
    for (const auto* name : {"one", "another name"}) {
        m_shown.desk.show(sample("csr"), name);
        QTest::mouseClick(&m_shown.child<QPushButton>("time all"), Qt::LeftButton);
        settle(jobs());
    }
    ASSERT_EQ(timings().sessions().size(), 2U);
    m_shown.turnTo("Compare");
    settle(jobs());
    const auto& rows = timings().shown()->session->rows;
    EXPECT_EQ(chart().changes().changes.size(),
              static_cast<std::size_t>(std::ranges::count(rows, timing::Status::ok, &timing::Row::status)));
    EXPECT_GT(chart().changes().changes.size(), 8U);
}

TEST_F(TimingCompareTest, TheNumbersOfTheChartAreSavedAsATable)
{
    openTwo();
    QTest::mouseClick(&m_shown.child<QPushButton>("save timing"), Qt::LeftButton);
    auto* dialog = m_shown.panel->findChild<QFileDialog*>();
    ASSERT_NE(dialog, nullptr);
    EXPECT_EQ(QFileInfo(dialog->selectedFiles().value(0)).fileName(), QStringLiteral("matrix-spmv.json"));
    const auto filters = dialog->nameFilters();
    const auto numbers = filters.indexOf(QStringLiteral("Numbers of the chart (*.csv)"));
    ASSERT_GE(numbers, 0);
    const auto saved = [&](const QString& filter, const char* name) {
        dialog->selectNameFilter(filter);
        const auto path = m_shown.folder.filePath(QString::fromLatin1(name));
        Q_EMIT dialog->fileSelected(path);
        EXPECT_FALSE(jobs().isIdle()) << "another thread writes it";
        settle(jobs());
        EXPECT_TRUE(m_shown.child<QLabel>("timing state").text().startsWith(QStringLiteral("Saved "))) << name;
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << name;
        return file.readAll();
    };
    EXPECT_EQ(saved(filters[numbers], "changes.csv"), charts::csv(chart().table()));
    EXPECT_TRUE(saved(filters[1], "session.csv").startsWith("row,tensor")) << "all rows of the session";
    EXPECT_TRUE(saved(filters[3], "chart.png").startsWith("\x89PNG"));
    EXPECT_TRUE(saved(filters[3], "chart.pdf").startsWith("%PDF"));
    Q_EMIT dialog->fileSelected(QStringLiteral("/nowhere/at/all/chart.svg"));
    settle(jobs());
    EXPECT_TRUE(m_shown.child<QLabel>("timing state").text().startsWith(QStringLiteral("can't write \"/nowhere")));
    delete dialog;
}

TEST_F(TimingCompareTest, OneMeasurementIsNotComparedWithItself)
{
    m_shown.open(m_runs.before, "one.json");
    m_shown.open(m_runs.before, "same.json");
    m_shown.turnTo("Compare");
    settle(jobs());
    EXPECT_TRUE(heading().startsWith(QStringLiteral("Both are the same measurement"))) << heading().toStdString();
    EXPECT_EQ(table().model()->rowCount(), 0);
}

TEST_F(TimingCompareTest, ABrokenSessionIsRefusedByItsName)
{
    const auto path = m_shown.folder.filePath(QStringLiteral("broken.json"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("{\"tensorscope_timing\": 1, \"rows\": 5}");
    file.close();
    timings().open(path);
    settle(jobs());
    const auto state = m_shown.child<QLabel>("timing state").text();
    EXPECT_TRUE(state.contains(QStringLiteral("broken.json"))) << state.toStdString();
}

// A picture says what it is of: nothing is measured of the lengths of rows, and one of two sessions names both.
TEST_F(TimingCompareTest, EachPictureSaysWhatItIsOf)
{
    openTwo();
    // The texts of the page's chart of this class, once it was shown.
    const auto textOf = [&](const char* page, const char* name) {
        m_shown.turnTo(page);
        settle(jobs());
        const auto path = m_shown.folder.filePath(QStringLiteral("chart.svg"));
        for (const auto* each : m_shown.panel->findChildren<charts::Chart*>()) {
            if (QLatin1String(each->metaObject()->className()) != QLatin1String(name))
                continue;
            const auto written = each->file()(path);
            EXPECT_TRUE(written) << name;
        }
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << name;
        const auto text = file.readAll();
        file.remove();
        return text;
    };
    for (const auto* modelled : {"tscope::charts::RowLengthsChart", "tscope::charts::CostMapChart"}) {
        const auto text = textOf("Rows", modelled);
        EXPECT_FALSE(text.contains("Measured")) << modelled;
        EXPECT_FALSE(text.contains("for tensor")) << modelled;
    }
    EXPECT_TRUE(textOf("Bars", "tscope::charts::BarsChart").contains("for tensor"));
    const auto ofTensors = textOf("Tensors", "tscope::charts::MultiplesChart");
    EXPECT_TRUE(ofTensors.contains("Measured"));
    EXPECT_FALSE(ofTensors.contains("for tensor"));
    const auto ofTwo = textOf("Compare", "tscope::charts::ChangesChart");
    EXPECT_TRUE(ofTwo.contains("Before: "));
    EXPECT_FALSE(ofTwo.contains("Measured"));
}

// The window goes on while a copy is made.
TEST_F(TimingCompareTest, ACopyIsMadeByAJob)
{
    openTwo();
    std::thread::id maker;
    Q_EMIT chart().copyAsked([&]() -> Result<QVariant> {
        maker = std::this_thread::get_id();
        return QVariant(QStringLiteral("copied"));
    });
    settle(jobs());
    EXPECT_NE(maker, std::thread::id());
    EXPECT_NE(maker, std::this_thread::get_id());
    EXPECT_EQ(QGuiApplication::clipboard()->text(), QStringLiteral("copied"));
}
