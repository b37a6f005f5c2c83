// SPDX-License-Identifier: Apache-2.0
// One index that breaks the order of its row: beside sorting, it may be set to a number between its neighbours.
#include "rules/check.h"
#include "rules/repair.h"
#include "support/from_json.h"
#include "support/integers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace tscope::test {

namespace {

Tensor csrOfOneRow(const std::string& columns)
{
    return fromJson(R"({"layout": "csr", "size": [1, 100], "members": {"crow_indices": [0, 5], "col_indices": )" +
                    columns + R"(, "values": [1, 2, 3, 4, 5]}})");
}

std::string titleOfSetting(const std::string& columns)
{
    const auto report = check(csrOfOneRow(columns));
    const auto at = std::ranges::find(report.repairs, "set-misplaced", &Repair::id);
    return at == report.repairs.end() ? "" : at->title;
}

} // namespace

TEST(MisplacedIndex, IsSetToANumberBetweenItsNeighbours)
{
    EXPECT_EQ(titleOfSetting("[1, 50, 3, 4, 9]"),
              "set col_indices[1] from 50 to 2, the only number between its neighbours");
    EXPECT_EQ(titleOfSetting("[1, 50, 20, 21, 22]"), "set col_indices[1] from 50 to 19, one of 18 numbers between "
                                                     "its neighbours; which of them is not known");
    EXPECT_EQ(titleOfSetting("[1, 5, 3, 7, 9]"), "") << "either may be the wrong one";
    EXPECT_EQ(titleOfSetting("[1, 2, 2, 7, 9]"), "") << "a repeated one is not misplaced";
}

TEST(MisplacedIndex, IsOfferedBesideSortingAndNotDoneUnasked)
{
    const auto tensor = csrOfOneRow("[1, 50, 3, 4, 9]");
    const auto report = check(tensor);
    ASSERT_FALSE(report.repairs.empty());
    EXPECT_EQ(report.repairs.front().id, "sort-slices");
    const auto done = repaired(tensor, std::vector<std::string>{"set-misplaced"});
    ASSERT_TRUE(done) << done.error().text;
    EXPECT_TRUE(done->remaining.valid);
    EXPECT_THAT(integers(done->tensor.member("plain").array), testing::ElementsAre(1, 2, 3, 4, 9));
    const auto unasked = repairedWithoutLoss(tensor);
    ASSERT_TRUE(unasked);
    EXPECT_THAT(unasked->applied, testing::ElementsAre("sort-slices"));
}

} // namespace tscope::test
