// SPDX-License-Identifier: GPL-3.0-or-later
// Where texts lie in all charts, at the sizes that panels have.
#include "widgets/charts/shown_charts.h"
#include "widgets/support/spoken.h"

#include <gtest/gtest.h>

using namespace tscope;

namespace {

constexpr QSize panelSizes[] = {{1240, 300}, {700, 260}, {1880, 420}, {420, 220}, {900, 700}};

std::string allFaultsOf(const charts::Chart& chart)
{
    return test::faultsOf(chart.drawing(), chart.font()).join(QLatin1Char('\n')).toStdString();
}

} // namespace

TEST(ChartLayout, NoTextLiesOnAnotherOrIsCutOff)
{
    for (const auto& [name, session] : test::allSessions())
        for (auto& chart : test::chartsOf(session))
            for (const auto size : panelSizes)
                for (const bool isLog : {false, true}) {
                    chart->setLog(isLog);
                    test::showAt(*chart, size);
                    EXPECT_EQ(allFaultsOf(*chart), std::string())
                        << name << ", " << chart->accessibleName().toStdString() << ", " << size.width() << " x "
                        << size.height() << (isLog ? ", log" : "");
                    EXPECT_FALSE(chart->drawing().labels.empty());
                }
}

// A panel that is dragged together or not laid out yet. What is drawn there is not read, but has to be drawn.
TEST(ChartLayout, EveryChartIsDrawnHoweverLittleRoomThereIs)
{
    for (const auto& [name, session] : test::allSessions())
        for (auto& chart : test::chartsOf(session))
            for (const QSize size : {QSize(8, 8), QSize(40, 8), QSize(1240, 12), QSize(3, 400), QSize(240, 30)})
                for (const bool isLog : {false, true}) {
                    chart->setLog(isLog);
                    test::showAt(*chart, size);
                    test::turnWheel(*chart, {size.width() / 2.0, size.height() / 2.0}, 3, Qt::ControlModifier);
                    EXPECT_FALSE(chart->grab().isNull()) << name;
                }
}

TEST(ChartLayout, ZoomedChartsKeepTheirTextsApart)
{
    for (auto& chart : test::chartsOf(test::smallSession()))
        for (const int turns : {3, 9, 20}) {
            test::showAt(*chart, {1240, 300});
            test::turnWheel(*chart, chart->drawing().fields.front().rect.center(), turns, Qt::ControlModifier);
            EXPECT_EQ(allFaultsOf(*chart), std::string()) << chart->accessibleName().toStdString();
        }
}

TEST(ChartLayout, ALargeFontHasItsRoom)
{
    for (auto& chart : test::chartsOf(test::longNames())) {
        auto font = chart->font();
        font.setPointSizeF(font.pointSizeF() * 1.6);
        chart->setFont(font);
        test::showAt(*chart, {1240, 300});
        EXPECT_EQ(allFaultsOf(*chart), std::string()) << chart->accessibleName().toStdString();
    }
}

TEST(ChartLayout, AnotherLanguageHasItsRoom)
{
    const test::Spoken chinese("zh_CN");
    if (!chinese.isSpoken())
        GTEST_SKIP() << "built without translations";
    for (auto& chart : test::chartsOf(test::smallSession()))
        for (const auto size : panelSizes) {
            test::showAt(*chart, size);
            EXPECT_EQ(allFaultsOf(*chart), std::string()) << chart->accessibleName().toStdString();
        }
}

TEST(ChartLayout, AnEmptySessionGivesAFrameAndASentence)
{
    for (auto& chart : test::chartsOf({})) {
        test::showAt(*chart, {700, 260});
        const auto& drawing = chart->drawing();
        ASSERT_EQ(drawing.labels.size(), 1U) << chart->accessibleName().toStdString();
        EXPECT_TRUE(drawing.labels[0].text.contains(QStringLiteral(" here")))
            << drawing.labels[0].text.toStdString();
        EXPECT_FALSE(drawing.swatches.empty());
        EXPECT_TRUE(drawing.fields.empty());
        QTest::keyClick(chart.get(), Qt::Key_Down); // nothing to choose is no reason to fall
        QTest::keyClick(chart.get(), Qt::Key_Plus);
        test::turnWheel(*chart, {300, 100}, 2);
    }
}

TEST(ChartLayout, EveryAxisOfNumbersSaysItsUnit)
{
    for (auto& chart : test::chartsOf(test::smallSession())) {
        test::showAt(*chart, {1240, 300});
        for (const auto& field : chart->drawing().fields)
            for (const auto* axis : {&field.x, &field.y}) {
                if (axis->hasTicks) {
                    EXPECT_FALSE(axis->title.isEmpty()) << chart->accessibleName().toStdString();
                    EXPECT_TRUE(test::hasLabel(chart->drawing(), charts::withUnit(axis->title, axis->unit)))
                        << charts::withUnit(axis->title, axis->unit).toStdString();
                }
            }
    }
}
