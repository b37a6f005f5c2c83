// SPDX-License-Identifier: Apache-2.0
#include "array/inside.h"

#include "core/array/oracle.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tscope {

namespace {

using Kind = GeometryPart::Kind;

// Every value around the storage, tried out.
std::optional<ValueRange> triedOut(const Geometry& geometry, const GeometryPart& part, std::int64_t held)
{
    const auto least = part.kind == Kind::stride ? -held : part.kind == Kind::size ? 0 : -4 * held - 40;
    const auto most = part.kind == Kind::offset ? 4 * held + 40 : held + (part.kind == Kind::size ? 1 : 0);
    std::optional<ValueRange> range;
    for (auto value = least; value <= most; ++value) {
        const auto tried = withValue(geometry, part, value);
        const auto offsets = oracle::offsets(tried);
        if (std::ranges::all_of(offsets, [&](std::int64_t at) { return at >= 0 && at < held; }))
            range = ValueRange{range ? range->least : value, value};
    }
    return range;
}

std::vector<GeometryPart> partsOf(const Geometry& geometry)
{
    std::vector<GeometryPart> parts{{Kind::offset, 0}};
    for (std::size_t d = 0; d < geometry.sizes.size(); ++d) {
        parts.push_back({Kind::size, d});
        parts.push_back({Kind::stride, d});
    }
    return parts;
}

} // namespace

TEST(Inside, RangesAreWhatTryingEveryValueFinds)
{
    for (std::uint32_t seed = 0; seed < 3000; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        oracle::Dice dice(seed);
        const auto rank = static_cast<std::size_t>(dice(0, 3));
        Geometry geometry;
        for (std::size_t d = 0; d < rank; ++d) {
            geometry.sizes.push_back(dice(1, 4));
            geometry.strides.push_back(dice(-4, 4));
        }
        geometry.offset = dice(-3, 20);
        const auto held = dice(0, 30);
        for (const auto& part : partsOf(geometry)) {
            SCOPED_TRACE("part " + std::to_string(static_cast<int>(part.kind)) + " of dim " +
                         std::to_string(part.dim));
            // Of a stride that no step is taken by, and of a size along stride 0, any value will do.
            const bool isUnbound = (part.kind == Kind::stride && geometry.sizes[part.dim] == 1) ||
                                   (part.kind == Kind::size && geometry.strides[part.dim] == 0);
            const auto range = rangeInside(geometry, part, held);
            const auto tried = triedOut(geometry, part, held);
            if (isUnbound && tried && tried->most > 0) {
                EXPECT_EQ(range, (ValueRange{part.kind == Kind::stride ? -held : 0, held}));
                continue;
            }
            ASSERT_EQ(range.has_value(), tried.has_value());
            if (range) {
                EXPECT_EQ(*range, *tried)
                    << range->least << ".." << range->most << " against " << tried->least << ".." << tried->most;
            }
        }
    }
}

TEST(Inside, NumbersOfAllSizesHaveAnAnswer)
{
    const std::vector<std::int64_t> odd{int64Min, int64Min + 1, -1, 0, 1, int64Max - 1, int64Max};
    for (const auto size : odd)
        for (const auto stride : odd)
            for (const auto offset : odd)
                for (const auto held : {std::int64_t{0}, std::int64_t{5}, int64Max}) {
                    const Geometry geometry{{size, 2}, {stride, 1}, offset};
                    for (const auto& part : partsOf(geometry))
                        if (const auto range = rangeInside(geometry, part, held)) {
                            EXPECT_LE(range->least, range->most);
                            for (const auto value : {range->least, range->most}) {
                                EXPECT_TRUE(isInBounds(withValue(geometry, part, value), held))
                                    << size << ' ' << stride << ' ' << offset << ' ' << held << ' ' << value;
                            }
                        }
                }
    EXPECT_FALSE(rangeInside({{2, 3}, {1}, 0}, {Kind::offset, 0}, 10)) << "ranks differ";
    EXPECT_FALSE(rangeInside({{-2}, {1}, 0}, {Kind::offset, 0}, 10)) << "a negative size";
    EXPECT_EQ(rangeInside({{-2}, {1}, 0}, {Kind::size, 0}, 10), (ValueRange{0, 10})) << "which can be mended";
}

TEST(Inside, TheSumNamesEachDim)
{
    EXPECT_EQ(addressText({{2, 3}, {4, 1}, 2}), "2 + i*4 + j*1");
    EXPECT_EQ(addressText({{}, {}, 0}), "0");
    EXPECT_EQ(addressText({{1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, -9}, 0}),
              "0 + i*1 + j*1 + k*1 + l*1 + m*1 + n*1 + i6*-9");
}

TEST(Inside, WhatIsReachedIsToldWithWhatIsBeyond)
{
    auto array = Array::fromInts({12}, std::vector<std::int64_t>(12, 1));
    const auto told = [&](const Geometry& geometry) {
        array.geometry = geometry;
        return reachText(array);
    };
    EXPECT_EQ(told({{2, 3}, {4, 1}, 2}), "slots 2 to 8 of 12");
    EXPECT_EQ(told({{4, 3}, {4, 1}, 2}), "slots 2 to 16 of 12, 5 beyond the end");
    EXPECT_EQ(told({{4}, {-2}, 3}), "slots -3 to 3 of 12, 3 before the start");
    EXPECT_EQ(told({{2, 2}, {-20, 13}, 0}), "slots -20 to 13 of 12, 20 before the start, 2 beyond the end");
    EXPECT_EQ(told({{1}, {1}, 3}), "slot 3 of 12");
    EXPECT_EQ(told({{0}, {1}, 99}), "no elements: nothing is reached");
    EXPECT_EQ(told({{-1}, {1}, 0}), "a size is negative: there are no elements");
    EXPECT_EQ(told({{1, 2}, {1}, 0}), "2 sizes but 1 strides: there is no address");
}

} // namespace tscope
