// SPDX-License-Identifier: Apache-2.0
#include "facts/rounding.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace tscope {
namespace {

TEST(Rounding, TheCoarserTypeHasNoNumberThatTheOtherLacks)
{
    using enum ElementType;
    const auto coarser = [](ElementType a, ElementType b) {
        EXPECT_EQ(coarserOf(a, b), coarserOf(b, a));
        return coarserOf(a, b);
    };
    EXPECT_EQ(coarser(f64, f32), f32);
    EXPECT_EQ(coarser(f16, f8e4m3fn), f8e4m3fn);
    EXPECT_EQ(coarser(bf16, f8e5m2), f8e5m2);
    EXPECT_EQ(coarser(c128, c64), c64);
    EXPECT_EQ(coarser(c64, c32), c32);
    const std::vector<std::pair<ElementType, ElementType>> neither{
        {f16, bf16}, {f8e4m3fn, f8e5m2}, {f32, f32}, {c64, f32}, {i32, f64}};
    for (const auto& [a, b] : neither)
        EXPECT_EQ(coarser(a, b), std::nullopt);
}

TEST(Rounding, ComplexNumbersAreRoundedByParts)
{
    using enum ElementType;
    const std::complex<ExactReal> wide{0.1, 4.478}, narrow{0.1F, 4.478F};
    EXPECT_TRUE(areSameRounded(wide, narrow, c64));
    EXPECT_FALSE(areSameRounded(wide, {0.1F, 4.479F}, c64));
    EXPECT_FALSE(areSameRounded(wide, {0.2F, 4.478F}, c64));
    EXPECT_FALSE(areSameRounded({0.1, 1}, {0.1F, 0}, f32));
}

TEST(Rounding, BeyondTheRangeOfTheCoarserTypeNothingIsTheSame)
{
    using enum ElementType;
    EXPECT_FALSE(areSameRounded(1e300, 2e300, f32));
    EXPECT_FALSE(areSameRounded(-1e300, -2e300, f32));
    EXPECT_FALSE(areSameRounded(70000, 80000, f16));
    EXPECT_FALSE(areSameRounded(1000, 448, f8e4m3fn));
    EXPECT_TRUE(areSameRounded(450, 448, f8e4m3fn));
}

} // namespace
} // namespace tscope
