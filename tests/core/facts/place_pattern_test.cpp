// SPDX-License-Identifier: Apache-2.0
#include "facts/place_pattern.h"

#include "rules/check.h"
#include "support/vector_cases.h"

#include <gtest/gtest.h>

#include <functional>

namespace tscope::test {

namespace {

std::string patternOf(const Tensor& tensor, std::string_view rule)
{
    const auto report = check(tensor);
    const auto* finding = report.find(rule);
    if (finding == nullptr)
        return "not broken";
    Places places(tensor, defaultContract());
    return placePattern(tensor, *finding, places);
}

// Rows with the columns 0 and 1, those for which that holds the other way round.
Tensor rowsInReverse(std::int64_t rows, const std::function<bool(std::int64_t)>& isReversed)
{
    std::vector<std::int64_t> pointers{0}, columns;
    for (std::int64_t i = 0; i < rows; ++i) {
        columns.push_back(isReversed(i) ? 1 : 0);
        columns.push_back(isReversed(i) ? 0 : 1);
        pointers.push_back(std::ssize(columns));
    }
    nlohmann::json values = std::vector<int>(columns.size(), 1);
    return tensorOf({{"layout", "csr"},
                     {"size", {rows, 2}},
                     {"members",
                      {{"crow_indices", std::move(pointers)},
                       {"col_indices", std::move(columns)},
                       {"values", std::move(values)}}}});
}

} // namespace

TEST(PlacePattern, SaysWhichRowsManyPlacesAreIn)
{
    EXPECT_EQ(patternOf(rowsInReverse(50, [](auto i) { return i >= 10 && i < 40; }), "5.6"),
              "rows 10 to 39, all of them");
    EXPECT_EQ(patternOf(rowsInReverse(5000, [](auto i) { return i % 2 == 0; }), "5.6"),
              "every second row from 0 to 4998")
        << "also of places that the report leaves out";
    EXPECT_EQ(patternOf(rowsInReverse(100, [](auto i) { return i % 7 == 3; }), "5.6"),
              "rows 3 to 94 in steps of 7");
    EXPECT_EQ(patternOf(rowsInReverse(100, [](auto i) { return i % 7 == 3 || i == 50; }), "5.6"), "");
    EXPECT_EQ(patternOf(rowsInReverse(9, [](auto i) { return i < 5; }), "5.6"), "") << "few are read one by one";
}

TEST(PlacePattern, SaysWhichEntriesAreOutOfRange)
{
    std::vector<std::int64_t> rows, columns;
    for (std::int64_t k = 0; k < 30; ++k) {
        rows.push_back(k);
        columns.push_back(k >= 12 ? 9 : 0);
    }
    nlohmann::json values = std::vector<int>(rows.size(), 1);
    const auto coo = tensorOf({{"layout", "coo"},
                               {"size", {30, 5}},
                               {"members", {{"indices", {rows, columns}}, {"values", std::move(values)}}}});
    EXPECT_EQ(patternOf(coo, "COO-5.2"), "entries 12 to 29, all of them");
}

} // namespace tscope::test
