// SPDX-License-Identifier: Apache-2.0
#include "timing/report/point_labels.h"

#include <gtest/gtest.h>

namespace tscope::timing {

TEST(PointLabels, StandToTheRightWhereThereIsRoom)
{
    PointLabels labels({0, 0, 100, 100}, 10);
    labels.addPoint(50, 50, 4);

    const auto box = labels.place(50, 50, 20);

    ASSERT_TRUE(box);
    EXPECT_EQ(box->left, 56);
    EXPECT_EQ(box->top, 45);
}

TEST(PointLabels, NeverMeetPointsLabelsOrTheFrame)
{
    PointLabels labels({0, 0, 300, 200}, 10);
    std::vector<std::pair<double, double>> points;
    for (int i = 0; i < 100; ++i)
        points.emplace_back(20 + (i * 37) % 260, 20 + (i * 53) % 160);
    for (const auto& [x, y] : points)
        labels.addPoint(x, y, 4);
    std::vector<PointLabels::Box> boxes;
    for (const auto& [x, y] : points)
        if (const auto box = labels.place(x, y, 20))
            boxes.push_back(*box);

    EXPECT_GT(boxes.size(), 20U);
    for (std::size_t a = 0; a < boxes.size(); ++a) {
        EXPECT_TRUE(boxes[a].left >= 0 && boxes[a].right <= 300 && boxes[a].top >= 0 && boxes[a].bottom <= 200);
        for (std::size_t b = a + 1; b < boxes.size(); ++b)
            EXPECT_FALSE(boxes[a].meets(boxes[b]));
        for (const auto& [x, y] : points)
            EXPECT_FALSE(boxes[a].meets({x - 4, y - 4, x + 4, y + 4}));
    }
}

TEST(PointLabels, AreLeftOutWhereThereIsNoRoom)
{
    PointLabels labels({0, 0, 10, 10}, 10);
    labels.addPoint(5, 5, 4);
    EXPECT_FALSE(labels.place(5, 5, 20));
}

} // namespace tscope::timing
