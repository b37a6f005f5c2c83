// SPDX-License-Identifier: Apache-2.0
// One place that breaks the order of a row: beside sorting, one index may be set to a number between its
// neighbours, or two swapped.
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

std::string titleOf(const std::string& repair, const std::string& columns)
{
    const auto report = check(csrOfOneRow(columns));
    const auto at = std::ranges::find(report.repairs, repair, &Repair::id);
    return at == report.repairs.end() ? "" : at->title;
}

std::string titleOfSetting(const std::string& columns)
{
    return titleOf("set-misplaced", columns);
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

TEST(RepeatedIndex, IsSetToANumberBetweenItsNeighbours)
{
    EXPECT_EQ(
        titleOf("set-repeated", "[1, 2, 2, 7, 9]"),
        "set col_indices[2] from 2 to 3, one of 4 numbers between its neighbours; which of them is not known");
    EXPECT_EQ(
        titleOf("set-repeated", "[1, 4, 4, 5, 9]"),
        "set col_indices[1] from 4 to 3, one of 2 numbers between its neighbours; which of them is not known");
    EXPECT_EQ(titleOf("set-repeated", "[3, 4, 4, 5, 9]"), "") << "no room beside either";
    EXPECT_EQ(titleOf("set-repeated", "[1, 2, 2, 7, 7]"), "") << "more than one is there twice";
}

TEST(RepeatedIndex, IsOfferedBehindAddingTheTwo)
{
    const auto tensor = csrOfOneRow("[1, 2, 2, 7, 9]");
    const auto report = check(tensor);
    ASSERT_FALSE(report.repairs.empty());
    EXPECT_EQ(report.repairs.front().id, "sum-duplicates");
    const auto done = repaired(tensor, std::vector<std::string>{"set-repeated"});
    ASSERT_TRUE(done) << done.error().text;
    EXPECT_TRUE(done->remaining.valid);
    EXPECT_THAT(integers(done->tensor.member("plain").array), testing::ElementsAre(1, 2, 3, 7, 9));
}

// Sorting carries the values along, which is wrong where only the indices were swapped.
TEST(SwappedIndices, AreSwappedBackWithoutTheirValues)
{
    const auto tensor = csrOfOneRow("[1, 5, 3, 7, 9]");
    EXPECT_EQ(titleOf("sort-slices", "[1, 5, 3, 7, 9]"), "sort the entries of each row, with their values");
    EXPECT_EQ(titleOf("swap-indices", "[1, 5, 3, 7, 9]"),
              "swap only col_indices[1] and col_indices[2]; their values stay");
    EXPECT_EQ(titleOf("swap-indices", "[1, 5, 7, 3, 9]"), "") << "they are no neighbours";
    const auto done = repaired(tensor, std::vector<std::string>{"swap-indices"});
    ASSERT_TRUE(done) << done.error().text;
    EXPECT_TRUE(done->remaining.valid);
    EXPECT_THAT(integers(done->tensor.member("plain").array), testing::ElementsAre(1, 3, 5, 7, 9));
    EXPECT_EQ(done->tensor.member("values").array.storage, tensor.member("values").array.storage);
    const auto unasked = repairedWithoutLoss(tensor);
    ASSERT_TRUE(unasked);
    EXPECT_THAT(unasked->applied, testing::ElementsAre("sort-slices"));
}

} // namespace tscope::test
