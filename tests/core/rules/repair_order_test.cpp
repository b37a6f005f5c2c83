// SPDX-License-Identifier: Apache-2.0
// Causes are repaired before what follows from them, and nothing that hides a wrong index is offered before it.
#include "facts/locate_text.h"
#include "facts/wording.h"
#include "rules/check.h"
#include "rules/repair.h"
#include "rules/suggestions.h"
#include "support/from_json.h"
#include "support/integers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace tscope::test {

namespace {

using Ids = std::vector<std::string>;

Ids idsOfRepairs(const Report& report)
{
    Ids ids;
    for (const auto& repair : report.repairs)
        ids.push_back(repair.id);
    return ids;
}

// Where it stands in the list; behind all where it is not offered.
std::ptrdiff_t rankOf(const Report& report, std::string_view id)
{
    return std::ranges::find(report.repairs, id, &Repair::id) - report.repairs.begin();
}

const Repair& repairNamed(const Report& report, std::string_view id)
{
    const auto at = std::ranges::find(report.repairs, id, &Repair::id);
    EXPECT_NE(at, report.repairs.end()) << id << " is not offered";
    return at == report.repairs.end() ? report.repairs.front() : *at;
}

// Six slices of four indices, below 20. Pointer 2 falls, it was 8; index 17 is out of range, it was 9.
Tensor twoFaults(const std::string& layout)
{
    const bool rows = layout == "csr" || layout == "bsr", blocks = layout == "bsr" || layout == "bsc";
    std::string plain, values;
    for (int k = 0; k < 24; ++k) {
        plain += (k > 0 ? ", " : "") + std::to_string(k == 17 ? 41 : 1 + k / 4 + 4 * (k % 4));
        values += (k > 0 ? ", " : "") + std::to_string(k + 1);
    }
    return fromJson(R"({"layout": ")" + layout + R"(", "size": )" + (rows ? "[6, 20]" : "[20, 6]") +
                    R"(, "members": {"compressed": [0, 4, 3, 12, 16, 20, 24], "plain": [)" + plain +
                    R"(], "values": {"shape": )" + (blocks ? "[24, 1, 1]" : "[24]") + R"(, "data": [)" + values +
                    "]}}}");
}

Tensor withPointerRestored(const std::string& layout)
{
    auto done = repaired(twoFaults(layout), Ids{"restore-pointer"});
    EXPECT_TRUE(done);
    return std::move(done->tensor);
}

} // namespace

TEST(RepairOrder, AnIndexIsSetBeforeItsSliceIsSorted)
{
    for (const auto* layout : {"csr", "csc", "bsr", "bsc"}) {
        SCOPED_TRACE(layout);
        const auto report = check(withPointerRestored(layout));
        ASSERT_EQ(report.find("5.6")->consequenceOf, Ids{"5.5"});
        EXPECT_EQ(report.repairs.front().id, "clamp-indices");
        EXPECT_TRUE(report.repairs.front().outcome->isValid);
        ASSERT_THAT(idsOfRepairs(report), testing::Contains("sort-slices"));
        for (const auto& repair : report.repairs)
            if (std::ranges::find(repair.clears, "5.5") != repair.clears.end()) {
                EXPECT_LT(rankOf(report, repair.id), rankOf(report, "sort-slices")) << repair.id;
            }
    }
}

// 41 is nearest to 12, the last column before the 13 behind it.
TEST(RepairOrder, AnIndexIsSetToWhatItsSliceAllowsBesideAPointerThatFalls)
{
    for (const auto* layout : {"csr", "csc", "bsr", "bsc"}) {
        SCOPED_TRACE(layout);
        const auto tensor = twoFaults(layout);
        const auto done = repaired(tensor, Ids{"clamp-indices"});
        ASSERT_TRUE(done) << done.error().text;
        EXPECT_EQ(integers(done->tensor.member("plain").array).at(17), 12);
        EXPECT_THAT(repairNamed(check(tensor), "clamp-indices").title,
                    testing::EndsWith("from 41 to 12, the nearest that its neighbours allow"));
    }
    const auto narrow = check(fromJson(R"({"layout": "csr", "size": [1, 5], "members": {"crow_indices": [0, 3],
        "col_indices": [0, 9, 1], "values": [1, 2, 3]}})"));
    EXPECT_EQ(repairNamed(narrow, "clamp-indices").title, "set col_indices[1] from 9 to 4, the nearest in range")
        << "no room between 0 and 1";
}

TEST(RepairOrder, APointerAndAnIndexAreSetTogetherBeforeTheShapeChanges)
{
    for (const auto* layout : {"csr", "csc", "bsr", "bsc"}) {
        SCOPED_TRACE(layout);
        const auto tensor = twoFaults(layout);
        const auto report = check(tensor);
        EXPECT_EQ(report.repairs.front().id, "restore-pointer") << "it loses nothing";
        const auto& both = repairNamed(report, "restore-pointer+clamp-indices");
        ASSERT_TRUE(both.outcome);
        EXPECT_TRUE(both.outcome->isValid);
        EXPECT_FALSE(both.lossless);
        EXPECT_EQ(both.effect, "overwrites indices");
        bool reshapes = false;
        for (const auto& repair : report.repairs) {
            reshapes = reshapes || repair.reshapes;
            EXPECT_FALSE(reshapes && repair.id == both.id);
        }
        EXPECT_TRUE(reshapes) << "a larger size is offered as well";
        const auto done = repaired(tensor, Ids{both.id});
        ASSERT_TRUE(done) << done.error().text;
        EXPECT_TRUE(done->remaining.valid);
        EXPECT_EQ(done->tensor.size, tensor.size);
        EXPECT_THAT(integers(done->tensor.member("compressed").array),
                    testing::ElementsAre(0, 4, 8, 12, 16, 20, 24));
        EXPECT_EQ(integers(done->tensor.member("plain").array).at(17), 12);
    }
    EXPECT_EQ(
        repairNamed(check(twoFaults("csr")), "restore-pointer+clamp-indices").title,
        "set crow_indices[2] from 3 to 8, where the order of entries breaks, then set col_indices[17] from 41 "
        "to 12, the nearest that its neighbours allow");
}

// Entries 2 and 3 are swapped; coordinate 30 is lost, between 87 and 93.
TEST(RepairOrder, ACoordinateIsSetToWhatItsNeighboursAllowBesideDisorderElsewhere)
{
    std::string columns, zeros;
    for (int k = 0; k < 40; ++k) {
        const int entry = k == 2 ? 3 : k == 3 ? 2 : k;
        columns += (k > 0 ? ", " : "") + std::to_string(k == 30 ? 250 : 3 * entry);
        zeros += k > 0 ? ", 0" : "0";
    }
    const auto report =
        check(fromJson(R"({"layout": "coo", "size": [1, 200], "is_coalesced": true, "members": {"indices": [[)" +
                       zeros + "], [" + columns + R"(]], "values": [)" + zeros + "]}}"));
    EXPECT_EQ(repairNamed(report, "clamp-indices").title,
              "set indices[1, 30] from 250 to 92, the nearest that its neighbours allow");
    const auto unsorted = check(fromJson(R"({"layout": "coo", "size": [3, 4], "members":
        {"indices": [[2, 0, 1], [0, 9, 0]], "values": [1, 2, 3]}})"));
    EXPECT_EQ(repairNamed(unsorted, "clamp-indices").title, "set indices[1, 1] from 9 to 3, the nearest in range");
}

// Unasked, all that loses nothing is still done.
TEST(RepairOrder, WhatLosesNothingIsDoneUnaskedInAnyOrder)
{
    const auto done = repairedWithoutLoss(twoFaults("csr"));
    ASSERT_TRUE(done) << done.error().text;
    EXPECT_TRUE(done->remaining.valid);
    EXPECT_EQ(done->tensor.size, (Extents{6, 42}));
}

TEST(RepairOrder, SortingWaitsForACoordinateOutOfRange)
{
    const auto report = check(fromJson(R"({"layout": "coo", "size": [9, 4], "is_coalesced": true, "members":
        {"indices": [[1, 0, 2, 3, 4], [0, 0, 0, 7, 0]], "values": [1, 2, 3, 4, 5]}})"));
    ASSERT_THAT(idsOfRepairs(report), testing::IsSupersetOf({"sort-entries", "clamp-indices"}));
    EXPECT_LT(rankOf(report, "clamp-indices"), rankOf(report, "sort-entries"));
}

namespace {

// The block of the last index, in block row 1 and block column 1, is missing.
Tensor blockMissing()
{
    return fromJson(R"({"layout": "bsr", "size": [4, 6], "members": {"crow_indices": [0, 2, 3],
        "col_indices": [0, 2, 1], "values": {"shape": [2, 2, 2], "data": [1, 2, 3, 4, 5, 6, 7, 8]}}})");
}

} // namespace

TEST(RepairOrder, WhatRepairsTheCauseOfAWrongLastPointerComesFirst)
{
    const auto tensor = blockMissing();
    const auto report = check(tensor);
    ASSERT_EQ(report.find("5.2")->consequenceOf, Ids{"3.9"});
    EXPECT_EQ(repairText(report.repairs.front()), "append a block of zeros for the last index, which has no value "
                                                  "block (the added values are invented)");
    EXPECT_LT(rankOf(report, "truncate-entries"), rankOf(report, "set-last-pointer"));
    EXPECT_LT(rankOf(report, "set-last-pointer"), std::ssize(report.repairs)) << "still offered";
    const auto done = repaired(tensor, Ids{"append-values"});
    ASSERT_TRUE(done) << done.error().text;
    EXPECT_TRUE(done->remaining.valid);
    const auto& values = done->tensor.member("values").array;
    ASSERT_EQ(values.geometry.sizes, (Extents{3, 2, 2}));
    for (std::int64_t k = 0; k < 12; ++k)
        EXPECT_EQ(std::stod(values.at(k).text()), k < 8 ? static_cast<double>(k + 1) : 0.0) << k;
    EXPECT_THAT(integers(done->tensor.member("plain").array), testing::ElementsAre(0, 2, 1));
}

// Each batch entry gets its own zeros.
TEST(RepairOrder, ZerosAreAppendedInEachBatchEntry)
{
    const auto tensor =
        fromJson(R"({"layout": "csr", "size": [2, 1, 4], "members": {"crow_indices": [[0, 2], [0, 2]],
        "col_indices": [[0, 2], [1, 3]], "values": [[5], [7]]}})");
    const auto done = repaired(tensor, Ids{"append-values"});
    ASSERT_TRUE(done) << done.error().text;
    EXPECT_TRUE(done->remaining.valid);
    std::vector<double> values;
    for (std::int64_t k = 0; k < 4; ++k)
        values.push_back(std::stod(done->tensor.member("values").array.at(k).text()));
    EXPECT_THAT(values, testing::ElementsAre(5, 0, 7, 0));
}

TEST(RepairOrder, NoZerosAreAppendedWhereMostValuesAreMissing)
{
    const auto report = check(fromJson(R"({"layout": "csr", "size": [1, 4], "members": {"crow_indices": [0, 4],
        "col_indices": [0, 1, 2, 3], "values": [1]}})"));
    EXPECT_THAT(idsOfRepairs(report), testing::Not(testing::Contains("append-values")));
}

TEST(RepairOrder, ZerosAreAppendedForTheLastCoordinatesOfCoo)
{
    const auto coo = [](const char* values) {
        return fromJson(
            R"({"layout": "coo", "size": [3, 4, 2], "members": {"indices": [[0, 1, 2, 2], [0, 1, 2, 3]],
            "values": )" +
            std::string(values) + "}}");
    };
    const auto tensor = coo("[[1, 2], [3, 4], [5, 6]]");
    const auto report = check(tensor);
    EXPECT_EQ(repairText(report.repairs.front()),
              "append zeros for the last column of indices, which has no values "
              "(the added values are invented)");
    const auto& repair = repairNamed(report, "append-values");
    EXPECT_TRUE(repair.invents);
    EXPECT_LT(rankOf(report, "append-values"), rankOf(report, "truncate-entries"));
    const auto done = repaired(tensor, Ids{"append-values"});
    ASSERT_TRUE(done) << done.error().text;
    EXPECT_TRUE(done->remaining.valid);
    const auto& values = done->tensor.member("values").array;
    ASSERT_EQ(values.geometry.sizes, (Extents{4, 2}));
    for (std::int64_t k = 0; k < 8; ++k)
        EXPECT_EQ(std::stod(values.at(k).text()), k < 6 ? static_cast<double>(k + 1) : 0.0) << k;
    EXPECT_THAT(integers(done->tensor.member("indices").array), testing::ElementsAre(0, 1, 2, 2, 0, 1, 2, 3));
    EXPECT_EQ(repairNamed(check(coo("[[1, 2], [3, 4]]")), "append-values").title,
              "append zeros for the last 2 columns of indices, which have no values");
    EXPECT_THAT(idsOfRepairs(check(coo("[[1, 2]]"))), testing::Not(testing::Contains("append-values")));
    EXPECT_THAT(idsOfRepairs(check(coo("[[1, 2], [1, 2], [1, 2], [1, 2], [1, 2]]"))),
                testing::Not(testing::Contains("append-values")))
        << "indices lack one";

    const auto vector =
        fromJson(R"({"layout": "coo", "size": [9], "members": {"indices": [[1, 7]], "values": [5]}})");
    EXPECT_EQ(repairNamed(check(vector), "append-values").title,
              "append a 0 for the last column of indices, which has no value");
    const auto dropped = [](const Tensor& broken) { return repairNamed(check(broken), "truncate-entries").title; };
    EXPECT_EQ(dropped(vector), "drop the last coordinate, which has no value");
    EXPECT_EQ(dropped(coo("[[1, 2], [3, 4]]")), "drop the last 2 coordinates, which have no values");
    EXPECT_EQ(dropped(coo("[[1, 2], [1, 2], [1, 2], [1, 2], [1, 2]]")),
              "drop the last value, which has no coordinate");
}

TEST(UnmatchedIndices, HaveAPlaceThatNamesTheMissingBlock)
{
    const auto tensor = blockMissing();
    const auto report = check(tensor);
    const auto& place = report.find("3.9")->witnesses.front().place;
    ASSERT_TRUE(place);
    EXPECT_EQ(*place, (Slots{"plain", 2, 3}));
    EXPECT_EQ(report.causes.front().rules.front(), "3.9");
    EXPECT_EQ(report.causes.front().index, 2);
    EXPECT_EQ(tensor.layout->indexOfSlots(tensor)(*place), (Extents{2, 2})) << "the first element of the block";
    const auto values = check(fromJson(R"({"layout": "csr", "size": [1, 4], "members": {"crow_indices": [0, 3],
        "col_indices": [0, 1, 2], "values": [1, 2, 3, 4]}})"));
    EXPECT_EQ(values.find("3.9")->witnesses.front().place, (Slots{"values", 3, 4}));
}

TEST(UnmatchedIndices, AreReadByElementsWithoutAValue)
{
    const auto tensor = blockMissing();
    const auto readers = [&](std::string_view role, std::int64_t slot) {
        return *tensor.layout->readersOf(tensor, role, slot, 20);
    };
    EXPECT_EQ(readers("compressed", 2).count, 4);
    EXPECT_EQ(readers("compressed", 2).withoutValue, 4);
    EXPECT_EQ(readers("compressed", 1).count, 12);
    EXPECT_EQ(readers("compressed", 1).withoutValue, 4);
    EXPECT_EQ(readers("compressed", 0).withoutValue, 0);
    EXPECT_EQ(readers("plain", 2).withoutValue, 4);
    EXPECT_EQ(readers("values", 0).withoutValue, 0);
    EXPECT_THAT(
        plainText(tellReaders(tensor, {"compressed", 1, 2}, readers("compressed", 1), 20)),
        testing::HasSubstr("crow_indices[1] is read by 12 elements\n  4 elements of these have no stored value"));
}

} // namespace tscope::test
