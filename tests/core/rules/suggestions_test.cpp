// SPDX-License-Identifier: Apache-2.0
// What is suggested first.
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

// Setting the column keeps the shape, a larger size is another tensor.
TEST(Suggestions, NoSizeGrowsWhereAColumnCanBeSetInstead)
{
    const auto tensor = unsortedAndOutside();
    const auto ids = idsOf(check(tensor));
    EXPECT_EQ(ids.front(), "sort-slices");
    const auto grows = std::ranges::find_if(
        ids, [](const std::string& id) { return id.find("extend-size") != std::string::npos; });
    const auto sets = std::ranges::find(ids, "clamp-indices");
    ASSERT_NE(grows, ids.end());
    ASSERT_NE(sets, ids.end());
    EXPECT_LT(sets, grows);
}

} // namespace tscope::test
