// SPDX-License-Identifier: Apache-2.0
#include "facts/slot_moves.h"

#include "facts/member_changes.h"
#include "support/from_json.h"

#include <gtest/gtest.h>

namespace tscope::test {

namespace {

Tensor lineOf(const std::vector<std::int64_t>& numbers)
{
    std::string json;
    for (const auto number : numbers)
        json += (json.empty() ? "" : ",") + std::to_string(number);
    return fromJson(R"({"layout": "strided", "members": {"values": {"dtype": "int64", "data": [)" + json + "]}}}");
}

std::optional<SlotMoves> movesOf(const std::vector<std::int64_t>& before, const std::vector<std::int64_t>& after)
{
    return SlotMoves::between(lineOf(before).member("values").array, lineOf(after).member("values").array);
}

using Kept = SlotMoves::Kept;

} // namespace

TEST(SlotMoves, WhatIsPutInMovesTheRest)
{
    const auto moves = movesOf({1, 2, 3, 4, 5}, {1, 2, 9, 3, 4, 5});
    ASSERT_TRUE(moves);
    EXPECT_EQ(moves->kept(), (std::vector<Kept>{{0, 2, 0}, {3, 6, 1}}));
    EXPECT_EQ(moves->from(1), 1);
    EXPECT_EQ(moves->from(2), std::nullopt);
    EXPECT_EQ(moves->from(5), 4);
    EXPECT_EQ(moves->from(6), std::nullopt);
}

TEST(SlotMoves, WhatIsTakenOutOrMergedMovesTheRest)
{
    const auto taken = movesOf({1, 2, 3, 4, 5, 6}, {1, 2, 5, 6});
    ASSERT_TRUE(taken);
    EXPECT_EQ(taken->kept(), (std::vector<Kept>{{0, 2, 0}, {2, 4, -2}}));
    // 2 and 3 have become 5, at two places.
    const auto merged = movesOf({1, 2, 3, 7, 8, 2, 3, 11, 12}, {1, 5, 7, 8, 5, 11, 12});
    ASSERT_TRUE(merged);
    for (const auto& [slot, from] :
         std::vector<std::pair<std::int64_t, std::int64_t>>{{0, 0}, {2, 3}, {3, 4}, {5, 7}})
        EXPECT_EQ(merged->from(slot), from) << slot;
}

// A number that is another one stands among such as have moved.
TEST(SlotMoves, WhatIsAnotherNumberIsNotMoved)
{
    std::vector<std::int64_t> before(3000), after;
    for (std::size_t i = 0; i < before.size(); ++i)
        before[i] = static_cast<std::int64_t>(i * i % 1009);
    after = before;
    after[2000] = -1;
    after.insert(after.begin() + 700, {-5, -6, -7});
    const auto moves = movesOf(before, after);
    ASSERT_TRUE(moves);
    for (std::int64_t slot = 0; slot < 3003; ++slot) {
        const bool isOther = (slot >= 700 && slot < 703) || slot == 2003;
        EXPECT_EQ(moves->from(slot), isOther ? std::nullopt : std::optional(slot < 700 ? slot : slot - 3)) << slot;
    }
}

TEST(SlotMoves, ANumberInThePlaceOfAnotherIsToldApartFromANewOne)
{
    const auto moves = movesOf({1, 5, 3}, {1, 2, 3, 4});
    ASSERT_TRUE(moves);
    EXPECT_EQ(moves->inPlaceOf(1), 1);
    EXPECT_EQ(moves->inPlaceOf(3), std::nullopt);
    EXPECT_EQ(moves->from(1), std::nullopt);
}

TEST(SlotMoves, OfOneLengthNothingIsSaid)
{
    EXPECT_FALSE(movesOf({1, 2, 3}, {2, 3, 1}));
}

// Where none is equal each number is compared with hundreds of others: 80 million times here.
TEST(SlotMoves, OfLongArraysThatHaveNothingInCommonNothingIsSaid)
{
    constexpr std::size_t count = 300'000;
    const std::vector<std::int64_t> zeros(count, 0), ones(count + 1, 1);
    EXPECT_FALSE(movesOf(zeros, ones));
    EXPECT_FALSE(movesOf(ones, zeros));
}

TEST(SlotMoves, OfLongArraysWithFewOtherNumbersAllIsSaid)
{
    constexpr std::int64_t count = 300'000;
    const std::vector<std::int64_t> zeros(count, 0), oneMore(count + 1, 0);
    const auto all = movesOf(zeros, oneMore);
    ASSERT_TRUE(all);
    EXPECT_EQ(all->kept(), (std::vector<Kept>{{0, count, 0}}));

    std::vector<std::int64_t> before(count);
    for (std::int64_t i = 0; i < count; ++i)
        before[static_cast<std::size_t>(i)] = i;
    auto after = before;
    for (std::size_t i = 0; i < count; i += 100)
        after[i] = -1;
    after.insert(after.begin() + 50, -2);
    const auto some = movesOf(before, after);
    ASSERT_TRUE(some);
    EXPECT_EQ(some->from(count), count - 1);
}

TEST(ChangedSlots, WhatHasOnlyMovedIsNotAmongThem)
{
    EXPECT_EQ(changedSlots(lineOf({1, 2, 3, 4, 5}), lineOf({1, 2, 9, 3, 4, 5}), 100),
              (std::vector<Slots>{{"values", 2, 3}}));
    EXPECT_EQ(changedSlots(lineOf({1, 2, 3, 4, 5}), lineOf({1, 2, 4, 5}), 100),
              (std::vector<Slots>{{"values", 2, 3}}))
        << "where one was taken out";
}

} // namespace tscope::test
