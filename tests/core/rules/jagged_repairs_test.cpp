// SPDX-License-Identifier: Apache-2.0
// What a repair of a jagged tensor takes away is said before it is made, and found when two tensors are compared.
#include "facts/diff_text.h"
#include "facts/member_changes.h"
#include "facts/wording.h"
#include "layouts/shared/sentences.h"
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

namespace {

// Components of 2, 3, 1 and 2 values; the offset after the first one is lost.
Tensor fallingOffsets(const std::string& cached, const std::string& offsets = "[0, 2, 1, 6, 8]")
{
    return fromJson(R"({"layout": "jagged", )" + cached + R"("members": {"values": [1, 2, 3, 4, 5, 6, 7, 8],
        "offsets": )" +
                    offsets + "}}");
}

const std::string cachedBoth = R"("min_seqlen": 1, "max_seqlen": 3, )";

std::vector<std::string> idsOfRepairs(const Report& report)
{
    std::vector<std::string> ids;
    for (const auto& repair : report.repairs)
        ids.push_back(repair.id);
    return ids;
}

} // namespace

TEST(JaggedRepairs, AWrongOffsetIsNarrowedByTheCachedLengths)
{
    const auto tensor = fallingOffsets(cachedBoth);
    const auto report = check(tensor);
    ASSERT_FALSE(report.causes.empty());
    EXPECT_EQ(report.causes.front().text, "offsets[2] is 1, below the 2 before it; its neighbours and min_seqlen "
                                          "and max_seqlen allow 3 to 5");
    EXPECT_EQ(textOfRepair(report, "order-offsets"),
              "set offsets[2] from 1 to 3, the nearest that its neighbours and min_seqlen and max_seqlen allow "
              "(changes which elements components have)");
    const auto done = repaired(tensor, std::vector<std::string>{"order-offsets"});
    ASSERT_TRUE(done) << done.error().text;
    EXPECT_TRUE(done->remaining.valid) << "no component is empty, as min_seqlen says";
    EXPECT_EQ(done->tensor.claims, tensor.claims);
}

TEST(JaggedRepairs, OneCachedLengthNarrowsAsWell)
{
    EXPECT_EQ(check(fallingOffsets(R"("min_seqlen": 1, )")).causes.front().text,
              "offsets[2] is 1, below the 2 before it; its neighbours and min_seqlen allow 3 to 5");
    EXPECT_EQ(check(fallingOffsets(R"("min_seqlen": 2, "max_seqlen": 2, )")).causes.front().text,
              "offsets[2] is 1, below the 2 before it; its neighbours and min_seqlen and max_seqlen allow only 4");
}

TEST(JaggedRepairs, CachedLengthsThatOtherComponentsContradictNarrowNothing)
{
    for (const auto* cached : {"", R"("min_seqlen": 3, )", R"("max_seqlen": 1, )", R"("min_seqlen": 0, )"}) {
        const auto report = check(fallingOffsets(cached));
        EXPECT_EQ(report.causes.front().text, "offsets[2] is 1, below the 2 before it") << cached;
        EXPECT_THAT(textOfRepair(report, "order-offsets"),
                    testing::StartsWith("set offsets[2] from 1 to 2, the nearest that does not fall"))
            << cached;
    }
}

// They tell where the offset belongs.
TEST(JaggedRepairs, CachedLengthsAreRemovedLastWhereOffsetsFall)
{
    const auto tensor = fallingOffsets(cachedBoth);
    const auto report = check(tensor);
    EXPECT_THAT(idsOfRepairs(report), testing::ElementsAre("order-offsets", "forget-extremes"));
    EXPECT_EQ(textOfRepair(report, "forget-extremes"),
              "remove the cached min_seqlen and max_seqlen (loses what they tell of wrong offsets and lengths)");
    const auto unasked = repairedWithoutLoss(tensor);
    ASSERT_TRUE(unasked) << unasked.error().text;
    EXPECT_THAT(unasked->applied, testing::IsEmpty());
    // Nothing else is wrong: they are, and their removal loses nothing.
    const auto alone = check(fallingOffsets(cachedBoth, "[0, 2, 2, 6, 8]"));
    EXPECT_EQ(
        textOfRepair(alone, "forget-extremes"),
        "remove the cached min_seqlen and max_seqlen (1 would be wrong, the shortest is 0; 3 would be wrong, "
        "the longest is 4)");
    ASSERT_FALSE(alone.repairs.empty());
    EXPECT_TRUE(alone.repairs.front().lossless);
}

TEST(JaggedRepairs, AFallIsSaidWithItsOffset)
{
    const auto tensor = fallingOffsets("");
    const auto report = check(tensor);
    const auto* falls = report.find("JAG-5.3");
    ASSERT_NE(falls, nullptr);
    EXPECT_EQ(placeSentence(tensor, "JAG-5.3", falls->witnesses.front()),
              "component 1: offsets[2] is 1, below the 2 before it");
    EXPECT_EQ(falls->statement, "offsets never fall");
}

} // namespace tscope::test
