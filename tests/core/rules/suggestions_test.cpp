// SPDX-License-Identifier: Apache-2.0
// The order in which readings and repairs are suggested.
#include "rules/suggestions.h"

#include "rules/check.h"
#include "rules/repair.h"
#include "support/from_json.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tscope::test {

namespace {

using Ids = std::vector<std::string>;

Ids idsOf(const Report& report)
{
    Ids ids;
    for (const auto& suggestion : suggestionsFor(report, report.repairs))
        ids.emplace_back(idOf(suggestion));
    return ids;
}

// Columns that count from 1.
Tensor oneBased()
{
    return fromJson(R"({"layout": "csr", "size": [3, 4], "members": {"crow_indices": [0, 2, 3, 5],
        "col_indices": [1, 4, 2, 3, 4], "values": [1, 2, 3, 4, 5]}})");
}

// Row 0 is unsorted, and one column lies beyond the size.
Tensor unsortedAndOutside()
{
    return fromJson(R"({"layout": "csr", "size": [3, 4], "members": {"crow_indices": [0, 2, 4, 5],
        "col_indices": [1, 0, 0, 7, 2], "values": [1, 2, 3, 4, 5]}})");
}

} // namespace

TEST(Suggestions, BeginWithReadingsThatLeaveNothingBroken)
{
    const auto report = check(oneBased());
    ASSERT_FALSE(report.misreadings.empty());
    ASSERT_EQ(report.misreadings.front().violations, 0);
    const auto suggestions = suggestionsFor(report, report.repairs);
    ASSERT_EQ(suggestions.size(), report.misreadings.size() + report.repairs.size());
    EXPECT_TRUE(std::holds_alternative<const Misreading*>(suggestions.front()));
}

TEST(Suggestions, AReadingIsMadeAsARepairIs)
{
    const auto tensor = oneBased();
    const auto named = repaired(tensor, Ids{"one-based"});
    ASSERT_TRUE(named) << named.error().text;
    EXPECT_TRUE(named->remaining.valid);
}

TEST(Suggestions, NameATensorOnceThatAReadingAndARepairGive)
{
    const auto tensor = fromJson(R"({"layout": "csr", "size": [3, 4], "members": {"crow_indices": [1, 3, 4, 6],
        "col_indices": [0, 3, 1, 2, 3], "values": [1, 2, 3, 4, 5]}})");
    const auto report = check(tensor);
    ASSERT_EQ(report.misreadings.size(), 1U) << "what it may be is said";
    EXPECT_EQ(report.misreadings.front().id, "one-based");
    const auto ids = idsOf(report);
    EXPECT_EQ(ids.front(), "shift-pointers");
    EXPECT_EQ(std::ranges::count(ids, "one-based"), 0);
    EXPECT_EQ(ids.size(), report.repairs.size());
    const auto done = repaired(tensor, Ids{"one-based"});
    ASSERT_TRUE(done) << done.error().text;
    EXPECT_TRUE(done->remaining.valid) << "it can be named all the same";
}

// Pointers and columns count from 1, or the pointers alone: two tensors, both without a broken rule.
TEST(Suggestions, KeepARepairThatGivesAnotherTensorThanTheReading)
{
    const auto report = check(fromJson(R"({"layout": "csr", "size": [3, 4], "members": {
        "crow_indices": [1, 3, 4, 6], "col_indices": [1, 3, 1, 2, 3], "values": [1, 2, 3, 4, 5]}})"));
    const auto ids = idsOf(report);
    EXPECT_EQ(std::ranges::count(ids, "one-based"), 1);
    EXPECT_EQ(std::ranges::count(ids, "shift-pointers"), 1);
}

TEST(Suggestions, NoSizeGrowsWhereOneCoordinateOfAFewIsWrong)
{
    const auto ids = idsOf(check(fromJson(R"({"layout": "coo", "size": [3, 4], "is_coalesced": true, "members":
        {"indices": [[0, 0, 1, 1, 2], [1, 1, 0, 7, 2]], "values": [1, 2, 3, 4, 5]}})")));
    const auto grows = std::ranges::find_if(
        ids, [](const std::string& id) { return id.find("extend-size") != std::string::npos; });
    ASSERT_NE(grows, ids.end());
    for (const auto* other : {"clamp-indices", "drop-out-of-range", "sum-duplicates"})
        EXPECT_LT(std::ranges::find(ids, other), grows) << other;
}

// Setting the column keeps the shape, a larger size is another tensor.
TEST(Suggestions, NoSizeGrowsWhereAColumnCanBeSetInstead)
{
    const auto tensor = unsortedAndOutside();
    const auto ids = idsOf(check(tensor));
    EXPECT_EQ(ids.front(), "clamp-indices+sort-slices") << "to sort first moves the evidence";
    EXPECT_NE(std::ranges::find(ids, "sort-slices"), ids.end());
    const auto grows = std::ranges::find_if(
        ids, [](const std::string& id) { return id.find("extend-size") != std::string::npos; });
    const auto sets = std::ranges::find(ids, "clamp-indices");
    ASSERT_NE(grows, ids.end());
    ASSERT_NE(sets, ids.end());
    EXPECT_LT(sets, grows);
}

} // namespace tscope::test
