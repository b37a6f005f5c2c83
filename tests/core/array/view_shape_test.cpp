// SPDX-License-Identifier: Apache-2.0
#include "array/view_shape.h"

#include "core/array/oracle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope {
namespace {

using testing::HasSubstr;

// Whether strides exist that read the same offsets in the same order: each new dim's stride is fixed by one
// element, so try that and compare all.
bool viewExists(const Geometry& geometry, const Extents& shape)
{
    const auto all = oracle::offsets(geometry);
    Geometry candidate{shape, Extents(shape.size()), geometry.offset};
    std::size_t step = 1;
    for (std::size_t d = shape.size(); d-- > 0;) {
        if (shape[d] > 1)
            candidate.strides[d] = all[step] - all[0];
        step *= static_cast<std::size_t>(shape[d]);
    }
    return oracle::offsets(candidate) == all;
}

Extents factored(std::int64_t count, oracle::Dice& dice)
{
    Extents out;
    while (count > 1) {
        auto factor = dice(1, count);
        while (count % factor != 0)
            --factor;
        out.push_back(factor);
        count /= factor;
    }
    return out;
}

TEST(ViewShape, ReadsTheSameOffsetsAndRefusesOnlyWhatHasNoStrides)
{
    int refused = 0, found = 0;
    for (std::uint32_t seed = 0; seed < 6000; ++seed) {
        SCOPED_TRACE(seed);
        oracle::Dice dice(seed);
        auto geometry = dice.geometry(4, 1, 4, -6, 12);
        if (seed % 2 == 0) // mostly dense, so that dims can be merged
            geometry.strides = rowMajorStrides(geometry.sizes);
        if (seed % 4 == 0 && !geometry.strides.empty())
            geometry.strides[0] += dice(0, 1);
        geometry.offset = 300;
        const auto shape = factored(*numel(geometry), dice);
        const auto answer = view(geometry, shape);
        if (const auto* made = std::get_if<Geometry>(&answer)) {
            ++found;
            EXPECT_EQ(made->sizes, shape);
            EXPECT_EQ(oracle::offsets(*made), oracle::offsets(geometry));
            continue;
        }
        ++refused;
        EXPECT_FALSE(viewExists(geometry, shape)) << std::get<ViewRefusal>(answer).text;
        EXPECT_EQ(std::get<ViewRefusal>(answer).reason, ViewRefusal::Reason::strides);
        const auto copy = std::get<Reshaped>(reshape(geometry, shape));
        EXPECT_FALSE(copy.isView);
        EXPECT_EQ(copy.geometry, Geometry::rowMajor(shape));
    }
    EXPECT_GT(refused, 500);
    EXPECT_GT(found, 500);
}

TEST(ViewShape, RefusalNamesTheDimsAndTheEquation)
{
    const auto refused = std::get<ViewRefusal>(view({{2, 3}, {4, 1}}, {6}));
    EXPECT_EQ(refused.outer, 0);
    EXPECT_EQ(refused.inner, 1);
    EXPECT_EQ(refused.newDim, 0);
    EXPECT_EQ(refused.equation, "stride[0] = 4 but stride[1] * size[1] = 1 * 3 = 3");
    EXPECT_THAT(refused.text, HasSubstr("its dim 0 (size 6) would run over dims 0 and 1"));
    EXPECT_EQ(asError(refused).reason, "strides");
    const auto skipping = std::get<ViewRefusal>(view({{2, 1, 3}, {4, 9, 1}}, {6}));
    EXPECT_EQ(skipping.equation, "stride[0] = 4 but stride[2] * size[2] = 1 * 3 = 3");
}

TEST(ViewShape, OpenSizesAreResolvedOrSaidToBeAmbiguous)
{
    const Geometry matrix{{2, 6}, {6, 1}};
    EXPECT_EQ(std::get<Geometry>(view(matrix, {-1, 4})).sizes, (Extents{3, 4}));
    EXPECT_EQ(std::get<Geometry>(view({{0, 6}, {6, 1}}, {-1, 4})), (Geometry{{0, 4}, {4, 1}}));
    const auto says = [](const Geometry& geometry, const Extents& shape) {
        const auto answer = view(geometry, shape);
        const auto* refusal = std::get_if<ViewRefusal>(&answer);
        return refusal ? std::string(name(refusal->reason)) + ": " + refusal->text : "a view";
    };
    EXPECT_THAT(says(matrix, {-1, 5}), HasSubstr("shape: shape (-1, 5) needs a multiple of 5 elements"));
    EXPECT_THAT(says(matrix, {-1, -1}), HasSubstr("more than one size open"));
    EXPECT_THAT(says(matrix, {-2, 6}), HasSubstr("negative size -2 in dim 0"));
    EXPECT_THAT(says({{0, 6}, {6, 1}}, {-1, 0}), HasSubstr("ambiguous"));
    EXPECT_THAT(says(matrix, {13}), HasSubstr("needs 13 elements, but the array has 12"));
    EXPECT_THAT(says(matrix, {int64Max, int64Max}), HasSubstr("more than 2^63"));
    EXPECT_THAT(says({{int64Max, 4}, {0, 0}}, {4, -1}), HasSubstr("more elements than 64 bits"));
    EXPECT_THAT(says({{4}, {}}, {4}), HasSubstr("1 sizes but 0 strides"));
}

TEST(ViewShape, FlattenJoinsDimsAsAViewWhereItCan)
{
    EXPECT_EQ(flatten({{2, 3, 4}, {12, 4, 1}, 5})->geometry, (Geometry{{24}, {1}, 5}));
    EXPECT_EQ(flatten({{2, 3, 4}, {99, 4, 1}, 5}, 1)->geometry, (Geometry{{2, 12}, {99, 1}, 5}));
    EXPECT_EQ(flatten({{}, {}, 5})->geometry, (Geometry{{1}, {1}, 5}));
    const auto copied = flatten({{3, 2}, {1, 3}, 5});
    EXPECT_FALSE(copied->isView);
    EXPECT_EQ(copied->why->outer, 0);
    EXPECT_EQ(flatten({{3, 2}, {1, 3}, 5}, 1, 1)->geometry, (Geometry{{3, 2}, {1, 3}, 5}));
    EXPECT_FALSE(flatten({{3, 2}, {1, 3}}, 1, 0));
    EXPECT_FALSE(flatten({{3, 2}, {1, 3}}, 0, 2));
    EXPECT_FALSE(flatten({{int64Max, 2}, {1, 3}}));
}

TEST(ViewShape, StaysTotalOnNonsense)
{
    for (std::uint32_t seed = 0; seed < 5000; ++seed) {
        oracle::Dice dice(seed);
        const auto geometry = dice.wildGeometry();
        const Extents shape = {dice.wild(), dice(0, 3), dice.wild()};
        EXPECT_LE(view(geometry, shape).index(), 1U);
        EXPECT_LE(view(geometry, {-1}).index(), 1U);
        EXPECT_LE(reshape(geometry, {1, -1, 2}).index(), 1U);
        const auto flat = flatten(geometry, dice(-3, 3), dice(-3, 3));
        EXPECT_TRUE(!flat || flat->geometry.isWellFormed());
    }
}

} // namespace
} // namespace tscope
