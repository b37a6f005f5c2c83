// SPDX-License-Identifier: Apache-2.0
// One pointer missing or too many: against every number and every place that could be meant.
#include "layouts/compressed/pointer_count.h"

#include "rules/check.h"
#include "rules/repair.h"
#include "support/integers.h"
#include "support/vector_cases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace tscope::test {

namespace {

using Pointers = std::vector<std::int64_t>;

constexpr std::int64_t columnsOfAll = 6;

// A csr whose size asks for that many rows.
Tensor csrWithPointers(const Pointers& pointers, const Pointers& columns, std::int64_t rows)
{
    return tensorOf(
        {{"layout", "csr"},
         {"size", {rows, columnsOfAll}},
         {"members",
          {{"crow_indices", pointers}, {"col_indices", columns}, {"values", nlohmann::json(columns.size(), 1)}}}});
}

bool isValidCsr(const Pointers& pointers, const Pointers& columns)
{
    if (pointers.front() != 0 || pointers.back() != std::ssize(columns) || !std::ranges::is_sorted(pointers))
        return false;
    for (std::size_t i = 1; i < pointers.size(); ++i)
        for (auto k = pointers[i - 1] + 1; k < pointers[i]; ++k)
            if (columns[static_cast<std::size_t>(k - 1)] >= columns[static_cast<std::size_t>(k)])
                return false;
    return true;
}

struct RandomCsr {
    Pointers pointers{0}, columns;
};

class CsrMaker
{
public:
    explicit CsrMaker(unsigned seed) : m_random(seed) {}

    std::int64_t below(std::int64_t limit)
    {
        return static_cast<std::int64_t>(m_random() % static_cast<std::uint64_t>(limit));
    }

    // Two to eight rows with at least one entry.
    RandomCsr csr()
    {
        RandomCsr out;
        for (auto rows = 2 + below(7); rows > 0; --rows) {
            std::set<std::int64_t> row;
            for (auto entries = below(columnsOfAll); entries > 0; --entries)
                row.insert(below(columnsOfAll));
            out.columns.insert(out.columns.end(), row.begin(), row.end());
            out.pointers.push_back(std::ssize(out.columns));
        }
        return out.columns.empty() ? csr() : out;
    }

private:
    std::mt19937 m_random;
};

// All valid lists with one more number.
std::set<Pointers> byInserting(const Pointers& pointers, const Pointers& columns)
{
    std::set<Pointers> out;
    for (std::size_t i = 0; i <= pointers.size(); ++i)
        for (std::int64_t number = 0; number <= std::ssize(columns); ++number) {
            auto tried = pointers;
            tried.insert(tried.begin() + static_cast<std::ptrdiff_t>(i), number);
            if (isValidCsr(tried, columns))
                out.insert(std::move(tried));
        }
    return out;
}

std::set<Pointers> byRemoving(const Pointers& pointers, const Pointers& columns)
{
    std::set<Pointers> out;
    for (std::size_t i = 0; i < pointers.size(); ++i) {
        auto tried = pointers;
        tried.erase(tried.begin() + static_cast<std::ptrdiff_t>(i));
        if (isValidCsr(tried, columns))
            out.insert(std::move(tried));
    }
    return out;
}

const Repair* offeredOf(const Report& report, std::string_view id)
{
    const auto at = std::ranges::find(report.repairs, id, &Repair::id);
    return at == report.repairs.end() ? nullptr : &*at;
}

void expectFirstGives(const Tensor& tensor, const Report& report, const std::string& id, const Pointers& truth)
{
    ASSERT_FALSE(report.repairs.empty());
    EXPECT_EQ(report.repairs.front().id, id);
    EXPECT_TRUE(report.repairs.front().lossless);
    const auto done = repaired(tensor, std::vector<std::string>{id});
    ASSERT_TRUE(done) << done.error().text;
    EXPECT_TRUE(done->remaining.valid);
    EXPECT_EQ(integers(done->tensor.member("compressed").array), truth);
}

void expectIsNotDoneUnasked(const Tensor& tensor, const std::string& id)
{
    const auto unasked = repairedWithoutLoss(tensor);
    ASSERT_TRUE(unasked) << unasked.error().text;
    EXPECT_THAT(unasked->applied, testing::Not(testing::Contains(id)));
}

// Rows of 3, 1, 2 and 3 entries, each of which begins anew.
const RandomCsr fourRows{{0, 3, 4, 6, 9}, {1, 3, 5, 2, 0, 4, 0, 1, 5}};

} // namespace

TEST(PointerCount, AMissingPointerIsInsertedWhereTheOrderTellsIt)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    CsrMaker make(seed);
    int told = 0, untold = 0;
    for (int round = 0; round < 300; ++round) {
        const auto truth = make.csr();
        auto pointers = truth.pointers;
        pointers.erase(pointers.begin() + make.below(std::ssize(pointers)));
        SCOPED_TRACE(testing::PrintToString(pointers) + " of " + testing::PrintToString(truth.columns));
        const auto tensor = csrWithPointers(pointers, truth.columns, std::ssize(pointers));
        const auto report = check(tensor);
        const auto possible = byInserting(pointers, truth.columns);
        ASSERT_TRUE(possible.contains(truth.pointers));
        if (possible.size() == 1) {
            ++told;
            expectFirstGives(tensor, report, "insert-pointers", truth.pointers);
            continue;
        }
        ++untold;
        EXPECT_EQ(offeredOf(report, "insert-pointers"), nullptr);
        const auto* fit = offeredOf(report, "fit-pointers");
        ASSERT_NE(fit, nullptr);
        EXPECT_EQ(fit->effect, "which pointers are missing is not known; loses which row has which entries");
        EXPECT_TRUE(fit->outcome->isValid);
        expectIsNotDoneUnasked(tensor, "fit-pointers");
    }
    EXPECT_GT(told, 30);
    EXPECT_GT(untold, 10);
}

TEST(PointerCount, APointerTooManyIsRemovedWhereItIsTold)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    CsrMaker make(seed);
    int told = 0, untold = 0;
    for (int round = 0; round < 300; ++round) {
        const auto truth = make.csr();
        auto pointers = truth.pointers;
        const auto at = make.below(std::ssize(pointers));
        const auto number = make.below(2) == 0 ? pointers[static_cast<std::size_t>(at)]
                                               : make.below(std::ssize(truth.columns) + 1);
        pointers.insert(pointers.begin() + at, number);
        SCOPED_TRACE(testing::PrintToString(pointers) + " of " + testing::PrintToString(truth.columns));
        const auto tensor = csrWithPointers(pointers, truth.columns, std::ssize(pointers) - 2);
        const auto report = check(tensor);
        const auto possible = byRemoving(pointers, truth.columns);
        ASSERT_TRUE(possible.contains(truth.pointers));
        const auto found = compressed::removablePointers(pointers, truth.columns);
        EXPECT_EQ(found.size(), possible.size());
        if (possible.size() == 1) {
            ++told;
            expectFirstGives(tensor, report, "remove-pointer", truth.pointers);
            continue;
        }
        ++untold;
        const auto* remove = offeredOf(report, "remove-pointer");
        ASSERT_NE(remove, nullptr);
        EXPECT_EQ(remove->effect, "which one is too many is not known; loses which row has which entries");
        EXPECT_THAT(remove->title, testing::HasSubstr("one of " + std::to_string(possible.size()) + " pointers"));
        EXPECT_TRUE(remove->outcome->isValid);
        expectIsNotDoneUnasked(tensor, "remove-pointer");
    }
    EXPECT_GT(told, 30);
    EXPECT_GT(untold, 10);
}

TEST(PointerCount, TheCauseNamesThePlaceOfAMissingPointer)
{
    const auto report = check(csrWithPointers({0, 3, 6, 9}, fourRows.columns, 4));
    ASSERT_FALSE(report.causes.empty());
    EXPECT_EQ(report.causes[0].text, "crow_indices has 4 pointers, the size needs 5: one is missing at "
                                     "crow_indices[2], where the order of entries breaks");
    EXPECT_EQ(report.causes[0].member, "compressed");
    EXPECT_EQ(report.causes[0].index, 2);
    EXPECT_EQ(report.repairs.front().title, "insert 4 at crow_indices[2], where the order of entries breaks");
    EXPECT_EQ(report.repairs.front().effect, "");
    EXPECT_EQ(check(csrWithPointers({3, 4, 6, 9}, fourRows.columns, 4)).repairs.front().title,
              "insert 0 at crow_indices[0], where the pointers begin");
    EXPECT_EQ(check(csrWithPointers({0, 3, 4, 6}, fourRows.columns, 4)).repairs.front().title,
              "insert 9 at crow_indices[4], the number of entries");
}

TEST(PointerCount, TheCauseNamesThePointerTooMany)
{
    const auto report = check(csrWithPointers({0, 3, 4, 7, 6, 9}, fourRows.columns, 4));
    ASSERT_FALSE(report.causes.empty());
    EXPECT_EQ(report.causes[0].text,
              "crow_indices has 6 pointers, the size needs 5: crow_indices[3] is one too many");
    EXPECT_EQ(report.causes[0].index, 3);
    EXPECT_EQ(report.repairs.front().title,
              "remove crow_indices[3], the only pointer without which the others are in order");
    EXPECT_EQ(offeredOf(report, "restore-pointer"), nullptr) << "no pointer has a wrong number";
}

// The last three of five: as many as there are breaks, and the end.
TEST(PointerCount, ACutTailIsRestoredWhereTheOrderTellsAllOfIt)
{
    const auto tensor = csrWithPointers({0, 3}, fourRows.columns, 4);
    const auto report = check(tensor);
    EXPECT_EQ(report.causes.at(0).text,
              "crow_indices has 2 pointers, the size needs 5: the last 3 are missing, as "
              "the order of entries says");
    EXPECT_EQ(report.repairs.front().title, "insert 3 pointers, the first of them 4 at crow_indices[2], where the "
                                            "order of entries breaks, the last one the number of entries");
    expectFirstGives(tensor, report, "insert-pointers", fourRows.pointers);
}

// The first of several is the leading 0, which no order of entries tells.
TEST(PointerCount, ALeadingZeroIsNamedAsTheBeginOfThePointers)
{
    const auto titleOf = [](const Pointers& pointers) {
        return check(csrWithPointers(pointers, fourRows.columns, 4)).repairs.front().title;
    };
    EXPECT_EQ(titleOf({3, 4, 9}),
              "insert 2 pointers, the first of them 0 at crow_indices[0], where the pointers begin");
    EXPECT_EQ(titleOf({3, 4, 6}), "insert 2 pointers, the first of them 0 at crow_indices[0], where the pointers "
                                  "begin, the last one the number of entries");
}

// One more row is empty, and nothing tells which.
TEST(PointerCount, ACutTailSaysWhatItLosesWhereTheOrderDoesNotTellAllOfIt)
{
    const auto tensor = csrWithPointers({0, 3}, fourRows.columns, 5);
    const auto report = check(tensor);
    EXPECT_EQ(offeredOf(report, "insert-pointers"), nullptr);
    const auto& first = report.repairs.front();
    EXPECT_EQ(first.id, "fit-pointers");
    EXPECT_EQ(first.effect, "which pointers are missing is not known; loses which row has which entries");
    EXPECT_TRUE(first.outcome->isValid);
    expectIsNotDoneUnasked(tensor, "fit-pointers");
}

TEST(PointerCount, IsNotToldWhereAnIndexIsOutOfRangeNorInBatches)
{
    auto columns = fourRows.columns;
    columns[4] = 60;
    EXPECT_EQ(offeredOf(check(csrWithPointers({0, 3, 6, 9}, columns, 4)), "insert-pointers"), nullptr);
    const auto batches = check(tensorOf({{"layout", "csr"},
                                         {"size", {2, 2, 3}},
                                         {"members",
                                          {{"crow_indices", {{0, 3}, {0, 3}}},
                                           {"col_indices", {{0, 2, 1}, {1, 0, 2}}},
                                           {"values", {{1, 2, 3}, {4, 5, 6}}}}}}));
    EXPECT_EQ(offeredOf(batches, "insert-pointers"), nullptr);
    const auto* fit = offeredOf(batches, "fit-pointers");
    ASSERT_NE(fit, nullptr);
    EXPECT_FALSE(fit->lossless);
}

TEST(PointerCount, IsToldInAllFourLayouts)
{
    for (const std::string layout : {"csr", "csc", "bsr", "bsc"}) {
        SCOPED_TRACE(layout);
        const bool areRows = layout == "csr" || layout == "bsr", areBlocks = layout.starts_with('b');
        nlohmann::json value = 1;
        if (areBlocks)
            value = {{1, 2}, {3, 4}};
        const std::int64_t block = areBlocks ? 2 : 1;
        const auto tensor =
            tensorOf({{"layout", layout},
                      {"size", {block * (areRows ? 4 : columnsOfAll), block * (areRows ? columnsOfAll : 4)}},
                      {"members",
                       {{areRows ? "crow_indices" : "ccol_indices", {0, 3, 4, 9}},
                        {areRows ? "col_indices" : "row_indices", fourRows.columns},
                        {"values", nlohmann::json(fourRows.columns.size(), value)}}}});
        expectFirstGives(tensor, check(tensor), "insert-pointers", fourRows.pointers);
    }
}

} // namespace tscope::test
