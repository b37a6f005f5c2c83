// SPDX-License-Identifier: Apache-2.0
// What a repair of a jagged tensor takes away is said before it is made, and found when two tensors are compared.
#include "facts/diff_text.h"
#include "facts/member_changes.h"
#include "facts/wording.h"
#include "rules/check.h"
#include "rules/repair.h"
#include "support/from_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace tscope::test {

namespace {

// Five values, and a last offset that ends before the fifth.
Tensor shortOffsets()
{
    return fromJson(R"({"layout": "jagged", "min_seqlen": 2, "max_seqlen": 2, "members": {
        "values": [1, 2, 3, 4, 5], "offsets": [0, 2, 4]}})");
}

std::string textOfRepair(const Report& report, std::string_view id)
{
    const auto at = std::ranges::find(report.repairs, id, &Repair::id);
    return at == report.repairs.end() ? "not offered" : repairText(*at);
}

} // namespace

TEST(JaggedRepairs, SayWhichCachedLengthsTheyRemoveAndWhy)
{
    const auto report = check(shortOffsets());
    EXPECT_EQ(textOfRepair(report, "set-last-offset+forget-extremes"),
              "set offsets[2] from 4 to 5, the ragged extent, then remove the cached min_seqlen and max_seqlen (2 "
              "would be wrong, the longest is 3)");
}

TEST(JaggedRepairs, TellTheCachedLengthsAmongTheChanges)
{
    const auto before = shortOffsets();
    const auto done = repaired(before, std::vector<std::string>{"set-last-offset+forget-extremes"});
    ASSERT_TRUE(done) << done.error().text;
    EXPECT_EQ(memberChanges(before, done->tensor),
              (std::vector<std::string>{"offsets[2]: 4 becomes 5", "min_seqlen: 2 becomes none",
                                        "max_seqlen: 2 becomes none"}));
    const auto lines = tellDifference(*diff(before, done->tensor), before, done->tensor);
    const auto isTold = std::ranges::any_of(lines, [](const DifferenceLine& line) {
        return plainText({line.words})
                   .find("cached lengths: min_seqlen is 2 and none; max_seqlen is 2 and none") !=
               std::string::npos;
    });
    EXPECT_TRUE(isTold);
}

TEST(JaggedRepairs, ValuesCanBeShortenedToTheLastOffset)
{
    const auto tensor = shortOffsets();
    EXPECT_EQ(textOfRepair(check(tensor), "shorten-values"),
              "set the shape of values from (5,) to (4,) (loses the values behind the last offset)");
    const auto done = repaired(tensor, std::vector<std::string>{"shorten-values"});
    ASSERT_TRUE(done) << done.error().text;
    EXPECT_TRUE(done->remaining.valid);
    EXPECT_EQ(done->tensor.claims, tensor.claims);
    const auto longer =
        fromJson(R"({"layout": "jagged", "members": {"values": [1, 2, 3], "offsets": [0, 2, 4]}})");
    EXPECT_EQ(textOfRepair(check(longer), "shorten-values"), "not offered");
}

} // namespace tscope::test
