// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sorted_lines.h"

#include <QStandardItemModel>

#include <gtest/gtest.h>

#include <limits>

using namespace tscope;

TEST(SortedLines, WhatIsNoNumberStaysBelowWhicheverWayIsSorted)
{
    QStandardItemModel lines;
    const auto add = [&](const char* name, const QVariant& key) {
        auto* item = new QStandardItem(QString::fromLatin1(name));
        item->setData(key, Qt::UserRole);
        lines.appendRow(item);
    };
    add("not a number", std::numeric_limits<double>::quiet_NaN());
    add("ten", 10.0);
    add("nothing", {});
    add("never", std::numeric_limits<double>::infinity());
    add("two", 2.0);
    SortedLines sorted(lines, Qt::UserRole);
    const auto order = [&] {
        QStringList names;
        for (int line = 0; line < sorted.rowCount(); ++line)
            names << sorted.index(line, 0).data().toString();
        return names.join(QLatin1Char(' ')).toStdString();
    };
    sorted.sort(0, Qt::AscendingOrder);
    EXPECT_EQ(order(), "two ten never not a number nothing");
    sorted.sort(0, Qt::DescendingOrder);
    EXPECT_EQ(order(), "never ten two not a number nothing");
    EXPECT_EQ(sorted.shownAt(4), 2);
    EXPECT_EQ(sorted.lineOf(sorted.index(2, 0)), 4);
    EXPECT_EQ(sorted.shownAt(-1), -1);
}
