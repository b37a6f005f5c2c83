// SPDX-License-Identifier: Apache-2.0
// Two pointers that changed places are one cause, which names both.
#include "rules/check.h"
#include "support/from_json.h"

#include <gtest/gtest.h>

namespace tscope::test {

namespace {

// Rows of 3, 1, 2 and 3 entries, each of which begins anew.
Tensor csrOfFourRows(const std::string& pointers)
{
    return fromJson(R"({"layout": "csr", "size": [4, 6], "members": {"crow_indices": )" + pointers +
                    R"(, "col_indices": [1, 3, 5, 2, 0, 4, 0, 1, 5], "values": [1, 2, 3, 4, 5, 6, 7, 8, 9]}})");
}

} // namespace

TEST(SwappedPointers, AreOneCauseThatNamesBoth)
{
    const auto report = check(csrOfFourRows("[0, 3, 6, 4, 9]"));
    ASSERT_EQ(report.causes.size(), 1U);
    EXPECT_EQ(report.causes[0].text,
              "crow_indices[2] and crow_indices[3] are swapped: 6 and 4, as the order of entries says");
    EXPECT_EQ(report.causes[0].member, "compressed");
    EXPECT_EQ(report.causes[0].index, 2);
    EXPECT_EQ(report.causes[0].rules, (std::vector<std::string>{"5.3", "5.6"}));
    ASSERT_FALSE(report.repairs.empty());
    EXPECT_EQ(report.repairs.front().id, "restore-pointer");
    EXPECT_EQ(report.repairs.front().title, "set crow_indices[2] from 6 to 4, and crow_indices[3] from 4 to 6, "
                                            "where the order of entries breaks");
}

TEST(SwappedPointers, AreNotNamedWhereOneOfThemAloneIsWrong)
{
    const auto report = check(csrOfFourRows("[0, 3, 8, 6, 9]"));
    ASSERT_FALSE(report.causes.empty());
    EXPECT_EQ(report.causes[0].text.find("swapped"), std::string::npos) << report.causes[0].text;
}

} // namespace tscope::test
