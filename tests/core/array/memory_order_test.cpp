// SPDX-License-Identifier: Apache-2.0
#include "array/memory_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace tscope {
namespace {

// The elements one by one, sorted by where they lie.
std::vector<std::int64_t> inMemory(const Geometry& geometry)
{
    std::vector<std::int64_t> positions(static_cast<std::size_t>(*numel(geometry)));
    std::iota(positions.begin(), positions.end(), 0);
    std::ranges::stable_sort(positions, {}, [&](std::int64_t position) { return offsetOf(geometry, position); });
    return positions;
}

TEST(MemoryOrder, OfATransposeIsAnotherOneThanOfItsCopy)
{
    const Geometry transposed{{4, 3}, {1, 4}, 0}, copy = Geometry::rowMajor({4, 3});
    EXPECT_EQ(firstOutOfOrder(transposed, copy), Extents({1, 0})) << "below (0, 0) it goes down a column";
    EXPECT_EQ(firstOutOfOrder(copy, transposed), Extents({0, 1}));
    EXPECT_FALSE(firstOutOfOrder(copy, copy));
    EXPECT_FALSE(firstOutOfOrder(copy, {{4, 3}, {6, 2}, 5})) << "every second element, in the same order";
}

TEST(MemoryOrder, OfWhatRunsBackwardsBeginsAtTheOtherEnd)
{
    const Geometry there{{3}, {1}, 0}, back{{3}, {-1}, 2};
    EXPECT_EQ(firstOutOfOrder(there, back), Extents({0}));
    EXPECT_EQ(firstOutOfOrder(back, there), Extents({2}));
}

TEST(MemoryOrder, IsThatOfTheSortedAddresses)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937 random(seed);
    const auto pick = [&](std::int64_t low, std::int64_t high) {
        return std::uniform_int_distribution<std::int64_t>(low, high)(random);
    };
    int same = 0, other = 0;
    for (int round = 0; round < 20'000; ++round) {
        Extents sizes(static_cast<std::size_t>(pick(0, 3)));
        for (auto& size : sizes)
            size = pick(1, 4);
        const auto anyOf = [&] {
            Geometry geometry{sizes, Extents(sizes.size()), 200};
            for (auto& stride : geometry.strides)
                stride = pick(-4, 12);
            if (pick(0, 1) == 0) { // dense, its dims in any order
                std::vector<std::size_t> dims(sizes.size());
                std::iota(dims.begin(), dims.end(), 0);
                std::ranges::shuffle(dims, random);
                std::int64_t step = 1;
                for (const auto d : dims) {
                    geometry.strides[d] = pick(0, 3) == 0 ? -step : step;
                    step *= sizes[d];
                }
            }
            return geometry;
        };
        const auto a = anyOf(), b = anyOf();
        const auto inA = inMemory(a), inB = inMemory(b);
        const auto found = firstOutOfOrder(a, b);
        const auto at = std::ranges::mismatch(inA, inB).in1;
        ASSERT_EQ(found, at == inA.end() ? std::nullopt : std::optional(indexOf(sizes, *at)))
            << text(sizes) << ' ' << text(a.strides) << ' ' << text(b.strides);
        ++(found ? other : same);
    }
    EXPECT_GT(same, 1000);
    EXPECT_GT(other, 1000);
}

} // namespace
} // namespace tscope
