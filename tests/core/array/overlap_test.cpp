// SPDX-License-Identifier: Apache-2.0
#include "array/overlap.h"

#include "core/array/oracle.h"

#include <algorithm>
#include <chrono>
#include <gtest/gtest.h>
#include <set>

namespace tscope {
namespace {

bool reallyOverlaps(const Geometry& geometry)
{
    const auto all = oracle::offsets(geometry);
    return std::set(all.begin(), all.end()).size() != all.size();
}

TEST(OverlapExact, AgreesWithEnumerationOnEveryTwoDimGeometry)
{
    for (std::int64_t a = 0; a <= 4; ++a)
        for (std::int64_t b = 0; b <= 4; ++b)
            for (std::int64_t s = -3; s <= 7; ++s)
                for (std::int64_t t = -3; t <= 7; ++t) {
                    const Geometry geometry{{a, b}, {s, t}, 50};
                    SCOPED_TRACE(text(geometry.sizes) + text(geometry.strides));
                    EXPECT_EQ(overlap(geometry), reallyOverlaps(geometry) ? Overlap::yes : Overlap::no);
                }
}

TEST(OverlapExact, AgreesWithEnumerationOnRandomGeometries)
{
    for (std::uint32_t seed = 0; seed < 6000; ++seed) {
        SCOPED_TRACE(seed);
        oracle::Dice dice(seed);
        const auto geometry = dice.geometry(5, 1, 5, seed % 2 == 0 ? -20 : 1, seed % 3 == 0 ? 200 : 40);
        EXPECT_EQ(overlap(geometry), reallyOverlaps(geometry) ? Overlap::yes : Overlap::no)
            << text(geometry.sizes) << text(geometry.strides);
    }
}

// Large strides keep the counting of slots out of it: the search and the halves have to decide.
TEST(OverlapExact, AgreesWithEnumerationWhereStridesAreLarge)
{
    int yes = 0;
    for (std::uint32_t seed = 0; seed < 1500; ++seed) {
        SCOPED_TRACE(seed);
        oracle::Dice dice(seed);
        auto geometry = dice.geometry(6, 2, 4, 1, 60);
        for (auto& stride : geometry.strides)
            stride = stride * 1'000'003 + (seed % 2 == 0 ? dice(0, 1) : 0);
        const auto truth = reallyOverlaps(geometry);
        yes += truth ? 1 : 0;
        EXPECT_EQ(overlap(geometry), truth ? Overlap::yes : Overlap::no)
            << text(geometry.sizes) << text(geometry.strides);
    }
    EXPECT_GT(yes, 100);
}

TEST(OverlapExact, DecidesHugeOrdinaryGeometries)
{
    const std::int64_t big = std::int64_t{1} << 40;
    EXPECT_EQ(overlap({{big, 1 << 20}, {1 << 20, 1}}), Overlap::no);
    EXPECT_EQ(overlap({{1 << 20, big}, {-1, 1 << 20}, big}), Overlap::no);
    EXPECT_EQ(overlap({{1000, 1000, 1000}, {1001 * 1003, 1001, 1}}), Overlap::no);
    EXPECT_EQ(overlap({{big, 3}, {1, 1}}), Overlap::yes);
    EXPECT_EQ(overlap({{big, 7}, {7, 3}}), Overlap::no) << "steps 7 and 3 first meet at 7 times 3";
    EXPECT_EQ(overlap({{big, 8}, {7, 3}}), Overlap::yes);
    EXPECT_EQ(overlap({{3, big, 1}, {0, 1, 5}}), Overlap::yes);
    EXPECT_EQ(overlap({{1, big, 1}, {0, 1, 5}}), Overlap::no);
    EXPECT_EQ(overlap({{0, 5}, {0, 0}}), Overlap::no);
    EXPECT_EQ(overlap({Extents(500, 2), Extents(500, int64Max)}), Overlap::yes);
}

TEST(OverlapExact, StaysTotalAndQuickOnNonsense)
{
    EXPECT_EQ(overlap({{2, 3}, {1}}), Overlap::undecided);
    EXPECT_EQ(overlap({{-1}, {1}}), Overlap::undecided);
    const auto start = std::chrono::steady_clock::now();
    for (std::uint32_t seed = 0; seed < 3000; ++seed) {
        oracle::Dice dice(seed);
        const auto geometry = dice.wildGeometry();
        const auto answer = overlap(geometry);
        EXPECT_LE(static_cast<int>(answer), 2);
        if (overlapTorch(geometry) == TorchOverlap::no) {
            EXPECT_EQ(answer, Overlap::no);
        }
        if (overlapTorch(geometry) == TorchOverlap::yes && numel(geometry) != 0) {
            EXPECT_EQ(answer, Overlap::yes);
        }
    }
    Geometry hard;
    oracle::Dice dice(7);
    for (int d = 0; d < 40; ++d) {
        hard.sizes.push_back(2);
        hard.strides.push_back(dice(std::int64_t{1} << 55, std::int64_t{1} << 56));
    }
    for (int round = 0; round < 50; ++round)
        EXPECT_NE(overlap(hard), Overlap::no);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(Sharing, AgreesWithTheByteSets)
{
    const auto bytesOf = [](const Geometry& geometry, std::int64_t item) {
        std::set<std::int64_t> bytes;
        for (const auto offset : oracle::offsets(geometry))
            for (std::int64_t b = 0; b < item; ++b)
                bytes.insert(offset * item + b);
        return bytes;
    };
    int seen[4] = {};
    for (std::uint32_t seed = 0; seed < 6000; ++seed) {
        SCOPED_TRACE(seed);
        oracle::Dice dice(seed);
        auto a = dice.geometry(3, 0, 4, -4, 9), b = dice.geometry(3, 0, 4, -4, 9);
        a.offset = dice(20, 30);
        b.offset = dice(15, 40);
        if (seed % 5 == 0)
            b = {a.sizes, a.strides, a.offset + dice(0, 1)};
        const auto itemA = std::int64_t{1} << dice(0, 3),
                   itemB = seed % 3 == 0 ? std::int64_t{1} << dice(0, 3) : itemA;
        const auto left = bytesOf(a, itemA), right = bytesOf(b, itemB);
        std::vector<std::int64_t> common;
        std::ranges::set_intersection(left, right, std::back_inserter(common));
        const auto truth = common.empty() ? Sharing::none : left == right ? Sharing::full : Sharing::partial;
        ++seen[static_cast<int>(truth)];
        EXPECT_EQ(sharing({a, itemA}, {b, itemB}), truth);
        EXPECT_EQ(sharing({b, itemB}, {a, itemA}), truth);
        EXPECT_EQ(sharesElement({a, itemA}, {b, itemB}), common.empty() ? Overlap::no : Overlap::yes);
    }
    EXPECT_GT(seen[0], 100);
    EXPECT_GT(seen[1], 100);
    EXPECT_GT(seen[2], 100);
}

TEST(Sharing, DecidesHugeInterleavedViews)
{
    const std::int64_t n = 1'000'000'000;
    const Geometry even{{n}, {2}, 0}, odd{{n}, {2}, 1}, all{{2 * n}, {1}, 0};
    EXPECT_EQ(sharing({even, 4}, {odd, 4}), Sharing::none);
    EXPECT_EQ(sharing({even, 4}, {all, 4}), Sharing::partial);
    EXPECT_EQ(sharing({all, 4}, {{{2, n}, {n, 1}, 0}, 4}), Sharing::full);
    const Geometry left{{100'000, 500}, {1001, 1}, 0}, right{{100'000, 501}, {1001, 1}, 500};
    EXPECT_EQ(sharing({left, 8}, {right, 8}), Sharing::none);
    EXPECT_EQ(sharing({left, 8}, {{{100'000, 502}, {1001, 1}, 499}, 8}), Sharing::partial);
}

TEST(Sharing, TorchLooksAtByteRangesOfDenseArraysOnly)
{
    const Geometry a{{2, 3}, {3, 1}, 0}, shifted{{2, 3}, {3, 1}, 6}, crossed{{2, 3}, {1, 2}, 0};
    EXPECT_EQ(sharingTorch({a, 4}, {a, 4}), TorchSharing::full);
    EXPECT_EQ(sharingTorch({a, 4}, {crossed, 4}), TorchSharing::partial);
    EXPECT_EQ(sharingTorch({a, 4}, {shifted, 4}), TorchSharing::no);
    EXPECT_EQ(sharingTorch({a, 4}, {{{2, 3}, {3, 1}, 5}, 4}), TorchSharing::partial);
    EXPECT_EQ(sharingTorch({a, 4}, {{{2, 2}, {3, 1}, 0}, 4}), TorchSharing::tooHard);
    EXPECT_EQ(sharingTorch({a, 4}, {{{0}, {1}, 0}, 4}), TorchSharing::no);
    EXPECT_EQ(sharingTorch({{{2}, {1, 1}}, 4}, {a, 4}), TorchSharing::tooHard);
}

TEST(Sharing, StaysTotalOnNonsense)
{
    for (std::uint32_t seed = 0; seed < 2000; ++seed) {
        oracle::Dice dice(seed);
        const auto a = dice.wildGeometry(), b = dice.wildGeometry();
        EXPECT_LE(static_cast<int>(sharing({a, dice.wild()}, {b, 8})), 3);
        EXPECT_LE(static_cast<int>(sharesElement({a, 4}, {b, 8})), 2);
        EXPECT_LE(static_cast<int>(sharingTorch({a, dice.wild()}, {b, 8})), 3);
    }
}

} // namespace
} // namespace tscope
