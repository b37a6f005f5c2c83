// SPDX-License-Identifier: Apache-2.0
#include "make/pattern_density.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace tscope {

namespace {

using Rows = std::vector<std::vector<std::int64_t>>;

Pattern patternOf(const Rows& rows)
{
    Pattern out;
    for (const auto& row : rows) {
        out.columns.insert(out.columns.end(), row.begin(), row.end());
        out.rowEnds.push_back(out.nnz());
    }
    return out;
}

Rows rowsOf(const Pattern& pattern)
{
    Rows out;
    std::int64_t begin = 0;
    for (const auto end : pattern.rowEnds) {
        out.emplace_back(pattern.columns.begin() + begin, pattern.columns.begin() + end);
        begin = end;
    }
    return out;
}

Rows randomRows(std::mt19937_64& random, std::int64_t rows, std::int64_t columns)
{
    Rows out;
    for (std::int64_t r = 0; r < rows; ++r) {
        std::set<std::int64_t> row;
        for (auto count = random() % 12; count > 0; --count)
            row.insert(static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(columns)));
        out.emplace_back(row.begin(), row.end());
    }
    return out;
}

bool holds(const std::vector<std::int64_t>& all, const std::vector<std::int64_t>& some)
{
    return std::ranges::includes(all, some);
}

} // namespace

TEST(Thinned, KeepsSomeOfEachAndMoreOfAGreaterShare)
{
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    const auto rows = randomRows(random, 2000, 300);
    const auto pattern = patternOf(rows);
    const auto few = thinned(pattern, 0.1), some = thinned(pattern, 0.5);
    const auto all = rowsOf(pattern), fewRows = rowsOf(few), someRows = rowsOf(some);
    for (std::size_t r = 0; r < rows.size(); ++r) {
        EXPECT_TRUE(holds(all[r], someRows[r])) << r;
        EXPECT_TRUE(holds(someRows[r], fewRows[r])) << r;
    }
    // Of about 11000 the spread of a coin is below 1 in 100: five times that is no chance.
    EXPECT_NEAR(static_cast<double>(some.nnz()) / static_cast<double>(pattern.nnz()), 0.5, 0.05);
    EXPECT_NEAR(static_cast<double>(few.nnz()) / static_cast<double>(pattern.nnz()), 0.1, 0.03);
}

TEST(Thinned, TakesNothingFromNothingAndAllFromAWhole)
{
    EXPECT_EQ(thinned(patternOf({{}, {}}), 0.5).nnz(), 0);
    const auto pattern = patternOf({{0, 3}, {}, {2}});
    EXPECT_EQ(rowsOf(thinned(pattern, 1)), rowsOf(pattern));
}

TEST(Densified, EachRowHasSoManyTimesItsEntriesAndKeepsIts)
{
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    for (const double times : {1.5, 3.0, 40.0}) {
        const std::int64_t columns = 60;
        const auto rows = randomRows(random, 120, columns);
        const auto grown = rowsOf(densified(patternOf(rows), columns, times));
        ASSERT_EQ(grown.size(), rows.size());
        for (std::size_t r = 0; r < rows.size(); ++r) {
            const auto wanted = std::min<double>(columns, std::round(static_cast<double>(rows[r].size()) * times));
            EXPECT_EQ(static_cast<double>(grown[r].size()), wanted) << r;
            EXPECT_TRUE(std::ranges::is_sorted(grown[r], std::less_equal<>{}) || grown[r].size() < 2) << r;
            EXPECT_TRUE(holds(grown[r], rows[r])) << r;
            EXPECT_TRUE(grown[r].empty() || (grown[r].front() >= 0 && grown[r].back() < columns)) << r;
            EXPECT_EQ(std::ranges::adjacent_find(grown[r]), grown[r].end()) << r;
        }
    }
}

TEST(Densified, ADiagonalBecomesABand)
{
    Rows diagonal;
    for (std::int64_t r = 0; r < 10; ++r)
        diagonal.push_back({r});
    const auto band = rowsOf(densified(patternOf(diagonal), 10, 3));
    for (std::int64_t r = 1; r < 9; ++r)
        EXPECT_EQ(band[static_cast<std::size_t>(r)], (std::vector<std::int64_t>{r - 1, r, r + 1}));
}

TEST(Densified, GrowsSidewaysWhereNoRowIsNear)
{
    EXPECT_EQ(rowsOf(densified(patternOf({{4}}), 9, 5)), (Rows{{2, 3, 4, 5, 6}}));
    EXPECT_EQ(rowsOf(densified(patternOf({{0, 8}}), 9, 3)), (Rows{{0, 1, 2, 6, 7, 8}}));
    EXPECT_EQ(rowsOf(densified(patternOf({{0}, {}}), 3, 100)), (Rows{{0, 1, 2}, {}}));
}

TEST(Densified, WhatIsStoppedEnds)
{
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(densified(patternOf({{4}}), 9, 5, {.stop = stop.get_token()}).nnz(), 0);
}

} // namespace tscope
