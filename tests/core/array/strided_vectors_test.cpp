// SPDX-License-Identifier: Apache-2.0
#include "array/contiguity.h"
#include "array/overlap.h"
#include "array/view_shape.h"

#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace tscope {
namespace {

nlohmann::json stridedCases()
{
    std::ifstream file(TSCOPE_TEST_DATA "/vectors/strided.json");
    return nlohmann::json::parse(file);
}

Geometry geometryOf(const nlohmann::json& entry)
{
    return {entry["sizes"].get<Extents>(), entry["strides"].get<Extents>(), entry["offset"].get<std::int64_t>()};
}

TEST(StridedVectors, FormatsReachAndOverlapAreTheExpectedOnes)
{
    int valid = 0;
    for (const auto& entry : stridedCases()) {
        SCOPED_TRACE(entry["id"].get<std::string>());
        const auto& expect = entry["expect"];
        if (!expect["valid"].get<bool>())
            continue;
        ++valid;
        const auto geometry = geometryOf(entry);
        EXPECT_EQ(numel(geometry), expect["numel"].get<std::int64_t>());
        EXPECT_EQ(isContiguous(geometry), expect["contiguous"].get<bool>());
        EXPECT_EQ(isChannelsLast(geometry), expect["channels_last"].get<bool>());
        EXPECT_EQ(isChannelsLast3d(geometry), expect["channels_last_3d"].get<bool>());
        EXPECT_EQ(hasChannelsLastStrides(geometry), expect["channels_last_strides"].get<bool>());
        EXPECT_EQ(hasChannelsLast3dStrides(geometry), expect["channels_last_3d_strides"].get<bool>());
        EXPECT_EQ(isNonOverlappingAndDense(geometry), expect["non_overlapping_and_dense"].get<bool>());
        EXPECT_EQ(name(overlapTorch(geometry)), expect["overlap"].get<std::string>());
        EXPECT_EQ(name(overlap(geometry)), expect["overlap_exact"].get<bool>() ? "yes" : "no");
        EXPECT_EQ(minStorage(geometry), expect["min_storage_numel"].get<std::int64_t>());
        EXPECT_TRUE(isInBounds(geometry, entry["storage_numel"].get<std::int64_t>()));
        const auto range = reach(geometry);
        ASSERT_EQ(range.has_value(), expect.contains("first"));
        if (range) {
            EXPECT_EQ(range->first, Wide(expect["first"].get<std::int64_t>()));
            EXPECT_EQ(range->last, Wide(expect["last"].get<std::int64_t>()));
        }
    }
    EXPECT_GT(valid, 100);
}

TEST(StridedVectors, ViewsExistExactlyWhereExpected)
{
    int views = 0;
    for (const auto& entry : stridedCases()) {
        SCOPED_TRACE(entry["id"].get<std::string>());
        if (!entry["expect"].contains("views"))
            continue;
        const auto geometry = geometryOf(entry);
        for (const auto& wanted : entry["expect"]["views"]) {
            SCOPED_TRACE(wanted.dump());
            ++views;
            const auto answer = view(geometry, wanted["size"].get<Extents>());
            const auto* found = std::get_if<Geometry>(&answer);
            ASSERT_EQ(found != nullptr, wanted["possible"].get<bool>());
            if (found)
                EXPECT_EQ(found->strides, wanted["strides"].get<Extents>());
            else
                EXPECT_EQ(name(std::get<ViewRefusal>(answer).reason), wanted["reason"].get<std::string>());
        }
    }
    EXPECT_GT(views, 300);
}

TEST(StridedVectors, EveryQuestionHasAnAnswerOnTheBrokenOnes)
{
    for (const auto& entry : stridedCases()) {
        SCOPED_TRACE(entry["id"].get<std::string>());
        const auto geometry = geometryOf(entry);
        EXPECT_LE(static_cast<int>(overlap(geometry)), 2);
        EXPECT_LE(static_cast<int>(overlapTorch(geometry)), 2);
        if (!geometry.isWellFormed()) {
            EXPECT_FALSE(isNonOverlappingAndDense(geometry));
            EXPECT_TRUE(std::holds_alternative<ViewRefusal>(view(geometry, {-1})));
        }
    }
}

} // namespace
} // namespace tscope
