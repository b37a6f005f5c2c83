// SPDX-License-Identifier: Apache-2.0
// What a repair achieves is said before it is made: what it sets, and how many places it leaves.
#include "rules/outcome.h"

#include "facts/wording.h"
#include "rules/advise.h"
#include "rules/check.h"
#include "rules/repair.h"
#include "support/from_json.h"
#include "support/vector_cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace tscope::test {

namespace {

const Repair* repairNamed(const Report& report, std::string_view id)
{
    const auto found = std::ranges::find(report.repairs, id, &Repair::id);
    return found == report.repairs.end() ? nullptr : &*found;
}

std::string titleIn(const char* json, std::string_view id)
{
    const auto report = check(fromJson(json));
    const auto* repair = repairNamed(report, id);
    return repair == nullptr ? "not offered" : repair->title;
}

Tensor csrOf(const std::vector<std::int64_t>& columns, std::int64_t extent)
{
    nlohmann::json values = std::vector<int>(columns.size(), 1);
    return tensorOf(
        {{"layout", "csr"},
         {"size", {1, extent}},
         {"members", {{"crow_indices", {0, columns.size()}}, {"col_indices", columns}, {"values", values}}}});
}

std::vector<std::int64_t> clamped(const Tensor& tensor)
{
    const auto report = check(tensor);
    const auto* advice = tensor.layout->advice;
    const auto reading = tensor.layout->read(tensor, {});
    const auto plan = advice->plan(*reading, report, "clamp-indices");
    const auto after = plan ? applied(tensor, plan->edits) : Result<Tensor>(plan.error());
    EXPECT_TRUE(after) << after.error().text;
    std::vector<std::int64_t> out;
    const auto& array = after->member("plain").array;
    for (std::int64_t k = 0; k < array.geometry.sizes[0]; ++k)
        out.push_back(*array.at(k).asIndex());
    return out;
}

} // namespace

TEST(RepairOutcomes, AreWhatACheckOfTheRepairedTensorFinds)
{
    int tried = 0, valid = 0, named = 0;
    for (const auto& testCase : readCases("invariants.json")) {
        const auto tensor = tensorOf(testCase);
        const auto report = check(tensor);
        for (const auto& repair : report.repairs) {
            SCOPED_TRACE(testCase["id"].get<std::string>() + " " + repair.id);
            ASSERT_TRUE(repair.outcome);
            const auto done = repaired(tensor, std::vector{repair.id});
            ASSERT_TRUE(done) << done.error().text;
            std::int64_t before = 0, after = 0;
            for (const auto& finding : report.findings)
                before += finding.level == Level::violation ? finding.count : 0;
            for (const auto& finding : done->remaining.findings)
                after += finding.level == Level::violation ? finding.count : 0;
            EXPECT_EQ(repair.outcome->placesBefore, before);
            EXPECT_EQ(repair.outcome->placesAfter, after);
            EXPECT_EQ(repair.outcome->isValid, done->remaining.valid);
            EXPECT_FALSE(outcomeText(*repair.outcome).empty());
            ++tried;
            valid += done->remaining.valid;
            named += repair.title.starts_with("set ") && repair.title.find(" from ") != std::string::npos;
        }
    }
    EXPECT_GT(tried, 200);
    EXPECT_GT(valid, 60);
    EXPECT_GT(named, 20);
}

TEST(RepairOutcomes, DecideTheOrderAmongRepairsThatCostAsMuch)
{
    for (const auto& testCase : readCases("invariants.json")) {
        const auto report = check(tensorOf(testCase));
        for (std::size_t i = 1; i < report.repairs.size(); ++i) {
            const auto &one = report.repairs[i - 1], &other = report.repairs[i];
            if (one.lossless == other.lossless && one.invents == other.invents && one.reshapes == other.reshapes) {
                EXPECT_GE(one.outcome->isValid, other.outcome->isValid) << testCase["id"] << one.id << other.id;
            }
        }
    }
}

// Another shape is another tensor: what repairs the entries themselves is offered before.
TEST(RepairOutcomes, TheSizeIsSetLastWhereSomethingElseHelps)
{
    int later = 0;
    for (const auto& testCase : readCases("invariants.json")) {
        const auto report = check(tensorOf(testCase));
        if (report.repairs.empty() || !report.repairs.front().reshapes)
            continue;
        const auto& clears = report.repairs.front().clears;
        for (const auto& repair : report.repairs)
            EXPECT_TRUE(repair.reshapes || !std::ranges::all_of(clears,
                                                                [&](const std::string& rule) {
                                                                    return std::ranges::find(repair.clears,
                                                                                             rule) !=
                                                                           repair.clears.end();
                                                                }))
                << testCase["id"] << repair.id;
        ++later;
    }
    EXPECT_GT(later, 0);
    const auto report = check(fromJson(R"({"layout": "csr", "size": [3, 4], "members": {
        "crow_indices": [0, 2, 4, 5], "col_indices": [0, -1, 0, 7, 2], "values": [1, 2, 3, 4, 5]}})"));
    std::vector<std::string> ids;
    for (const auto& repair : report.repairs)
        ids.push_back(repair.id);
    const auto wrap = std::ranges::find(ids, "wrap-negative"), extend = std::ranges::find(ids, "extend-size");
    ASSERT_NE(wrap, ids.end());
    ASSERT_NE(extend, ids.end());
    EXPECT_LT(wrap, extend);
    EXPECT_EQ(repairText(*repairNamed(report, "extend-size")),
              "set the size from (3, 4) to (3, 8), the largest column index is 7 (changes the shape)");
}

TEST(RepairOutcomes, AreSaidInAFewWords)
{
    const auto broken = check(fromJson(R"({"layout": "csr", "size": [3, 4], "members": {
        "crow_indices": [0, 2, 4, 5], "col_indices": [0, 9, 0, 8, 2], "values": [1, 2, 3, 4, 5]}})"));
    const auto* drop = repairNamed(broken, "drop-out-of-range");
    ASSERT_NE(drop, nullptr);
    EXPECT_EQ(outcomeText(*drop->outcome), "valid after it");
    const auto two = check(fromJson(R"({"layout": "csr", "size": [3, 4], "members": {
        "crow_indices": [1, 2, 4, 5], "col_indices": [0, 9, 0, 1, 2], "values": [1, 2, 3, 4, 5]}})"));
    const auto* first = repairNamed(two, "zero-first-pointer");
    ASSERT_NE(first, nullptr);
    EXPECT_EQ(outcomeText(*first->outcome), "2 \u2192 1 place");
}

// The one that loses less is enough.
TEST(RepairOutcomes, OfTwoThatSetTheSameNumberOneIsOffered)
{
    const auto report = check(fromJson(R"({"layout": "csr", "size": [3, 4], "members": {
        "crow_indices": [1, 2, 4, 5], "col_indices": [0, 1, 0, 1, 2], "values": [1, 2, 3, 4, 5]}})"));
    EXPECT_NE(repairNamed(report, "zero-first-pointer"), nullptr);
    EXPECT_EQ(repairNamed(report, "order-pointers"), nullptr);
}

// In all layouts, where a sentence can say it.
TEST(RepairOutcomes, NameTheNumbersThatAreSet)
{
    EXPECT_EQ(titleIn(R"({"layout": "coo", "size": [3, 4], "members": {"indices": [[0, 1, 2], [1, 9, 0]],
        "values": [1, 2, 3]}})",
                      "clamp-indices"),
              "set indices[1, 1] from 9 to 3, the nearest that its neighbours allow");
    EXPECT_EQ(titleIn(R"({"layout": "coo", "size": [3, 4], "members": {"indices": [[0, 1, 2], [1, 9, 0]],
        "values": [1, 2, 3]}})",
                      "extend-size"),
              "set the size from (3, 4) to (3, 10), the largest coordinate along dim 1 is 9");
    EXPECT_EQ(titleIn(R"({"layout": "jagged", "members": {"values": [1, 2, 3, 4, 5], "offsets": [0, 2, 4]}})",
                      "set-last-offset"),
              "set offsets[2] from 4 to 5, the ragged extent");
    EXPECT_EQ(
        titleIn(R"({"layout": "strided", "sizes": [2, 3], "strides": [3, 2], "offset": 0, "storage_numel": 6})",
                "default-strides"),
        "set the strides of values from (3, 2) to (3, 1), those of a contiguous tensor");
}

TEST(NearestIndices, KeepASliceSorted)
{
    EXPECT_EQ(clamped(csrOf({1, 9, 3}, 5)), (std::vector<std::int64_t>{1, 2, 3}));
    EXPECT_EQ(clamped(csrOf({0, 2, 9}, 5)), (std::vector<std::int64_t>{0, 2, 4}));
    EXPECT_EQ(clamped(csrOf({-3, 2, 4}, 5)), (std::vector<std::int64_t>{0, 2, 4}));
    EXPECT_EQ(clamped(csrOf({7, 8, 3}, 5)), (std::vector<std::int64_t>{1, 2, 3}));
    EXPECT_EQ(clamped(csrOf({0, 9, 1}, 5)), (std::vector<std::int64_t>{0, 4, 1})) << "no room between 0 and 1";
}

TEST(NearestIndices, KeepASliceSortedWhereThatIsPossible)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    int possible = 0;
    for (int round = 0; round < 200; ++round) {
        const std::int64_t extent = 6;
        std::vector<std::int64_t> sorted;
        for (std::int64_t c = 0; c < extent; ++c)
            if (random() % 2 == 0)
                sorted.push_back(c);
        if (sorted.empty())
            continue;
        // Indices of a sorted slice are lost: there is a sorted slice that has the others.
        auto broken = sorted;
        for (auto& index : broken)
            if (random() % 3 == 0)
                index = random() % 2 == 0 ? -1 - static_cast<std::int64_t>(random() % 9)
                                          : extent + static_cast<std::int64_t>(random() % 9);
        if (broken == sorted)
            continue;
        const auto out = clamped(csrOf(broken, extent));
        EXPECT_EQ(std::ranges::adjacent_find(out, std::greater_equal<>()), out.end())
            << testing::PrintToString(out);
        for (std::size_t k = 0; k < out.size(); ++k)
            if (broken[k] == sorted[k]) {
                EXPECT_EQ(out[k], broken[k]) << "an index in range is kept";
            }
        ++possible;
    }
    EXPECT_GT(possible, 50);
}

// The claim that entries are in order is kept where it can be.
TEST(NearestIndices, KeepCoordinatesInOrder)
{
    EXPECT_EQ(titleIn(R"({"layout": "coo", "size": [3, 4], "is_coalesced": true, "members":
        {"indices": [[0, 0, 0, 2], [0, 9, 2, 0]], "values": [1, 2, 3, 4]}})",
                      "clamp-indices"),
              "set indices[1, 1] from 9 to 1, the nearest that its neighbours allow");
}

namespace {

Tensor cooOf(const std::vector<std::vector<std::int64_t>>& entries, const Extents& size)
{
    nlohmann::json indices = nlohmann::json::array(), values = std::vector<int>(entries.size(), 1);
    for (std::size_t d = 0; d < size.size(); ++d) {
        auto row = nlohmann::json::array();
        for (const auto& entry : entries)
            row.push_back(entry[d]);
        indices.push_back(std::move(row));
    }
    return tensorOf({{"layout", "coo"},
                     {"size", size},
                     {"members", {{"indices", std::move(indices)}, {"values", std::move(values)}}}});
}

std::vector<std::vector<std::int64_t>> clampedEntries(const Tensor& tensor)
{
    const auto report = check(tensor);
    const auto reading = tensor.layout->read(tensor, {});
    // Counted from the end it may be the same, and only one of both is offered.
    const auto plan = tensor.layout->advice->plan(*reading, report, "clamp-indices");
    const auto after = plan ? applied(tensor, plan->edits) : Result<Tensor>(plan.error());
    EXPECT_TRUE(after) << after.error().text;
    std::vector<std::vector<std::int64_t>> out;
    const auto& array = (after ? *after : tensor).member("indices").array;
    for (std::int64_t k = 0; k < array.geometry.sizes[1]; ++k) {
        auto& entry = out.emplace_back();
        for (std::int64_t d = 0; d < array.geometry.sizes[0]; ++d)
            entry.push_back(*array.at(Extents{d, k}).asIndex());
    }
    return out;
}

} // namespace

// A coordinate that another entry has would be added to it.
TEST(NearestIndices, MakeNoDuplicatesOfCoordinatesWhereThereIsRoom)
{
    EXPECT_EQ(clampedEntries(cooOf({{0, 3}, {0, 9}, {1, 0}}, {2, 4})),
              (std::vector<std::vector<std::int64_t>>{{0, 3}, {0, 2}, {1, 0}}))
        << "no room behind (0, 3) in its row, but a free place";
    EXPECT_EQ(clampedEntries(cooOf({{0, 2}, {0, 9}, {1, 0}}, {2, 4})),
              (std::vector<std::vector<std::int64_t>>{{0, 2}, {0, 3}, {1, 0}}));
    EXPECT_EQ(clampedEntries(cooOf({{1, 3}, {0, 0}, {1, 9}}, {2, 4})),
              (std::vector<std::vector<std::int64_t>>{{1, 3}, {0, 0}, {1, 2}}))
        << "in no order, so any free place of its row";
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    const auto below = [&](std::int64_t limit) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(limit));
    };
    int sorted = 0, unsorted = 0;
    for (int round = 0; round < 1500; ++round) {
        const Extents size{3, 2, 4};
        std::vector<std::vector<std::int64_t>> entries;
        for (std::int64_t i = 0; i < 24; ++i)
            if (random() % 2 == 0)
                entries.push_back({i / 8, i / 4 % 2, i % 4});
        if (entries.size() < 3)
            continue;
        const bool isSorted = random() % 2 == 0;
        if (!isSorted)
            std::ranges::shuffle(entries, random);
        auto broken = entries;
        const auto bad = static_cast<std::size_t>(below(std::ssize(broken)));
        const auto dim = static_cast<std::size_t>(below(3));
        broken[bad][dim] = random() % 2 == 0 ? -1 - below(5) : size[dim] + below(5);
        const auto out = clampedEntries(cooOf(broken, size));
        SCOPED_TRACE(testing::PrintToString(broken) + " became " + testing::PrintToString(out));
        ASSERT_EQ(out.size(), broken.size());
        for (std::size_t k = 0; k < out.size(); ++k)
            for (std::size_t d = 0; d < 3; ++d) {
                EXPECT_TRUE(out[k][d] >= 0 && out[k][d] < size[d]);
                if (k != bad || d != dim) {
                    EXPECT_EQ(out[k][d], broken[k][d]) << "what is in range stays";
                }
            }
        // The entry had a place that no other has, and in sorted ones a place between its neighbours.
        auto unlike = out;
        std::ranges::sort(unlike);
        EXPECT_EQ(std::ranges::adjacent_find(unlike), unlike.end());
        if (std::ranges::is_sorted(entries)) {
            EXPECT_TRUE(std::ranges::is_sorted(out));
            ++sorted;
        } else {
            ++unsorted;
        }
    }
    EXPECT_GT(sorted, 300);
    EXPECT_GT(unsorted, 300);
}

} // namespace tscope::test
