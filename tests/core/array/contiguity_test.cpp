// SPDX-License-Identifier: Apache-2.0
#include "array/contiguity.h"

#include "core/array/oracle.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace tscope {
namespace {

TEST(Contiguity, ChannelsLastStridesMakeAChannelsLastArray)
{
    const Extents sizes = {2, 3, 4, 5}, deep = {2, 3, 4, 5, 6};
    const Geometry flat{sizes, channelsLastStrides(sizes)}, volume{deep, channelsLastStrides(deep)};
    EXPECT_EQ(flat.strides, (Extents{60, 1, 15, 3}));
    EXPECT_EQ(volume.strides, (Extents{360, 1, 90, 18, 3}));
    EXPECT_TRUE(isChannelsLast(flat) && hasChannelsLastStrides(flat) && isNonOverlappingAndDense(flat));
    EXPECT_TRUE(isChannelsLast3d(volume) && hasChannelsLast3dStrides(volume) && isNonOverlappingAndDense(volume));
    EXPECT_FALSE(isChannelsLast3d(flat) || isChannelsLast(volume) || isContiguous(flat));
}

TEST(Contiguity, GuessFollowsTheCompiledRuleNotItsPythonTwin)
{
    EXPECT_FALSE(hasChannelsLastStrides({{3, 3, 4, 6}, {72, 1, 18, 2}}));
    EXPECT_FALSE(hasChannelsLastStrides({{5, 1, 1, 1}, {1, 1, 1, 1}})) << "N,1,1,1 counts as row-major";
    EXPECT_FALSE(hasChannelsLastStrides({{2, 3, 0, 5}, {60, 1, 15, 3}})) << "no element";
    EXPECT_FALSE(hasChannelsLastStrides({{2, 3, 4, 5}, {60, 0, 15, 3}}));
    EXPECT_TRUE(hasChannelsLastStrides({{2, 3, 4, 5}, {1000, 1, 100, 10}})) << "padding is no matter";
    EXPECT_FALSE(isChannelsLast({{2, 3, 4, 5}, {1000, 1, 100, 10}}));
}

TEST(Contiguity, EmptyArraysAreContiguousButHaveToFitChannelsLast)
{
    EXPECT_TRUE(isNonOverlappingAndDense({{0, 5}, {77, 3}}));
    EXPECT_FALSE(isChannelsLast({{0, 3, 4, 5}, {1, 1, 1, 1}}));
    EXPECT_TRUE(isChannelsLast({{0, 3, 4, 5}, {60, 1, 15, 3}}));
}

// Independent of the walks: dense means that the sorted offsets are consecutive and each occurs once.
TEST(Contiguity, DenseMeansEverySlotOnceExceptForReversedDims)
{
    for (std::uint32_t seed = 0; seed < 4000; ++seed) {
        SCOPED_TRACE(seed);
        oracle::Dice dice(seed);
        const auto geometry = dice.geometry(4, 1, 4, 0, 8);
        auto all = oracle::offsets(geometry);
        std::ranges::sort(all);
        bool consecutive = true;
        for (std::size_t i = 1; i < all.size(); ++i)
            consecutive = consecutive && all[i] == all[i - 1] + 1;
        EXPECT_EQ(isNonOverlappingAndDense(geometry), consecutive)
            << text(geometry.sizes) << text(geometry.strides);
    }
    EXPECT_FALSE(isNonOverlappingAndDense({{3}, {-1}, 2}));
}

TEST(Contiguity, NonsenseHasNoFormat)
{
    for (const auto& geometry : {Geometry{{2, 3}, {1}}, Geometry{{-2, 3}, {3, 1}}, Geometry{{1, 1, 1, 1}, {1}}}) {
        EXPECT_FALSE(isChannelsLast(geometry) || isChannelsLast3d(geometry) || hasChannelsLastStrides(geometry) ||
                     hasChannelsLast3dStrides(geometry) || isNonOverlappingAndDense(geometry));
    }
    const auto huge = std::int64_t{1} << 62;
    EXPECT_FALSE(isChannelsLast({{huge, huge, huge, huge}, {0, 1, 0, huge}}));
    EXPECT_FALSE(hasChannelsLastStrides({{huge, huge, huge, huge}, {int64Max, 1, int64Max, huge}}));
}

} // namespace
} // namespace tscope
