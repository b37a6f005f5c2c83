// SPDX-License-Identifier: Apache-2.0
#include "array/stored_element.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace tscope {
namespace {

Array ten(Geometry geometry)
{
    std::vector<std::int64_t> values(10);
    std::iota(values.begin(), values.end(), 100);
    auto array = Array::fromInts({10}, values);
    array.geometry = std::move(geometry);
    return array;
}

TEST(StoredElement, IsThereWhereItsSlotLiesInTheStorage)
{
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    const auto between = [&](int low, int high) {
        return low + static_cast<std::int64_t>(random() % static_cast<unsigned>(high - low + 1));
    };
    int there = 0, missing = 0;
    for (int round = 0; round < 300; ++round) {
        const auto array =
            ten({{between(1, 4), between(1, 4)}, {between(-5, 5), between(-5, 5)}, between(-4, 12)});
        const auto& [sizes, strides, offset] = array.geometry;
        for (std::int64_t i = 0; i < sizes[0]; ++i)
            for (std::int64_t j = 0; j < sizes[1]; ++j) {
                const auto slot = offset + i * strides[0] + j * strides[1];
                const auto found = storedElement(array, i * sizes[1] + j);
                ASSERT_EQ(found.has_value(), slot >= 0 && slot < 10);
                found ? ++there : ++missing;
                if (found) {
                    EXPECT_EQ(found->text(), std::to_string(100 + slot));
                }
            }
    }
    EXPECT_GT(there, 500);
    EXPECT_GT(missing, 500);
}

TEST(StoredElement, NothingMayBeAskedThatHasNoAnswer)
{
    constexpr auto huge = int64Max;
    for (const auto& geometry :
         {Geometry{{2, 2}, {1}, 0}, Geometry{{huge, huge}, {1, 1}, 0}, Geometry{{2, 2}, {huge, huge}, huge},
          Geometry{{-1}, {1}, 0}, Geometry{{0, 3}, {1, 1}, 0}, Geometry{{3}, {int64Min}, int64Min}})
        for (const auto position : {int64Min, std::int64_t{-1}, std::int64_t{2}, huge})
            EXPECT_FALSE(storedElement(ten(geometry), position));
    EXPECT_TRUE(storedElement(ten({{}, {}, 9}), 0));
    EXPECT_FALSE(storedElement(ten({{}, {}, 10}), 0));
    EXPECT_FALSE(storedElement(Array::declared(ElementType::f32, {3}), 0));
    auto opaque = ten({{3}, {1}, 0});
    opaque.dtype = DType::opaque("float4");
    EXPECT_FALSE(storedElement(opaque, 0));
    auto beyond = ten({{4}, {huge / 2}, 0}); // the first is there, wherever the others are
    EXPECT_TRUE(storedElement(beyond, 0));
    EXPECT_FALSE(storedElement(beyond, 3));
}

} // namespace
} // namespace tscope
