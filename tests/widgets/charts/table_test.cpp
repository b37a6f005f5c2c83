// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/cut.h"
#include "charts/table.h"

#include <gtest/gtest.h>

using namespace tscope::charts;

TEST(ChartTable, FieldsWithCommasAndQuotesAreQuoted)
{
    const Table table{{QStringLiteral("form"), QStringLiteral("time (ns)")},
                      {{QStringLiteral("a, \"b\""), QStringLiteral("1.5")}}};

    EXPECT_EQ(csv(table), QByteArray("form,time (ns)\r\n\"a, \"\"b\"\"\",1.5\r\n"));
}

TEST(Cut, ALineIsCutToTheField)
{
    const QRectF field(0, 0, 100, 50);

    EXPECT_EQ(*cutTo(field, QLineF(-50, 25, 150, 25)), QLineF(0, 25, 100, 25));
    EXPECT_FALSE(cutTo(field, QLineF(-50, 60, 150, 60)));
    const auto parts = cutTo(field, QPolygonF({{10, 10}, {10, 80}, {20, 80}, {20, 10}}));
    ASSERT_EQ(parts.size(), 2U);
    EXPECT_EQ(parts[0], QPolygonF(QList<QPointF>{{10, 10}, {10, 50}}));
    EXPECT_EQ(parts[1], QPolygonF(QList<QPointF>{{20, 50}, {20, 10}}));
}
