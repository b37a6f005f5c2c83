// SPDX-License-Identifier: Apache-2.0
// Many wrong pointers beside entries out of order: what is known to be wrong against what is found.
#include "layouts/compressed/wrong_pointers.h"

#include "rules/advise.h"
#include "rules/check.h"
#include "support/from_json.h"
#include "support/integers.h"
#include "support/vector_cases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace tscope::test {

namespace {

using Numbers = std::vector<std::int64_t>;

struct BrokenRows {
    Numbers truth, pointers, columns;
    std::set<std::int64_t> wrong;   // positions of pointers that make a step fall
    std::set<std::int64_t> shifted; // of others that are wrong, none beside one of these
    std::set<std::int64_t> swapped; // rows, none beside a wrong pointer
};

constexpr std::int64_t columnCount = 200;

// Rows of up to 12 entries; single pointers that make the next step fall, others that give some entries to the row
// beside, and rows with two columns swapped.
BrokenRows brokenRows(std::mt19937& random, std::int64_t wrongCount, std::int64_t swapCount,
                      std::int64_t shiftCount = 0)
{
    const auto below = [&](std::int64_t limit) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(limit));
    };
    BrokenRows out;
    const auto rows = 40 * wrongCount;
    out.truth.push_back(0);
    for (std::int64_t i = 0; i < rows; ++i) {
        std::set<std::int64_t> row;
        for (auto count = 3 + below(10); count > 0; --count)
            row.insert(below(columnCount));
        out.columns.insert(out.columns.end(), row.begin(), row.end());
        out.truth.push_back(std::ssize(out.columns));
    }
    out.pointers = out.truth;
    for (std::int64_t w = 0; w < wrongCount; ++w) {
        const auto i = static_cast<std::size_t>(40 * w + 10 + below(20));
        const auto off = 1 + below(6);
        out.pointers[i] = random() % 2 == 0 ? out.truth[i + 1] + off : out.truth[i - 1] - off;
        out.wrong.insert(static_cast<std::int64_t>(i));
    }
    for (std::int64_t w = 0; w < shiftCount; ++w) {
        const auto i = static_cast<std::size_t>(40 * w + 36);
        const bool isLater = random() % 2 == 0;
        const auto length = isLater ? out.truth[i + 1] - out.truth[i] : out.truth[i] - out.truth[i - 1];
        if (length < 2)
            continue;
        const auto off = 1 + below(length - 1);
        out.pointers[i] += isLater ? off : -off;
        out.shifted.insert(static_cast<std::int64_t>(i));
    }
    for (std::int64_t s = 0; s < swapCount; ++s) {
        const auto row = below(rows);
        const auto begin = out.truth[static_cast<std::size_t>(row)],
                   end = out.truth[static_cast<std::size_t>(row) + 1];
        const auto isBeside = [&](std::int64_t i) { return std::abs(i - row) < 5; };
        if (std::ranges::any_of(out.wrong, isBeside) || std::ranges::any_of(out.shifted, isBeside) ||
            end - begin < 2 || !out.swapped.insert(row).second)
            continue;
        std::swap(out.columns[static_cast<std::size_t>(begin)], out.columns[static_cast<std::size_t>(begin) + 1]);
    }
    return out;
}

Tensor tensorWith(const BrokenRows& rows)
{
    nlohmann::json values = std::vector<int>(rows.columns.size(), 1);
    return test::tensorOf(nlohmann::json{
        {"layout", "csr"},
        {"size", {std::ssize(rows.pointers) - 1, columnCount}},
        {"members",
         {{"crow_indices", rows.pointers}, {"col_indices", rows.columns}, {"values", std::move(values)}}}});
}

Numbers pointersOf(const Tensor& tensor)
{
    return integers(tensor.member("compressed").array);
}

} // namespace

TEST(WrongPointers, AreFoundWhateverIsOutOfOrderElsewhere)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    int told = 0, all = 0;
    for (int round = 0; round < 200; ++round) {
        const auto rows = brokenRows(random, 5 + static_cast<std::int64_t>(random() % 16), 20);
        const auto found = compressed::wrongPointers(rows.pointers, rows.columns, columnCount);
        ASSERT_TRUE(found);
        for (const auto& run : *found) {
            all += static_cast<int>(run.count);
            EXPECT_LE(run.low, run.high);
            if (!run.areCertain || run.values.empty())
                continue;
            for (std::int64_t j = 0; j < run.count; ++j) {
                const auto i = static_cast<std::size_t>(run.first + j);
                EXPECT_EQ(run.values[static_cast<std::size_t>(j)], rows.truth[i]) << "pointer " << i;
                ++told;
            }
        }
    }
    EXPECT_GT(told, all / 2);
}

TEST(WrongPointers, AreRestoredToWhatTheyWere)
{
    std::mt19937 random(7);
    int restored = 0, tried = 0;
    for (int round = 0; round < 40; ++round) {
        const auto rows = brokenRows(random, 5 + static_cast<std::int64_t>(random() % 16), 20);
        const auto found = compressed::wrongPointers(rows.pointers, rows.columns, columnCount);
        ASSERT_TRUE(found);
        const auto tensor = tensorWith(rows);
        const auto report = check(tensor);
        const bool areTold =
            std::ranges::all_of(*found, [](const auto& run) { return run.areCertain && !run.values.empty(); });
        const bool isOffered =
            std::ranges::find(report.repairs, "restore-pointer", &Repair::id) != report.repairs.end();
        EXPECT_EQ(areTold, isOffered);
        ++tried;
        if (!areTold)
            continue;
        const auto plan = planRepair(tensor, report, "restore-pointer");
        ASSERT_TRUE(plan) << plan.error().text;
        const auto made = applied(tensor, plan->edits);
        ASSERT_TRUE(made);
        EXPECT_EQ(pointersOf(*made), rows.truth);
        ++restored;
    }
    EXPECT_GT(restored, tried / 8);
}

// Pointers that make no step fall are restored too, whatever is out of order elsewhere. None that was right is
// set.
TEST(WrongPointers, AreRestoredWithThoseThatMakeNoStepFall)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    std::size_t restored = 0, shifted = 0;
    for (int round = 0; round < 60; ++round) {
        const auto falls = 5 + static_cast<std::int64_t>(random() % 8);
        const auto rows = brokenRows(random, falls, 20, falls);
        const auto tensor = tensorWith(rows);
        const auto report = check(tensor);
        if (std::ranges::find(report.repairs, "restore-pointer", &Repair::id) == report.repairs.end())
            continue; // the falls are not told
        const auto plan = planRepair(tensor, report, "restore-pointer");
        ASSERT_TRUE(plan) << plan.error().text;
        const auto made = applied(tensor, plan->edits);
        ASSERT_TRUE(made);
        const auto after = pointersOf(*made);
        for (std::size_t i = 0; i < after.size(); ++i)
            if (after[i] != rows.truth[i]) {
                EXPECT_TRUE(rows.shifted.contains(static_cast<std::int64_t>(i))) << "pointer " << i;
                EXPECT_EQ(after[i], rows.pointers[i]) << "pointer " << i;
            }
        for (const auto i : rows.shifted) {
            const auto at = static_cast<std::size_t>(i);
            restored += after[at] == rows.truth[at];
            ++shifted;
        }
    }
    EXPECT_GT(shifted, 20U);
    EXPECT_GT(restored, shifted / 2);
}

// Ten wrong entries of many, between a 0 and the number of entries: pointers, and no counts or indices.
TEST(WrongPointers, AreCountedAndTheFirstIsNamed)
{
    BrokenRows rows;
    for (std::int64_t i = 0; i <= 400; ++i)
        rows.truth.push_back(4 * i);
    for (std::int64_t i = 0; i < 400; ++i)
        for (const std::int64_t column : {3, 40, 90, 150})
            rows.columns.push_back(column);
    rows.pointers = rows.truth;
    for (std::size_t i = 20; i < 400; i += 40)
        rows.pointers[i] += 7;
    // A row far from all of them.
    std::swap(rows.columns[4 * 41], rows.columns[4 * 41 + 2]);
    const auto report = check(tensorWith(rows));
    ASSERT_EQ(report.causes.size(), 2U);
    EXPECT_EQ(report.causes[0].text,
              "10 single pointers are wrong; the first is crow_indices[20], which is 87 and "
              "should be between 76 and 84");
    EXPECT_EQ(report.causes[0].index, 20);
    EXPECT_EQ(report.causes[0].rules, std::vector<std::string>{"5.3"});
    // What no wrong pointer explains stays a cause of its own.
    EXPECT_EQ(report.causes[1].rules, std::vector<std::string>{"5.6"});
    EXPECT_TRUE(report.find("5.6")->consequenceOf.empty());
    ASSERT_FALSE(report.repairs.empty());

    std::swap(rows.columns[4 * 41], rows.columns[4 * 41 + 2]);
    const auto alone = check(tensorWith(rows));
    ASSERT_EQ(alone.causes.size(), 1U);
    EXPECT_EQ(alone.causes[0].rules, (std::vector<std::string>{"5.3", "5.6"}));
    EXPECT_EQ(alone.find("5.6")->consequenceOf, std::vector<std::string>{"5.3"});
    EXPECT_EQ(alone.repairs.front().id, "restore-pointer");
}

TEST(WrongPointers, CountsAndIndicesAreStillToldFromPointers)
{
    BrokenRows rows;
    std::mt19937 random(3);
    for (std::int64_t i = 0; i <= 400; ++i)
        rows.pointers.push_back(1 + static_cast<std::int64_t>(random() % 7));
    for (std::int64_t i = 0; i < 400; ++i)
        for (const std::int64_t column : {3, 40, 90, 150})
            rows.columns.push_back(column);
    const auto report = check(tensorWith(rows));
    ASSERT_FALSE(report.causes.empty());
    EXPECT_THAT(report.causes[0].text, testing::EndsWith("it holds counts or indices rather than pointers"));
}

// Where nothing tells the number, the wrong one of two pointers is still the one without which rows are in order.
TEST(WrongPointers, OrderingChangesThePointerThatIsWrong)
{
    BrokenRows rows;
    rows.truth = {0, 3, 6, 9, 12, 15};
    rows.columns = {1, 2, 3, 4, 5, 6, 1, 2, 3, 1, 2, 3, 1, 2, 3}; // row 1 goes on where row 0 ends
    rows.pointers = {0, 7, 6, 9, 12, 15};
    const auto tensor = tensorWith(rows);
    const auto report = check(tensor);
    const auto plan = planRepair(tensor, report, "order-pointers");
    ASSERT_TRUE(plan) << plan.error().text;
    const auto made = applied(tensor, plan->edits);
    ASSERT_TRUE(made);
    EXPECT_EQ(pointersOf(*made), (Numbers{0, 6, 6, 9, 12, 15}));
}

} // namespace tscope::test
