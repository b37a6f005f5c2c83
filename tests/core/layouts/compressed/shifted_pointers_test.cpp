// SPDX-License-Identifier: Apache-2.0
// Pointers that are wrong though none falls: against trying every number of each.
#include "layouts/compressed/shifted_pointers.h"

#include "rules/check.h"
#include "rules/repair.h"
#include "support/from_json.h"
#include "support/integers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>

namespace tscope::test {

namespace {

using Numbers = std::vector<std::int64_t>;

constexpr std::int64_t mostColumns = 6;

bool doesRise(const Numbers& entries, std::int64_t begin, std::int64_t end)
{
    return std::adjacent_find(entries.begin() + begin, entries.begin() + end, std::greater_equal<>()) ==
           entries.begin() + end;
}

// The one number of a pointer that brings its two slices into order, where they are not.
std::optional<std::int64_t> onlyNumber(const Numbers& pointers, const Numbers& entries, std::size_t i)
{
    if (i < 1 || i + 1 >= pointers.size())
        return std::nullopt;
    const auto low = pointers[i - 1], high = pointers[i + 1];
    const auto areInOrder = [&](std::int64_t at) {
        return doesRise(entries, low, at) && doesRise(entries, at, high);
    };
    if (areInOrder(pointers[i]))
        return std::nullopt;
    std::optional<std::int64_t> only;
    for (auto at = low; at <= high; ++at)
        if (areInOrder(at) && at - low <= mostColumns && high - at <= mostColumns) {
            if (only)
                return std::nullopt;
            only = at;
        }
    return only;
}

// Whether a slice rises once two of its neighbouring entries have changed places.
bool isRepairedByExchange(Numbers entries, std::int64_t begin, std::int64_t end)
{
    for (auto k = begin + 1; k < end; ++k) {
        const auto second = entries.begin() + k, first = second - 1;
        std::iter_swap(first, second);
        if (doesRise(entries, begin, end))
            return true;
        std::iter_swap(first, second);
    }
    return false;
}

std::map<std::int64_t, std::int64_t> shiftedByTrying(const Numbers& pointers, const Numbers& entries)
{
    std::map<std::int64_t, std::int64_t> found;
    for (std::size_t i = 1; i + 1 < pointers.size(); ++i) {
        const auto only = onlyNumber(pointers, entries, i);
        if (!only || onlyNumber(pointers, entries, i - 1) || onlyNumber(pointers, entries, i + 1))
            continue;
        const bool isBefore = !doesRise(entries, pointers[i - 1], pointers[i]);
        const auto begin = isBefore ? pointers[i - 1] : pointers[i],
                   end = isBefore ? pointers[i] : pointers[i + 1];
        if (!isRepairedByExchange(entries, begin, end))
            found.emplace(static_cast<std::int64_t>(i), *only);
    }
    return found;
}

} // namespace

TEST(ShiftedPointers, AreThoseThatTryingEveryNumberFinds)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    const auto below = [&](std::int64_t limit) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(limit));
    };
    int shifted = 0;
    for (int round = 0; round < 4000; ++round) {
        Numbers pointers{0}, entries;
        for (auto rows = 1 + below(6); rows > 0; --rows) {
            for (std::int64_t c = 0; c < mostColumns; ++c)
                if (random() % 2 == 0)
                    entries.push_back(c);
            pointers.push_back(std::ssize(entries));
        }
        for (auto wrong = below(3); wrong > 0 && pointers.size() > 2; --wrong)
            pointers[1 + static_cast<std::size_t>(below(std::ssize(pointers) - 2))] =
                below(std::ssize(entries) + 1);
        std::ranges::sort(pointers); // none falls
        if (random() % 2 == 0 && entries.size() > 1) {
            const auto k = 1 + below(std::ssize(entries) - 1);
            std::iter_swap(entries.begin() + k - 1, entries.begin() + k);
        }
        std::map<std::int64_t, std::int64_t> found;
        for (const auto& each : compressed::shiftedPointers(pointers, entries, mostColumns))
            found.emplace(each.at, each.to);
        EXPECT_EQ(found, shiftedByTrying(pointers, entries))
            << testing::PrintToString(pointers) << " of " << testing::PrintToString(entries);
        shifted += static_cast<int>(found.size());
    }
    EXPECT_GT(shifted, 200);
}

// Row 5 is out of order by itself, so no choice of pointers brings all rows into order.
TEST(ShiftedPointers, AreRestoredBesideOneThatFalls)
{
    const auto tensor = fromJson(R"({"layout": "csr", "size": [6, 10], "members": {
        "crow_indices": [0, 11, 6, 9, 10, 15, 18],
        "col_indices": [1, 5, 9, 0, 4, 8, 2, 6, 9, 1, 3, 7, 0, 2, 5, 4, 1, 8],
        "values": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]}})");
    const auto report = check(tensor);
    const auto offered = std::ranges::find(report.repairs, "restore-pointer", &Repair::id);
    ASSERT_NE(offered, report.repairs.end());
    EXPECT_EQ(offered->title, "set crow_indices[1] from 11 to 3, and crow_indices[4] from 10 to 12, where the "
                              "order of entries breaks");
    const auto done = repaired(tensor, std::vector<std::string>{"restore-pointer"});
    ASSERT_TRUE(done) << done.error().text;
    EXPECT_EQ(integers(done->tensor.member("compressed").array), (Numbers{0, 3, 6, 9, 12, 15, 18}));
    EXPECT_FALSE(done->remaining.find("5.3"));
    ASSERT_TRUE(done->remaining.find("5.6"));
    EXPECT_EQ(done->remaining.find("5.6")->count, 1);
}

} // namespace tscope::test
