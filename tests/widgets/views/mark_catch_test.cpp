// SPDX-License-Identifier: GPL-3.0-or-later
// A triangle on a map leads to the broken place that it stands for, not to the first of the cells under its pixel.
#include "selection/selection.h"
#include "widgets/support/shown_views.h"
#include "widgets/support/tensors.h"

#include <gtest/gtest.h>

#include <string>

using namespace tscope;
using namespace tscope::test;

namespace {

// Two entries in each of 3000 rows; those of row 1533 are not sorted: column 701 comes after column 2001.
Tensor largeUnsorted()
{
    std::string pointers = "0", columns, values;
    for (int row = 0; row < 3000; ++row) {
        columns += std::string(row == 0 ? "" : ",") + (row == 1533 ? "2001,701" : "701,2001");
        values += row == 0 ? "1,1" : ",1,1";
        pointers += "," + std::to_string(2 * row + 2);
    }
    return tensorOf(R"({"layout":"csr","size":[3000,3000],"members":{"crow_indices":[)" + pointers +
                    R"(],"col_indices":[)" + columns + R"(],"values":[)" + values + "]}}");
}

} // namespace

TEST(MarkCatch, ATriangleOnAMapStandsForItsBrokenPlace)
{
    ShownViews shown(largeUnsorted());
    auto& view = shown.view("logical");
    ASSERT_FALSE(view.scene().rasters.empty());
    ASSERT_EQ(view.scene().violations.size(), 1U);
    const auto mark = view.scene().violations.front();
    EXPECT_EQ(mark.place, Place(ElementPlace{{1533, 701}}));
    for (const auto beside :
         {QPointF(0, 0), QPointF(mark.rect.width() / 2 + 2, 0), QPointF(0, mark.rect.height() / 2 + 2)}) {
        shown.moveTo(view, {5, 5});
        shown.moveTo(view, mark.rect.center() + beside);
        settle(shown.desk.jobs);
        ASSERT_TRUE(shown.desk.selection.hovered()) << beside.x() << ' ' << beside.y();
        EXPECT_EQ(shown.desk.selection.hovered()->place, mark.place) << beside.x() << ' ' << beside.y();
        const auto number = view.shownSpotAt(mark.rect.center() + beside);
        ASSERT_TRUE(number);
        EXPECT_TRUE(view.shownSpot(*number).words.contains(QStringLiteral("broken rule 5.6")));
    }
    shown.click(view, mark);
    shown.press(view, Qt::Key_Z);
    const auto& cell = spotOf(view.scene(), ElementPlace{{1533, 701}});
    EXPECT_TRUE(QRectF(view.viewport()->rect()).contains(cell.rect.center()));
    EXPECT_TRUE(cell.words.contains(QStringLiteral("broken rule 5.6"))) << cell.words.toStdString();
}
