// SPDX-License-Identifier: Apache-2.0
// Repairs that are enough only together, and pointers found by the order of entries: against the fewest pointers
// that any search finds.
#include "rules/repair_steps.h"

#include "layouts/registry.h"
#include "rules/advise.h"
#include "rules/check.h"
#include "rules/outcome.h"
#include "rules/repair.h"
#include "support/from_json.h"
#include "support/vector_cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <random>

namespace tscope::test {

namespace {

using Numbers = std::vector<std::int64_t>;

Tensor csrTensor(const Numbers& pointers, const Numbers& columns, std::int64_t extent)
{
    nlohmann::json values = std::vector<int>(columns.size(), 1);
    return tensorOf(
        {{"layout", "csr"},
         {"size", {std::ssize(pointers) - 1, extent}},
         {"members", {{"crow_indices", pointers}, {"col_indices", columns}, {"values", std::move(values)}}}});
}

Numbers numbersOf(const Tensor& tensor, std::string_view role)
{
    const auto& array = tensor.member(role).array;
    Numbers out;
    for (std::int64_t k = 0; k < array.geometry.sizes[0]; ++k)
        out.push_back(*array.at(k).asIndex());
    return out;
}

Tensor after(const Tensor& tensor, const Report& report, const std::string& repair)
{
    const auto plan = planRepair(tensor, report, repair);
    const auto made = plan ? applied(tensor, plan->edits) : Result<Tensor>(plan.error());
    EXPECT_TRUE(made) << repair << ": " << made.error().text;
    return made ? *made : tensor;
}

bool areRowsInOrder(const Numbers& pointers, const Numbers& columns)
{
    if (!std::ranges::is_sorted(pointers))
        return false;
    for (std::size_t i = 1; i < pointers.size(); ++i)
        for (auto k = pointers[i - 1] + 1; k < pointers[i]; ++k)
            if (columns[static_cast<std::size_t>(k - 1)] >= columns[static_cast<std::size_t>(k)])
                return false;
    return true;
}

// All ways to set the fewest of the inner pointers, by trying every choice of pointers and of numbers.
std::vector<Numbers> fewestByTrying(const Numbers& pointers, const Numbers& columns)
{
    const auto inner = pointers.size() - 2;
    for (std::size_t count = 0; count <= inner; ++count) {
        std::vector<Numbers> found;
        for (std::uint32_t chosen = 0; chosen < (1U << inner); ++chosen) {
            if (static_cast<std::size_t>(std::popcount(chosen)) != count)
                continue;
            auto tried = pointers;
            const std::function<void(std::size_t)> set = [&](std::size_t i) {
                while (i <= inner && (chosen & (1U << (i - 1))) == 0)
                    ++i;
                if (i > inner) {
                    if (areRowsInOrder(tried, columns))
                        found.push_back(tried);
                    return;
                }
                for (std::int64_t to = 0; to <= std::ssize(columns); ++to)
                    if (to != pointers[i]) {
                        tried[i] = to;
                        set(i + 1);
                    }
                tried[i] = pointers[i];
            };
            set(1);
        }
        if (!found.empty())
            return found;
    }
    return {};
}

} // namespace

TEST(RepairSteps, TwoWrongPointersAreSetTogetherAndBothAreSaid)
{
    const Numbers columns{0, 2, 4, 1, 3, 0, 0, 5, 1, 2, 4};
    const auto tensor = csrTensor({0, 3, 9, 6, 8, 12}, columns, 6);
    const auto report = check(tensor);
    ASSERT_FALSE(report.repairs.empty());
    const auto& best = report.repairs.front();
    EXPECT_EQ(best.id, "set-last-pointer+restore-pointer");
    EXPECT_EQ(best.title,
              "set crow_indices[5] from 12 to 11, the number of entries, then set crow_indices[2] from "
              "9 to 5, where the order of entries breaks");
    ASSERT_TRUE(best.outcome);
    EXPECT_TRUE(best.outcome->isValid);
    EXPECT_TRUE(best.lossless);
    EXPECT_EQ(numbersOf(after(tensor, report, best.id), "compressed"), (Numbers{0, 3, 5, 6, 8, 11}));
    const auto done = repairedWithoutLoss(tensor);
    ASSERT_TRUE(done);
    EXPECT_EQ(done->applied, (std::vector<std::string>{"set-last-pointer", "restore-pointer"}));
    EXPECT_TRUE(done->remaining.valid);
}

namespace {

std::vector<std::string> plannedSteps; // and on which members

Result<EditList> planAndNote(const Reading& reading, const Report& report, std::string_view repair)
{
    const auto& tensor = reading.tensor();
    plannedSteps.push_back(std::string(repair) + testing::PrintToString(numbersOf(tensor, "compressed")) +
                           testing::PrintToString(numbersOf(tensor, "plain")));
    return layoutNamed("csr")->advice->plan(reading, report, repair);
}

} // namespace

// Plans take as long as repairs, so each step is planned once on the same tensor.
TEST(RepairSteps, ArePlannedOnce)
{
    auto tensor = csrTensor({0, 3, 9, 6, 8, 12}, {0, 2, 4, 1, 3, 0, 0, 5, 1, 2, 4}, 6);
    auto advice = *tensor.layout->advice;
    advice.plan = planAndNote;
    auto layout = *tensor.layout;
    layout.advice = &advice;
    tensor.layout = &layout;
    plannedSteps.clear();
    const auto report = check(tensor);
    ASSERT_FALSE(report.repairs.empty());
    EXPECT_EQ(report.repairs.front().id, "set-last-pointer+restore-pointer");
    EXPECT_GT(plannedSteps.size(), 2U);
    std::ranges::sort(plannedSteps);
    const auto twice = std::ranges::adjacent_find(plannedSteps);
    EXPECT_EQ(twice, plannedSteps.end()) << *twice;
}

TEST(RepairSteps, SeveralInnerPointersAreOneRepair)
{
    const Numbers columns{0, 2, 4, 1, 3, 0, 0, 5, 1, 2, 4};
    const auto report = check(csrTensor({0, 9, 5, 6, 1, 11}, columns, 6));
    ASSERT_FALSE(report.repairs.empty());
    EXPECT_EQ(report.repairs.front().id, "restore-pointer");
    EXPECT_EQ(report.repairs.front().title, "set crow_indices[1] from 9 to 3, and crow_indices[4] from 1 to 8, "
                                            "where the order of entries breaks");
}

// Where one repair is enough, it is offered alone.
TEST(RepairSteps, AreNotTakenWhereOneIsEnough)
{
    int offered = 0;
    for (const auto& testCase : readCases("invariants.json")) {
        const auto report = check(tensorOf(testCase));
        const bool isAny = std::ranges::any_of(report.repairs,
                                               [](const Repair& repair) { return stepsOf(repair.id).size() > 1; });
        const bool isEnough = std::ranges::any_of(report.repairs, [](const Repair& repair) {
            return stepsOf(repair.id).size() == 1 && repair.lossless && !repair.invents && repair.outcome->isValid;
        });
        EXPECT_FALSE(isAny && isEnough) << testCase["id"];
        offered += isAny;
    }
    RecordProperty("offered", offered);
}

TEST(RepairSteps, FindTheFewestPointersWhereverTheseAreOnlyOne)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    const auto below = [&](std::int64_t limit) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(limit));
    };
    int single = 0, steps = 0, skipped = 0;
    for (int round = 0; round < 1500; ++round) {
        constexpr std::int64_t extent = 5;
        Numbers pointers{0}, columns;
        const auto rows = 3 + below(3);
        for (std::int64_t i = 0; i < rows; ++i) {
            for (std::int64_t c = 0; c < extent; ++c)
                if (random() % 2 == 0)
                    columns.push_back(c);
            pointers.push_back(std::ssize(columns));
        }
        auto broken = pointers;
        for (auto wrong = 1 + below(3); wrong > 0; --wrong)
            broken[static_cast<std::size_t>(below(std::ssize(broken)))] = below(std::ssize(columns) + 3);
        const auto tensor = csrTensor(broken, columns, extent);
        const auto report = check(tensor);
        auto ended = broken;
        ended.front() = 0;
        ended.back() = std::ssize(columns);
        // The order of entries is asked where pointers fall, or a row has too many entries for its size.
        if (report.valid || !check(csrTensor(ended, columns, extent)).find("5.3"))
            continue;
        const auto fewest = fewestByTrying(ended, columns);
        if (fewest.size() != 1)
            continue;
        SCOPED_TRACE(testing::PrintToString(broken) + " of " + testing::PrintToString(columns));
        const bool areEndsRight = broken == ended;
        const auto enough = std::ranges::find_if(report.repairs, [](const Repair& repair) {
            return (repair.lossless || repair.isGuess) && !repair.invents && repair.outcome &&
                   repair.outcome->isValid;
        });
        if (!areEndsRight && enough == report.repairs.end()) {
            ++skipped; // no more than three steps are tried, and each kind so many times
            continue;
        }
        ASSERT_NE(enough, report.repairs.end());
        if (areEndsRight) {
            EXPECT_EQ(enough->id, "restore-pointer");
            ++single;
        } else {
            ++steps;
        }
        if (enough->id.ends_with("restore-pointer")) {
            EXPECT_EQ(numbersOf(after(tensor, report, enough->id), "compressed"), fewest.front());
        }
    }
    EXPECT_GT(single, 50);
    EXPECT_GT(steps, 50);
    EXPECT_LE(skipped, 10);
}

// Pointer 3 was 5 and index 7 was 3; entries 0 and 1 are swapped. Setting pointer 1 as well would bring row 0 into
// order, and give one of its entries to row 1.
TEST(RepairSteps, APointerThatNoFindingNamesIsNotSetWithoutSayingSo)
{
    const Numbers pointers{0, 2, 5, 2, 6, 8, 9};
    for (const std::int64_t last : {4, 3}) {
        SCOPED_TRACE(last);
        const auto tensor = csrTensor(pointers, {2, 0, 1, 0, 3, 2, 1, last, 0}, 4);
        const auto report = check(tensor);
        const auto restore = std::ranges::find(report.repairs, "restore-pointer", &Repair::id);
        ASSERT_NE(restore, report.repairs.end());
        EXPECT_EQ(restore->title, "set crow_indices[1..3] to where the order of entries breaks");
        EXPECT_FALSE(restore->lossless);
        EXPECT_EQ(restore->effect, "loses which row has which entries");
        const auto careful = std::ranges::find(
            report.repairs, last == 4 ? "order-pointers+clamp-indices+sort-slices" : "order-pointers+sort-slices",
            &Repair::id);
        ASSERT_NE(careful, report.repairs.end());
        EXPECT_LT(careful, restore);
        EXPECT_TRUE(careful->outcome->isValid);
        EXPECT_EQ(careful->effect, last == 4 ? "loses which row has which entries, overwrites indices"
                                             : "loses which row has which entries");
        EXPECT_EQ(numbersOf(after(tensor, report, careful->id), "compressed"), (Numbers{0, 2, 5, 5, 6, 8, 9}));
        const auto unasked = repairedWithoutLoss(tensor);
        ASSERT_TRUE(unasked);
        EXPECT_EQ(numbersOf(unasked->tensor, "compressed"), pointers);
    }
}

// What one gives is offered once, by the repair that loses least.
TEST(RepairSteps, OfTheSameTensorAreOfferedOnce)
{
    int compared = 0;
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    for (int round = 0; round < 300; ++round) {
        Numbers pointers{0, 2, 4, 7}, columns{0, 2, 1, 3, 0, 2, 3};
        pointers[random() % 4] = static_cast<std::int64_t>(random() % 9);
        columns[random() % 7] = static_cast<std::int64_t>(random() % 6) - 1;
        const auto tensor = csrTensor(pointers, columns, 4);
        const auto report = check(tensor);
        std::vector<std::string> made;
        for (const auto& repair : report.repairs) {
            const auto next = after(tensor, report, repair.id);
            auto all = testing::PrintToString(
                std::vector{numbersOf(next, "compressed"), numbersOf(next, "plain"), *next.size});
            const auto& values = next.member("values").array;
            for (std::int64_t k = 0; k < values.geometry.sizes[0]; ++k)
                all += ' ' + values.at(k).text();
            made.push_back(std::move(all));
            ++compared;
        }
        auto unlike = made;
        std::ranges::sort(unlike);
        EXPECT_EQ(std::ranges::adjacent_find(unlike), unlike.end())
            << testing::PrintToString(pointers) << testing::PrintToString(columns);
    }
    EXPECT_GT(compared, 300);
}

// Reading it otherwise explains nothing where the members do not fit that reading.
TEST(Rereadings, AreNotOfferedWhereTheShapesDoNotFitThem)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    int broken = 0;
    for (int round = 0; round < 500; ++round) {
        const std::int64_t rows = 4, extent = 9;
        Numbers pointers, columns;
        for (std::int64_t i = 0; i <= rows; ++i)
            pointers.push_back(static_cast<std::int64_t>(random() % 40));
        for (int k = 0; k < 12; ++k)
            columns.push_back(static_cast<std::int64_t>(random() % 12));
        const auto report = check(csrTensor(pointers, columns, extent));
        broken += !report.valid;
        for (const auto& misreading : report.misreadings)
            EXPECT_NE(misreading.id, "csc-as-csr") << "it has 5 pointers, and a csc needs 10";
    }
    EXPECT_GT(broken, 400);
}

} // namespace tscope::test
