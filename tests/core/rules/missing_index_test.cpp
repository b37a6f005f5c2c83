// SPDX-License-Identifier: Apache-2.0
// Where indices or values are missing, it is not known which: the repair says so, and in which slices they may be.
#include "facts/wording.h"
#include "rules/check.h"
#include "rules/repair.h"
#include "support/from_json.h"
#include "support/integers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace tscope::test {

namespace {

Tensor csrWith(const std::string& pointers, const std::string& columns, const std::string& values)
{
    return fromJson(R"({"layout": "csr", "size": [)" + std::to_string(std::ranges::count(pointers, ',')) +
                    R"(, 4], "members": {"crow_indices": )" + pointers + R"(, "col_indices": )" + columns +
                    R"(, "values": )" + values + "}}");
}

std::string truncation(const Tensor& tensor)
{
    const auto report = check(tensor);
    const auto at = std::ranges::find(report.repairs, "truncate-entries", &Repair::id);
    return at == report.repairs.end() ? "not offered" : repairText(*at);
}

std::string ofColumns(const std::string& title)
{
    return title + " (which one is missing is not known; values may belong to other columns)";
}

} // namespace

// Only block row 1 can lack an index: elsewhere the others would be out of order.
TEST(MissingIndex, IsNarrowedToTheSliceWhoseValuesAreCut)
{
    const auto tensor = fromJson(R"({"layout": "bsr", "size": [6, 8], "members": {"crow_indices": [0, 2, 4, 6],
        "col_indices": [0, 2, 1, 0, 1], "values": {"shape": [6, 2, 2], "data": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
        12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]}}})");
    EXPECT_EQ(truncation(tensor), "drop the last value block of block row 1, which lacks an index (which one is "
                                  "missing is not known; values may belong to other block columns)");
    const auto done = repaired(tensor, std::vector<std::string>{"truncate-entries"});
    ASSERT_TRUE(done) << done.error().text;
    EXPECT_TRUE(done->remaining.valid);
    EXPECT_THAT(integers(done->tensor.member("compressed").array), testing::ElementsAre(0, 2, 3, 5));
    const auto& values = done->tensor.member("values").array;
    ASSERT_EQ(values.geometry.sizes, (Extents{5, 2, 2}));
    std::vector<std::int64_t> firsts;
    for (std::int64_t k = 0; k < 5; ++k)
        firsts.push_back(std::stoll(values.at(4 * k).text()));
    EXPECT_THAT(firsts, testing::ElementsAre(0, 4, 8, 16, 20)) << "the blocks of other rows keep their columns";
}

// Another fault breaks the order of block row 2, which alone says nothing of where the index is missing.
TEST(MissingIndex, IsNarrowedBesideAnotherFault)
{
    EXPECT_EQ(
        truncation(csrWith("[0, 2, 5, 8, 10]", "[2, 3, 0, 1, 2, 1, 1, 2, 0]", "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]")),
        ofColumns("drop the last value of row 3, which lacks an index"));
}

TEST(MissingIndex, MayBeInSeveralSlices)
{
    EXPECT_EQ(truncation(csrWith("[0, 2, 4, 6]", "[0, 1, 0, 2, 3]", "[1, 2, 3, 4, 5, 6]")),
              ofColumns("drop the last value, which has no index; one of rows 1 to 2 lacks it"));
    EXPECT_EQ(truncation(csrWith("[0, 2, 4]", "[0, 1, 2]", "[1, 2, 3, 4]")),
              ofColumns("drop the last value, which has no index"));
}

TEST(MissingIndex, SaysHowManyAreDropped)
{
    EXPECT_EQ(truncation(csrWith("[0, 1, 2]", "[0, 1]", "[1, 2, 3, 4]")),
              ofColumns("drop the last 2 values, which have no index"));
    EXPECT_EQ(truncation(csrWith("[0, 2, 3]", "[0, 1, 2]", "[1, 2]")),
              ofColumns("drop the last index, which has no value"));
    EXPECT_EQ(truncation(csrWith("[0, 2, 4]", "[0, 1, 0, 1]", "[1, 2]")),
              ofColumns("drop the last 2 indices, which have no values"));
}

TEST(MissingIndex, OfCoordinatesIsNotKnownEither)
{
    EXPECT_EQ(
        truncation(fromJson(R"({"layout": "coo", "size": [2, 4], "members": {"indices": [[0, 1], [2, 3]],
        "values": [1, 2, 3]}})")),
        "drop the last value, which has no coordinate (which one is missing is not known; values may belong to "
        "other coordinates)");
}

} // namespace tscope::test
