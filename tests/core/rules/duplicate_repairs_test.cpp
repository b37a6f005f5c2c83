// SPDX-License-Identifier: Apache-2.0
// Entries with one index can be added up, or one of them kept.
#include "facts/wording.h"
#include "rules/check.h"
#include "rules/repair.h"
#include "support/from_json.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tscope::test {

namespace {

std::vector<std::string> textsOf(const Tensor& tensor, std::string_view role)
{
    const auto& array = tensor.member(role).array;
    std::vector<std::string> out;
    for (std::int64_t k = 0; k < numel(array.geometry).value_or(0); ++k)
        out.push_back(array.at(k).text());
    return out;
}

// Row 0 has column 2 twice, out of order; row 1 is sound.
Tensor withDuplicates()
{
    return fromJson(R"({"layout": "csr", "size": [2, 4], "members": {"crow_indices": [0, 3, 4],
        "col_indices": [2, 0, 2, 1], "values": {"dtype": "int64", "data": [10, 20, 30, 40]}}})");
}

std::vector<std::string> valuesAfter(const std::string& repair)
{
    const auto done = repaired(withDuplicates(), std::vector<std::string>{repair});
    EXPECT_TRUE(done) << done.error().text;
    EXPECT_TRUE(done->remaining.valid);
    EXPECT_EQ(textsOf(done->tensor, "plain"), (std::vector<std::string>{"0", "2", "1"}));
    return textsOf(done->tensor, "values");
}

// (1, 0) stands twice, apart, and the entries are in no order.
Tensor cooWithDuplicates()
{
    return fromJson(R"({"layout": "coo", "size": [2, 4], "is_coalesced": true, "members": {
        "indices": [[1, 0, 1, 0], [0, 3, 0, 2]], "values": {"dtype": "int64", "data": [10, 20, 30, 40]}}})");
}

std::vector<std::string> cooValuesAfter(const std::string& repair)
{
    const auto done = repaired(cooWithDuplicates(), std::vector<std::string>{repair});
    EXPECT_TRUE(done) << done.error().text;
    EXPECT_TRUE(done->remaining.valid);
    EXPECT_EQ(textsOf(done->tensor, "indices"), (std::vector<std::string>{"0", "0", "1", "2", "3", "0"}));
    return textsOf(done->tensor, "values");
}

bool isOffered(const Report& report, std::string_view repair)
{
    return std::ranges::find(report.repairs, repair, &Repair::id) != report.repairs.end();
}

} // namespace

TEST(DuplicateRepairs, AddThemOrKeepOne)
{
    EXPECT_EQ(valuesAfter("sum-duplicates"), (std::vector<std::string>{"20", "40", "40"}));
    EXPECT_EQ(valuesAfter("keep-first-duplicates"), (std::vector<std::string>{"20", "10", "40"}));
    EXPECT_EQ(valuesAfter("keep-last-duplicates"), (std::vector<std::string>{"20", "30", "40"}));
}

TEST(DuplicateRepairs, SayThatValuesAreLost)
{
    const auto report = check(withDuplicates());
    const auto first = std::ranges::find(report.repairs, "keep-first-duplicates", &Repair::id);
    ASSERT_NE(first, report.repairs.end());
    EXPECT_FALSE(first->lossless);
    EXPECT_EQ(repairText(*first), "sort the entries of each row and keep the first of those with the same index "
                                  "(loses the values of the others)");
    const auto unsorted = check(fromJson(R"({"layout": "csr", "size": [1, 4], "members": {"crow_indices": [0, 2],
        "col_indices": [2, 0], "values": [1, 2]}})"));
    EXPECT_EQ(std::ranges::find(unsorted.repairs, "keep-first-duplicates", &Repair::id), unsorted.repairs.end());
}

TEST(DuplicateRepairs, OfCoordinatesAddThemOrKeepOne)
{
    EXPECT_EQ(cooValuesAfter("sum-duplicates"), (std::vector<std::string>{"40", "20", "40"}));
    EXPECT_EQ(cooValuesAfter("keep-first-duplicates"), (std::vector<std::string>{"40", "20", "10"}));
    EXPECT_EQ(cooValuesAfter("keep-last-duplicates"), (std::vector<std::string>{"40", "20", "30"}));
}

TEST(DuplicateRepairs, OfCoordinatesAreOfferedWhereSomeRepeat)
{
    const auto report = check(cooWithDuplicates());
    const auto last = std::ranges::find(report.repairs, "keep-last-duplicates", &Repair::id);
    ASSERT_NE(last, report.repairs.end());
    EXPECT_FALSE(last->lossless);
    EXPECT_EQ(repairText(*last), "sort the entries and keep the last of those with the same coordinates (loses "
                                 "the values of the others)");
    EXPECT_TRUE(isOffered(report, "keep-first-duplicates"));

    const auto unsorted = check(fromJson(R"({"layout": "coo", "size": [2, 4], "is_coalesced": true, "members": {
        "indices": [[1, 0], [0, 3]], "values": [1, 2]}})"));
    EXPECT_TRUE(isOffered(unsorted, "sort-entries"));
    EXPECT_FALSE(isOffered(unsorted, "keep-first-duplicates"));
    EXPECT_FALSE(isOffered(unsorted, "keep-last-duplicates"));

    // Contracts that want each coordinate once ask without the claim.
    const auto contract = contractNamed("cusparse");
    ASSERT_TRUE(contract);
    const auto cusparse = check(fromJson(R"({"layout": "coo", "size": [2, 4], "members": {
        "indices": [[0, 1, 1], [3, 0, 0]], "values": [1, 2, 3]}})"),
                                {.contract = *contract});
    EXPECT_TRUE(isOffered(cusparse, "keep-first-duplicates"));
    EXPECT_TRUE(isOffered(cusparse, "keep-last-duplicates"));
}

} // namespace tscope::test
