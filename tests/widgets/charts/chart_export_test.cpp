// SPDX-License-Identifier: GPL-3.0-or-later
// What charts leave behind, and how they look in each theme.
#include "charts/bars_chart.h"
#include "charts/export.h"
#include "style/palette.h"
#include "widgets/charts/shown_charts.h"

#include <QAction>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFile>
#include <QImage>
#include <QMenu>
#include <QSvgRenderer>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <thread>

using namespace tscope;

namespace {

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
    return file.readAll();
}

// How many colours are seen in the field: bars and points are drawn, not only axes.
std::size_t coloursIn(const QImage& image, const QRectF& part, double scale = 1)
{
    std::set<QRgb> colours;
    for (auto y = part.top() * scale + 2; y < part.bottom() * scale - 2; y += 1)
        for (auto x = part.left() * scale + 2; x < part.right() * scale - 2; x += 1)
            colours.insert(image.pixel(static_cast<int>(x), static_cast<int>(y)));
    return colours.size();
}

} // namespace

TEST(ChartExport, EveryChartIsWrittenInEveryFormat)
{
    QTemporaryDir folder;
    for (auto& chart : test::chartsOf(test::smallSession())) {
        test::showAt(*chart, {900, 300});
        const auto name = chart->accessibleName().toStdString();
        const auto pathOf = [&](const char* ending) {
            return folder.filePath(QStringLiteral("chart.") + QLatin1String(ending));
        };
        for (const auto* ending : {"png", "svg", "pdf", "csv"}) {
            const auto saved = chart->file()(pathOf(ending));
            EXPECT_TRUE(saved) << name << "." << ending;
        }
        const QImage picture(pathOf("png"));
        EXPECT_GE(picture.width(), 1800) << name;                 // wider where texts would be cut
        const auto head = picture.height() / 2 - chart->height(); // with the title
        EXPECT_GT(head, chart->fontMetrics().height()) << name;
        EXPECT_LT(head, 3 * chart->fontMetrics().height()) << name;
        EXPECT_GT(coloursIn(picture, QRectF(0, 0, 300, head), 2), 1U) << name;
        EXPECT_GT(coloursIn(picture, chart->drawing().fields[0].rect.translated(0, head), 2), 3U) << name;
        EXPECT_TRUE(QSvgRenderer(pathOf("svg")).isValid()) << name;
        EXPECT_FALSE(bytesOf(pathOf("svg")).contains("<image")) << name; // lines, not pixels
        EXPECT_TRUE(bytesOf(pathOf("pdf")).startsWith("%PDF")) << name;
        EXPECT_EQ(bytesOf(pathOf("csv")), charts::csv(chart->table())) << name;
    }
}

TEST(ChartExport, APictureHasAllRowsAndWhatIsSeenStays)
{
    QTemporaryDir folder;
    charts::BarsChart chart;
    chart.setBars(charts::barsOf(test::manyRows(), {{"matrix", "spmv", {}}, charts::Time::warm, {}}));
    test::showAt(chart, {700, 260});
    chart.choose(50);
    const auto seen = chart.drawing().fields[0].y.shown;

    ASSERT_TRUE(chart.file()(folder.filePath(QStringLiteral("all.svg"))));

    const auto text = bytesOf(folder.filePath(QStringLiteral("all.svg")));
    EXPECT_TRUE(text.contains("bsr 1x1<"));
    EXPECT_TRUE(text.contains("bsr 10x20<"));
    EXPECT_EQ(chart.drawing().fields[0].y.shown, seen);
}

TEST(ChartExport, APictureHasItsCaptionsWholeAndItsOriginBelow)
{
    const QTemporaryDir folder;
    charts::BarsChart chart;
    auto bars = charts::barsOf(test::smallSession(), {{"matrix", "spmv", {}}, charts::Time::warm, 0});
    for (auto& bar : bars.bars)
        bar.farOut.clear();
    bars.hasBaseline = true;
    chart.setBars(bars);
    const auto words = QStringLiteral("median, its interval and samples in the order of time");
    test::showAt(chart, {chart.fontMetrics().horizontalAdvance(words), 260});
    chart.setSource(QStringLiteral("spmv"), QStringLiteral("made here"));
    const auto caption = QStringLiteral("samples in the order of time");
    const auto hasWhole = [&] {
        return std::ranges::any_of(chart.drawing().labels,
                                   [&](const auto& each) { return each.text.endsWith(caption); });
    };
    ASSERT_FALSE(hasWhole()); // on a screen as narrow
    ASSERT_TRUE(chart.file()(folder.filePath(QStringLiteral("all.svg"))));
    const auto text = bytesOf(folder.filePath(QStringLiteral("all.svg")));
    EXPECT_TRUE(text.contains(caption.toUtf8()));
    EXPECT_TRUE(text.contains("made here"));
    EXPECT_TRUE(text.contains("time / baseline"));
}

TEST(ChartExport, AMenuCopiesThePictureAndTheNumbers)
{
    for (auto& chart : test::chartsOf(test::smallSession())) {
        test::showAt(*chart, {900, 300});
        const auto name = chart->accessibleName().toStdString();
        const auto choose = [&](const QString& title) {
            const QPoint at(20, 20);
            QContextMenuEvent event(QContextMenuEvent::Mouse, at, chart->mapToGlobal(at));
            QApplication::sendEvent(chart.get(), &event);
            auto* menu = chart->findChild<QMenu*>(QStringLiteral("chart menu"));
            ASSERT_NE(menu, nullptr) << name;
            const auto actions = menu->actions();
            EXPECT_FALSE(std::ranges::any_of(
                actions, [](const QAction* each) { return each->text().startsWith(QStringLiteral("Export")); }));
            const auto found = std::ranges::find(actions, title, &QAction::text);
            ASSERT_NE(found, actions.end()) << name;
            (*found)->trigger();
            delete menu;
        };
        choose(QStringLiteral("Copy picture"));
        EXPECT_GE(QApplication::clipboard()->image().width(), 1800) << name;
        if (chart->table().rows.empty())
            continue;
        choose(QStringLiteral("Copy data as CSV"));
        EXPECT_EQ(QApplication::clipboard()->text().toUtf8(), charts::csv(chart->table())) << name;
    }
}

// More pixels than an image has would be cut unnoticed.
TEST(ChartExport, APictureThatIsTooHighIsRefused)
{
    charts::BarsChart chart;
    chart.setBars(charts::barsOf(test::manyRows(2000, 3), {{"matrix", "spmv", {}}, charts::Time::warm, {}}));
    test::showAt(chart, {700, 260});
    const QTemporaryDir folder;
    const auto saved = chart.file()(folder.filePath(QStringLiteral("all.png")));
    ASSERT_FALSE(saved);
    EXPECT_NE(saved.error().text.find("at most 32767 pixels"), std::string::npos) << saved.error().text;
    EXPECT_TRUE(chart.file()(folder.filePath(QStringLiteral("all.svg"))));
}

TEST(ChartExport, AnotherEndingAndAFolderThatIsNotThereAreRefused)
{
    charts::BarsChart chart;
    test::showAt(chart, {700, 260});

    EXPECT_FALSE(chart.file()(QStringLiteral("/tmp/chart.gif")));
    for (const auto* ending : {"png", "svg", "pdf", "csv"}) {
        const auto saved = chart.file()(QStringLiteral("/nowhere/at/all/chart.") + QLatin1String(ending));
        ASSERT_FALSE(saved) << ending;
        EXPECT_FALSE(saved.error().text.empty());
    }
}

TEST(ChartExport, APictureLooksAsTheChartDoes)
{
    for (auto& chart : test::chartsOf(test::smallSession())) {
        test::showAt(*chart, {900, 300});
        QTest::qWait(20);
        const auto seen = chart->grab().toImage();
        const auto drawn =
            *charts::imageOf({chart->drawing(), Palette::behind(chart->palette()), chart->font(), {}}, 1);
        ASSERT_EQ(drawn.size(), seen.size());
        // A line may be drawn a pixel aside, and be smoothed differently there.
        const auto isNear = [&](int x, int y) {
            for (int down = std::max(0, y - 1); down <= std::min(y + 1, drawn.height() - 1); ++down)
                for (int right = std::max(0, x - 1); right <= std::min(x + 1, drawn.width() - 1); ++right)
                    if (std::abs(qGray(seen.pixel(x, y)) - qGray(drawn.pixel(right, down))) <= 24)
                        return true;
            return false;
        };
        int others = 0;
        for (int y = 0; y < seen.height(); ++y)
            for (int x = 0; x < seen.width(); ++x)
                others += isNear(x, y) ? 0 : 1;
        EXPECT_LT(others, seen.width() * seen.height() / 500) << chart->accessibleName().toStdString();
    }
}

TEST(ChartExport, ItIsWrittenByAnotherThreadAsItWas)
{
    QTemporaryDir folder;
    for (auto& chart : test::chartsOf(test::smallSession())) {
        test::showAt(*chart, {900, 300});
        for (const auto* ending : {"png", "svg", "csv"}) {
            const auto here = folder.filePath(QStringLiteral("here.") + QLatin1String(ending));
            const auto there = folder.filePath(QStringLiteral("there.") + QLatin1String(ending));
            ASSERT_TRUE(chart->file()(here));
            std::thread([write = chart->file(), there] { EXPECT_TRUE(write(there)); }).join();
            EXPECT_EQ(bytesOf(here), bytesOf(there)) << chart->accessibleName().toStdString() << "." << ending;
        }
    }
    auto charts = test::chartsOf(test::smallSession());
    const auto write = charts.front()->file();
    const auto expected = charts::csv(charts.front()->table());
    charts.clear(); // what is written needs no chart any more
    const auto path = folder.filePath(QStringLiteral("later.csv"));
    ASSERT_TRUE(write(path));
    EXPECT_EQ(bytesOf(path), expected);
}

TEST(ChartTheme, ColoursFollowThePaletteAtRunTime)
{
    for (auto& chart : test::chartsOf(test::smallSession())) {
        test::showAt(*chart, {900, 300});
        for (const auto theme : {Theme::dark, Theme::highContrast, Theme::light}) {
            const auto& palette = Palette::of(theme);
            chart->setPalette(palette.forWidgets());
            QTest::qWait(20);
            const auto seen = chart->grab().toImage();
            EXPECT_EQ(seen.pixelColor(3, 3), palette[Ink::canvas]) << chart->accessibleName().toStdString();
            EXPECT_GT(coloursIn(seen, chart->drawing().fields[0].rect), 3U)
                << chart->accessibleName().toStdString();
        }
    }
}

TEST(ChartTheme, EveryChartHasANameAndTakesTheKeyboard)
{
    std::set<QString> names;
    for (auto& chart : test::chartsOf(test::smallSession())) {
        EXPECT_FALSE(chart->accessibleName().isEmpty());
        EXPECT_EQ(chart->focusPolicy(), Qt::StrongFocus);
        names.insert(chart->accessibleName());
    }
    EXPECT_EQ(names.size(), 11U);
}
