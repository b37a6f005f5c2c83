// SPDX-License-Identifier: Apache-2.0
#include "timing/row_spread.h"

#include "base/checked_math.h"
#include "core/timing/small_plan.h"
#include "timing/footprint_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace tscope::timing {

namespace {

using Lengths = std::vector<std::int64_t>;

// Each number looked for in the sorted lengths themselves.
void expectSpread(const RowSpread& spread, const Lengths& lengths)
{
    auto sorted = lengths;
    std::ranges::sort(sorted, std::greater{});
    ASSERT_EQ(spread.rows, std::ssize(sorted));
    EXPECT_EQ(spread.entries, std::accumulate(sorted.begin(), sorted.end(), std::int64_t{0}));
    EXPECT_EQ(spread.empty, std::ranges::count(sorted, 0));
    EXPECT_EQ(spread.greatest, sorted.front());
    EXPECT_EQ(spread.least, sorted.back());
    EXPECT_EQ(spread.median, sorted[sorted.size() / 2]);
    EXPECT_EQ(spread.firstLongest, std::ranges::find(lengths, sorted.front()) - lengths.begin());
    ASSERT_FALSE(spread.curve.empty());
    EXPECT_LE(spread.curve.size(), mostCurvePoints);
    EXPECT_EQ(spread.curve.front().rank, 0);
    EXPECT_EQ(spread.curve.back().rank, spread.rows - 1);
    for (std::size_t i = 0; i < spread.curve.size(); ++i) {
        EXPECT_EQ(spread.curve[i].length, sorted[static_cast<std::size_t>(spread.curve[i].rank)]);
        EXPECT_TRUE(i == 0 || spread.curve[i].rank > spread.curve[i - 1].rank);
    }
    for (const auto& bins : {spread.evenBins, spread.doublingBins}) {
        EXPECT_EQ(bins.front().first, 0);
        EXPECT_LE(bins.back().first, spread.greatest);
        EXPECT_GE(bins.back().last, spread.greatest);
        for (std::size_t i = 0; i < bins.size(); ++i) {
            const auto isIn = [&](std::int64_t length) {
                return bins[i].first <= length && length <= bins[i].last;
            };
            EXPECT_TRUE(i == 0 || bins[i].first == bins[i - 1].last + 1);
            EXPECT_EQ(bins[i].rows, std::ranges::count_if(lengths, isIn));
            const auto first = std::ranges::find_if(lengths, isIn);
            EXPECT_EQ(bins[i].firstRow, first == lengths.end() ? -1 : first - lengths.begin());
        }
    }
    EXPECT_LE(spread.evenBins.size(), mostEvenBins);
}

// Of each row of all batch entries, by its entries.
Lengths lengthsOf(const Tensor& tensor, const Extents& size, std::size_t batchDims)
{
    std::int64_t rows = 1;
    for (std::size_t d = 0; d <= batchDims; ++d)
        rows *= size[d];
    Lengths lengths(static_cast<std::size_t>(rows));
    EXPECT_TRUE(tensor.layout->entries(tensor, [&](const Extents& index, std::int64_t) {
        std::int64_t row = 0;
        for (std::size_t d = 0; d <= batchDims; ++d)
            row = row * size[d] + index[d];
        ++lengths[static_cast<std::size_t>(row)];
        return true;
    }));
    return lengths;
}

RowSpread toldOf(const Sound& tensor)
{
    Session session;
    session.subjects = {subjectOf("t", tensor)};
    addFootprints(session, "t", tensor, {});
    EXPECT_EQ(session.subjects[0].rows, session.subjects[0].spread.rows);
    EXPECT_EQ(session.subjects[0].longestRow, session.subjects[0].spread.greatest);
    return session.subjects[0].spread;
}

TEST(RowSpread, CountsEachRowOnce)
{
    expectSpread(spreadOf({0, 0, 1, 2, 3, 3, 900, 4}), {0, 0, 1, 2, 3, 3, 900, 4});
    expectSpread(spreadOf({7}), {7});
    expectSpread(spreadOf({0, 0, 0}), {0, 0, 0});
    expectSpread(spreadOf({5000, 1023, 1024, 1025, 5000}), {5000, 1023, 1024, 1025, 5000});
    const auto seed = static_cast<std::uint64_t>(::testing::UnitTest::GetInstance()->random_seed()) + 3;
    SCOPED_TRACE(seed);
    Random random(seed);
    for (int i = 0; i < 50; ++i) {
        Lengths lengths(static_cast<std::size_t>(1 + random.below(3000)));
        const auto below = 1 + random.below(std::int64_t{1} << (1 + random.below(20)));
        for (auto& length : lengths)
            length = random.below(below);
        expectSpread(spreadOf(lengths), lengths);
    }
}

TEST(RowSpread, OfNoRowsIsNothing)
{
    EXPECT_EQ(spreadOf({}), RowSpread{});
    EXPECT_EQ(RowSpread{}.mean(), 0);
}

TEST(RowSpread, BinsAreWhatTheySay)
{
    const auto doubling = doublingBinsOf(9);
    ASSERT_EQ(doubling.size(), 5U); // 0, 1, 2-3, 4-7, 8-15
    EXPECT_EQ(doubling[2], (LengthBin{2, 3}));
    EXPECT_EQ(doubling[4], (LengthBin{8, 15}));
    EXPECT_EQ(evenBinsOf(39).size(), 40U);
    EXPECT_EQ(evenBinsOf(40).back(), (LengthBin{40, 41}));
    EXPECT_EQ(doublingBinsOf(int64Max).size(), mostDoublingBins);
    EXPECT_EQ(doublingBinsOf(int64Max).back().last, int64Max);
    EXPECT_LE(evenBinsOf(int64Max).size(), mostEvenBins);
    EXPECT_EQ(evenBinsOf(int64Max).back().last, int64Max);
}

TEST(RowSpread, TheFewLongestOfManyAreOnTheCurve)
{
    Lengths many(1'000'000, 5);
    many[777'777] = 123'456;

    const auto spread = spreadOf(many);

    expectSpread(spread, many);
    EXPECT_EQ(spread.curve[0].length, 123'456);
    EXPECT_EQ(spread.curve[1].length, 5);
    EXPECT_EQ(spread.firstLongest, 777'777);
}

TEST(RowSpread, IsThatOfEachLayout)
{
    for (const char* layout : {"strided", "coo", "csr", "csc"}) {
        SCOPED_TRACE(layout);
        const auto tensor = madeMatrix(layout, {30, 12});
        // All elements of a strided tensor are stored; its zeros are no entries of a sparse one.
        if (std::string(layout) != "strided")
            expectSpread(toldOf(tensor), lengthsOf(tensor.tensor(), {30, 12}, 0));
    }
    const auto sparse = madeMatrix("csr", {30, 12}), dense = madeMatrix("strided", {30, 12});
    EXPECT_EQ(toldOf(dense).rows, 30);
    EXPECT_LT(toldOf(dense).entries, 30 * 12);
    const auto blocked = madeMatrix("bsr", {24, 16}, "blocks");
    expectSpread(toldOf(blocked), lengthsOf(blocked.tensor(), {24, 16}, 0));
}

TEST(RowSpread, OfABatchIsOfAllItsRows)
{
    MakeSpec spec;
    spec.layout = "csr";
    spec.size = {12, 24};
    spec.batch = {2, 3};
    spec.density = 0.1;
    const auto tensor = test::proven(*makeTensorOf(spec));
    expectSpread(toldOf(tensor), lengthsOf(tensor.tensor(), {2, 3, 12, 24}, 2));
    EXPECT_EQ(toldOf(tensor).rows, 72);
}

TEST(RowSpread, OfComponentsIsOfTheirElements)
{
    for (const char* layout : {"nested", "jagged"}) {
        SCOPED_TRACE(layout);
        const auto tensor = madeComponents(layout);
        const auto reading = tensor.tensor().layout->read(tensor.tensor(), {});
        Lengths lengths;
        for (std::int64_t c = 0; c < reading->bounds()->front(); ++c)
            lengths.push_back(numel(*reading->componentSize(c)).value());
        ASSERT_GT(lengths.size(), 1U);
        expectSpread(toldOf(tensor), lengths);
    }
}

} // namespace

} // namespace tscope::timing
