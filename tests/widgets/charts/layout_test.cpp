// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/layout.h"
#include "widgets/charts/shown_charts.h"

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::charts;

namespace {

Look lookOf(QSizeF size)
{
    Look look;
    look.size = size;
    return look;
}

} // namespace

TEST(ChartLayout, NumbersOfAnAxisGiveWayToEachOther)
{
    Drawing drawing;
    charts::Layout layout(drawing, lookOf({100, 80}));
    Axis wide, none;
    wide.full = wide.shown = {123456, 123460};
    none.hasTicks = false;

    const auto& field = layout.addField({0, 0, 100, 80}, wide, none);

    EXPECT_EQ(field.xTicks.size(), 3U); // of which the one between has no room for its number
    EXPECT_EQ(drawing.labels.size(), 2U);
    EXPECT_EQ(test::faultsOf(drawing, QFont()), QStringList());
}

TEST(ChartLayout, LabelsBesideAPointMoveApart)
{
    Drawing drawing;
    charts::Layout layout(drawing, lookOf({300, 200}));
    Axis none;
    none.hasTicks = false;
    auto& field = layout.addField({0, 0, 300, 200}, none, none);

    int placed = 0;
    for (int i = 0; i < 100; ++i)
        placed += layout.addBeside(field, {150, 100}, QString::number(i)) ? 1 : 0;

    EXPECT_GT(placed, 12);
    EXPECT_LT(placed, 100); // there is no room for all
    EXPECT_EQ(drawing.labels.size(), static_cast<std::size_t>(placed));
    EXPECT_FALSE(field.strokes.empty()); // lines to those that are further away
    EXPECT_EQ(test::faultsOf(drawing, QFont()), QStringList());
}

TEST(ChartLayout, ALongTextIsElidedInItsMiddleAndKeptWhole)
{
    Drawing drawing;
    charts::Layout layout(drawing, lookOf({300, 200}));
    const auto text = QStringLiteral("the begin of a long text and its end");

    const auto rect = layout.add({10, 10, 90, 30}, text, Qt::AlignRight);

    EXPECT_LE(rect.width(), 90);
    EXPECT_EQ(rect.right(), 100);
    EXPECT_TRUE(drawing.labels[0].text.startsWith(QStringLiteral("the")));
    EXPECT_TRUE(drawing.labels[0].text.endsWith(QStringLiteral("end")));
    EXPECT_EQ(drawing.labels[0].whole, text);
    EXPECT_TRUE(layout.add({10, 50, 90, 3}, text).isNull()); // no room for any line
}
