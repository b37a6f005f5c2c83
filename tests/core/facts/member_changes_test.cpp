// SPDX-License-Identifier: Apache-2.0
#include "facts/member_changes.h"

#include "rules/check.h"
#include "rules/repair.h"
#include "support/from_json.h"

#include <gtest/gtest.h>

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

TEST(MemberChanges, OfSeveralTheFirstIsToldAndTheyAreCounted)
{
    EXPECT_EQ(
        changesBy(rows("[0, 2, 4, 5]", "[1, 0, 3, 2, 2]"), "sort-slices"),
        (std::vector<std::string>{"col_indices: 4 of 5 numbers change, the first col_indices[0]: 1 becomes 0",
                                  "values: 4 of 5 numbers change, the first values[0]: 1 becomes 2"}));
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
