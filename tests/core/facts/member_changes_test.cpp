// SPDX-License-Identifier: Apache-2.0
#include "facts/member_changes.h"

#include "rules/check.h"
#include "rules/repair.h"
#include "support/from_json.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tscope::test {

namespace {

Tensor rows(const std::string& pointers, const std::string& columns)
{
    return fromJson(R"({"layout": "csr", "size": [3, 4], "members": {"compressed": )" + pointers +
                    R"(, "plain": )" + columns + R"(, "values": [1, 2, 3, 4, 5]}})");
}

std::vector<std::string> changesBy(const Tensor& tensor, const std::string& repair)
{
    const auto done = repaired(tensor, std::vector{repair});
    EXPECT_TRUE(done) << done.error().text;
    return memberChanges(tensor, done->tensor);
}

} // namespace

TEST(MemberChanges, OneNumberIsToldWithItsPlaceBeforeAndAfter)
{
    EXPECT_EQ(changesBy(rows("[0, 2, 4, 9]", "[0, 1, 0, 1, 2]"), "set-last-pointer"),
              std::vector<std::string>{"crow_indices[3]: 9 becomes 5"});
}

// What a repair says that it sets is what it sets, and nothing else.
TEST(MemberChanges, ARepairInNumbersDoesWhatItSays)
{
    struct Case {
        const char* repair;
        const char* pointers;
        const char* columns;
        const char* title;
        const char* change;
    };
    for (const auto& [repair, pointers, columns, title, change] : std::initializer_list<Case>{
             {"restore-pointer", "[0, 4, 3, 5]", "[1, 3, 0, 1, 2]",
              "set crow_indices[1] from 4 to 2, where the order of entries breaks",
              "crow_indices[1]: 4 becomes 2"},
             {"order-pointers", "[0, 4, 3, 5]", "[0, 1, 2, 3, 1]",
              "set crow_indices[2] from 3 to 4, the nearest that does not fall", "crow_indices[2]: 3 becomes 4"},
             {"zero-first-pointer", "[1, 2, 4, 5]", "[0, 1, 0, 1, 2]", "set crow_indices[0] from 1 to 0",
              "crow_indices[0]: 1 becomes 0"},
             {"set-last-pointer", "[0, 2, 4, 9]", "[0, 1, 0, 1, 2]",
              "set crow_indices[3] from 9 to 5, the number of entries", "crow_indices[3]: 9 becomes 5"},
             {"wrap-negative", "[0, 2, 4, 5]", "[0, -1, 0, 1, 2]",
              "set col_indices[1] from -1 to 3, counted from the end", "col_indices[1]: -1 becomes 3"},
             {"clamp-indices", "[0, 2, 4, 5]", "[0, 9, 0, 1, 2]",
              "set col_indices[1] from 9 to 3, the nearest that its neighbours allow",
              "col_indices[1]: 9 becomes 3"},
         }) {
        SCOPED_TRACE(repair);
        const auto tensor = rows(pointers, columns);
        const auto report = check(tensor);
        const auto offered = std::ranges::find(report.repairs, repair, &Repair::id);
        ASSERT_NE(offered, report.repairs.end());
        EXPECT_EQ(offered->title, title);
        EXPECT_EQ(changesBy(tensor, repair), std::vector<std::string>{change});
    }
    const auto several = check(rows("[0, 2, 4, 5]", "[0, 9, 0, 8, 7]"));
    const auto clamp = std::ranges::find(several.repairs, "clamp-indices", &Repair::id);
    ASSERT_NE(clamp, several.repairs.end());
    EXPECT_EQ(clamp->title, "set indices that are out of range to the nearest that their neighbours allow")
        << "several numbers have no place to name";
}

TEST(ChangedSlots, AreTheRunsThatDifferMemberByMember)
{
    const auto before = rows("[0, 2, 4, 5]", "[1, 0, 3, 2, 2]");
    const auto sorted = repaired(before, std::vector<std::string>{"sort-slices"});
    ASSERT_TRUE(sorted);
    EXPECT_EQ(changedSlots(before, sorted->tensor, 100), (std::vector<Slots>{{"plain", 0, 4}, {"values", 0, 4}}));
    EXPECT_EQ(changedSlots(before, sorted->tensor, 1), (std::vector<Slots>{{"plain", 0, 4}}));
    EXPECT_TRUE(changedSlots(before, before, 100).empty());
    const auto longer = rows("[0, 2, 4, 5]", "[1, 7, 3, 2, 2, 6, 6]");
    EXPECT_EQ(changedSlots(before, longer, 100), (std::vector<Slots>{{"plain", 1, 2}, {"plain", 5, 7}}));
}

TEST(MemberChanges, SeveralAreListedWithWhatTheyWereAndAreThen)
{
    EXPECT_EQ(
        changesBy(rows("[0, 2, 4, 5]", "[1, 0, 3, 2, 2]"), "sort-slices"),
        (std::vector<std::string>{
            "col_indices: 4 of 5 numbers change: [0] 1 \u2192 0, [1] 0 \u2192 1, [2] 3 \u2192 2, [3] 2 \u2192 3",
            "values: 4 of 5 numbers change: [0] 1 \u2192 2, [1] 2 \u2192 1, [2] 3 \u2192 4, [3] 4 \u2192 3"}));
}

TEST(MemberChanges, BehindTheTwelfthTheyAreCounted)
{
    const auto tensorOfColumns = [](const std::string& column) {
        std::string columns, values;
        for (int i = 0; i < 20; ++i) {
            columns += (i == 0 ? "" : ", ") + column;
            values += i == 0 ? "1" : ", 1";
        }
        return fromJson(R"({"layout": "coo", "size": [9], "members": {"indices": [[)" + columns +
                        R"(]], "values": [)" + values + "]}}");
    };
    const auto changes = memberChanges(tensorOfColumns("3"), tensorOfColumns("4"));
    ASSERT_EQ(changes.size(), 1U);
    EXPECT_TRUE(changes[0].starts_with("indices: 20 of 20 numbers change: [0] 3 \u2192 4, ")) << changes[0];
    EXPECT_TRUE(changes[0].ends_with(", [11] 3 \u2192 4 and 8 more")) << changes[0];
}

TEST(MemberChanges, OneRunIsToldFromOldToNew)
{
    const auto before = rows("[0, 2, 4, 5]", "[1, 0, 3, 2, 2]"), after = rows("[0, 2, 3, 5]", "[0, 1, 2, 3, 1]");
    EXPECT_EQ(changeText(before, after, {"compressed", 2, 3}), "crow_indices[2]: 4 \u2192 3");
    EXPECT_EQ(changeText(before, after, {"plain", 0, 5}),
              "col_indices[0..4]: 1, 0, 3, 2 \u2026 \u2192 0, 1, 2, 3 \u2026");
    EXPECT_EQ(changeText(before, after, {"plain", 4, 6}), "") << "beyond the end";
    EXPECT_EQ(changeText(before, rows("[0, 2, 3, 4]", "[0, 1, 2, 3]"), {"plain", 0, 1}), "")
        << "another number of slots";
}

TEST(MemberChanges, WhatIsDroppedIsCountedFromTheFirstOn)
{
    const auto changes = changesBy(rows("[0, 2, 4, 5]", "[0, 1, 0, 7, 2]"), "drop-out-of-range");
    ASSERT_EQ(changes.size(), 3U);
    EXPECT_EQ(changes[1], "col_indices: 5 numbers become 4, from col_indices[3] on");
    EXPECT_EQ(changes[2], "values: 5 numbers become 4, from values[3] on");
}

TEST(MemberChanges, TheSizeIsTold)
{
    EXPECT_EQ(changesBy(rows("[0, 2, 4, 5]", "[0, 1, 0, 7, 2]"), "extend-size"),
              std::vector<std::string>{"size: (3, 4) becomes (3, 8)"});
}

TEST(MemberChanges, OfTheSameTensorThereAreNone)
{
    const auto tensor = rows("[0, 2, 4, 5]", "[0, 1, 0, 3, 2]");
    EXPECT_TRUE(memberChanges(tensor, tensor).empty());
    EXPECT_TRUE(memberChanges(tensor, rows("[0, 2, 4, 5]", "[0, 1, 0, 3, 2]")).empty())
        << "other bytes, equal ones";
}

TEST(MemberChanges, TypesAreTold)
{
    auto wide = rows("[0, 2, 4, 5]", "[0, 1, 0, 3, 2]");
    const auto narrow = fromJson(R"({"layout": "csr", "size": [3, 4], "members": {"compressed": [0, 2, 4, 5],
        "plain": {"dtype": "int32", "data": [0, 1, 0, 3, 2]}, "values": [1, 2, 3, 4, 5]}})");
    EXPECT_EQ(memberChanges(narrow, wide), std::vector<std::string>{"col_indices: int32 becomes int64"});
}

} // namespace tscope::test
