// SPDX-License-Identifier: Apache-2.0
// What is suggested first, and what is made of a tensor when nothing is chosen.
#include "rules/suggestions.h"

#include "rules/check.h"
#include "rules/repair.h"
#include "rules/repair_steps.h"
#include "support/from_json.h"
#include "support/vector_cases.h"

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

TEST(Suggestions, AreMadeInTheirOrderUntilOneHasACost)
{
    int made = 0, waiting = 0;
    for (const auto& testCase : readCases("invariants.json")) {
        const auto tensor = tensorOf(testCase);
        const auto done = repairedAsSuggested(tensor);
        ASSERT_TRUE(done) << testCase["id"] << done.error().text;
        const auto report = check(tensor);
        const auto suggestions = suggestionsFor(report, report.repairs);
        if (suggestions.empty())
            continue;
        const auto first = stepsOf(idOf(suggestions.front()));
        const auto* const* repair = std::get_if<const Repair*>(&suggestions.front());
        if (repair != nullptr && !losesNothing(**repair)) {
            EXPECT_TRUE(done->applied.empty()) << testCase["id"];
            ASSERT_TRUE(done->next) << testCase["id"];
            EXPECT_EQ(done->next->id, (*repair)->id) << testCase["id"];
            ++waiting;
        } else {
            ASSERT_GE(done->applied.size(), first.size()) << testCase["id"];
            EXPECT_TRUE(std::ranges::equal(first, std::span(done->applied).first(first.size()))) << testCase["id"];
            ++made;
        }
    }
    EXPECT_GT(made, 20);
    EXPECT_GT(waiting, 20);
}

TEST(Suggestions, AReadingIsMadeAsARepairIs)
{
    const auto tensor = oneBased();
    const auto unasked = repairedAsSuggested(tensor);
    ASSERT_TRUE(unasked) << unasked.error().text;
    EXPECT_EQ(unasked->applied, Ids{"one-based"});
    EXPECT_TRUE(unasked->remaining.valid);
    EXPECT_EQ(unasked->tensor.size, tensor.size);
    const auto named = repaired(tensor, Ids{"one-based"});
    ASSERT_TRUE(named) << named.error().text;
    EXPECT_TRUE(named->remaining.valid);
}

// Setting the column loses a number, a larger size is another tensor: neither is made unasked.
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

    const auto done = repairedAsSuggested(tensor);
    ASSERT_TRUE(done) << done.error().text;
    EXPECT_EQ(done->applied, Ids{"sort-slices"});
    EXPECT_EQ(done->tensor.size, tensor.size);
    ASSERT_TRUE(done->next);
    EXPECT_EQ(done->next->id, idsOf(done->remaining).front());
    EXPECT_FALSE(done->next->reshapes);
}

// Of a large tensor, whose repairs no check tries, what is no help is not made either.
TEST(Suggestions, OfALargeTensorAreTriedFirst)
{
    constexpr std::int64_t entries = 140'000;
    nlohmann::json columns = nlohmann::json::array();
    for (std::int64_t k = 0; k < entries; ++k)
        columns.push_back(k);
    const auto tensor = tensorOf({{"layout", "csr"},
                                  {"size", {3, 200'000}},
                                  {"members",
                                   {{"crow_indices", {0, 150'000, 70'000, entries}},
                                    {"col_indices", std::move(columns)},
                                    {"values", {{"dtype", "float32"}, {"shape", {entries}}}}}}});
    const auto report = check(tensor);
    ASSERT_FALSE(report.repairs.empty());
    ASSERT_EQ(report.repairs.front().id, "restore-pointer") << "which nothing tells how";
    const auto done = repairedAsSuggested(tensor);
    ASSERT_TRUE(done) << done.error().text;
    EXPECT_TRUE(done->applied.empty());
    ASSERT_TRUE(done->next);
    EXPECT_EQ(done->next->id, "order-pointers");
}

} // namespace tscope::test
