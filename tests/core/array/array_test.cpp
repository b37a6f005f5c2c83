// SPDX-License-Identifier: Apache-2.0
#include "array/array.h"

#include "support/patch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace tscope {
namespace {

using test::withPatch;

std::vector<std::int64_t> counting(std::int64_t count)
{
    std::vector<std::int64_t> out(static_cast<std::size_t>(count));
    std::iota(out.begin(), out.end(), 0);
    return out;
}

TEST(Array, declaredOnesAreExactlyBigEnough)
{
    EXPECT_EQ(Array::declared(ElementType::f64, {2, 3}).storage->byteSize(), 48);
    EXPECT_EQ(Array::declared(ElementType::f64, {}).storage->byteSize(), 8);
    EXPECT_EQ(Array::declared(ElementType::f64, {-2, 3}).storage->byteSize(), 0);
    EXPECT_EQ(Array::declared(ElementType::f64, {int64Max, 2}).storage->byteSize(), 0);
    EXPECT_EQ(Array::declared(ElementType::f64, {int64Max}).storage->byteSize(), 0);
    EXPECT_EQ(Array::declared(DType::opaque("x"), {5}).storage->byteSize(), 0);
    EXPECT_EQ(Array::declared(DType::opaque("x", 3), {5}).storage->byteSize(), 15);
    EXPECT_EQ(Array::declared(DType::opaque("x", -3), {5}).storage->byteSize(), 0);
    const auto array = Array::declared(ElementType::i32, {4});
    EXPECT_TRUE(array.isInBounds());
    EXPECT_FALSE(array.isReadable());
    EXPECT_TRUE(Array::declared(ElementType::i32, {0, 4}).isReadable());
}

TEST(Array, readsTheElementsItWasMadeOf)
{
    for (const auto type : {ElementType::i8, ElementType::u16, ElementType::i64, ElementType::f16,
                            ElementType::c64, ElementType::boolean}) {
        const std::vector<std::int64_t> values{0, 1, 1, 0, 1, 0};
        const auto array = Array::fromInts({2, 3}, values, type);
        EXPECT_EQ(array.dtype, DType(type));
        EXPECT_EQ(array.byteSize(), 6 * DType(type).itemSize());
        for (std::size_t i = 0; i < values.size(); ++i)
            EXPECT_EQ(array.at(static_cast<std::int64_t>(i)), *Element::from(values[i], type));
        EXPECT_EQ(array.at(Extents{1, 1}), *Element::from(std::int64_t{1}, type));
    }
    const auto transposed = [] {
        auto array = Array::fromInts({2, 3}, counting(6), ElementType::i16);
        array.geometry = {{3, 2}, {1, 3}, 0};
        return array;
    }();
    EXPECT_EQ(transposed.at(1).asIndex(), 3);
    EXPECT_EQ(transposed.at(Extents{2, 0}).asIndex(), 2);
    EXPECT_EQ(transposed.byteRange(1), (std::pair<std::int64_t, std::int64_t>{6, 8}));
}

TEST(Array, everyQuestionAboutNonsenseHasAnAnswer)
{
    const auto sound = Array::fromInts({6}, counting(6), ElementType::i32);
    const std::vector<Geometry> nonsense{
        {{2}, {}, 0},
        {{-1}, {1}, 0},
        {{7}, {1}, 0},
        {{6}, {1}, 1},
        {{6}, {1}, -1},
        {{6}, {-1}, 0},
        {{2, 2}, {int64Max, int64Max}, int64Max},
        {{2, 2}, {int64Min, int64Min}, int64Min},
        {{int64Max, int64Max}, {int64Max, int64Max}, 0},
        {{int64Max, int64Max}, {0, 0}, 0},
        {{}, {}, 6},
        {{}, {1}, 0},
    };
    for (const auto& geometry : nonsense) {
        auto array = sound;
        array.geometry = geometry;
        EXPECT_FALSE(array.isReadable()) << text(geometry.sizes) << text(geometry.strides) << geometry.offset;
        const auto copy = packed(array);
        ASSERT_FALSE(copy);
        EXPECT_FALSE(copy.error().text.empty());
        for (const auto& dtype : {DType::opaque("x"), DType::opaque("x", -4), DType::opaque("x", int64Max)}) {
            array.dtype = dtype;
            EXPECT_FALSE(array.isReadable());
            EXPECT_GE(array.storageNumel(), 0);
            (void)array.byteSize();
            (void)array.isInBounds();
            EXPECT_FALSE(packed(array));
        }
    }
    for (const Geometry& geometry :
         {Geometry{{0, 5}, {int64Max, int64Min}, int64Max}, Geometry{{0}, {1}, -5}, Geometry{{6}, {0}, 5},
          Geometry{{6}, {-1}, 5}, Geometry{{1}, {int64Min}, 5}, Geometry{{}, {}, 5}}) {
        auto array = sound;
        array.geometry = geometry;
        EXPECT_TRUE(array.isReadable());
        const auto copy = packed(array);
        ASSERT_TRUE(copy) << copy.error().text;
        EXPECT_TRUE(isContiguous(copy->geometry));
        EXPECT_EQ(copy->geometry.sizes, geometry.sizes);
    }
}

TEST(Array, anOpaqueTypeOfUnknownSizeIsInBoundsOnlyWithoutElements)
{
    EXPECT_FALSE(Array::declared(DType::opaque("x"), {2}).isInBounds());
    EXPECT_TRUE(Array::declared(DType::opaque("x"), {0}).isInBounds());
    EXPECT_EQ(Array::declared(DType::opaque("x"), {2}).byteSize(), std::nullopt);
    EXPECT_EQ(Array::declared(DType::opaque("x"), {0}).byteSize(), 0);
    EXPECT_FALSE(Array::declared(DType::opaque("x", 2), {0}).isReadable());
}

// Some geometry that stays inside `storageNumel`, with zero, negative and mixed strides.
Geometry anyGeometry(std::mt19937_64& random, std::int64_t storageNumel)
{
    for (;;) {
        Geometry out;
        const auto rank = random() % 5;
        for (std::uint64_t d = 0; d < rank; ++d) {
            out.sizes.push_back(random() % 12 == 0 ? 0 : static_cast<std::int64_t>(random() % 6) + 1);
            out.strides.push_back(static_cast<std::int64_t>(random() % 61) - 30);
        }
        if (random() % 2 == 0) {
            out.strides = rowMajorStrides(out.sizes);
            if (rank > 1 && random() % 2 == 0)
                std::swap(out.strides[0], out.strides[1]);
            if (rank > 1 && random() % 3 == 0)
                std::swap(out.sizes[rank - 2], out.sizes[rank - 1]);
        }
        out.offset = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(storageNumel));
        if (isInBounds(out, storageNumel))
            return out;
    }
}

TEST(Array, packingKeepsEveryElement)
{
    constexpr unsigned seed = 31337;
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    for (const auto type :
         {ElementType::u8, ElementType::f16, ElementType::f32, ElementType::i64, ElementType::c128}) {
        // A storage in one run, and one whose middle is an edited page.
        const auto itemSize = DType(type).itemSize();
        const std::int64_t count = 3 * patchPageBytes / itemSize;
        std::vector<std::byte> bytes(static_cast<std::size_t>(count * itemSize));
        for (auto& byte : bytes)
            byte = static_cast<std::byte>(random());
        const auto whole = heapStorage(bytes);
        const auto apart = withPatch(whole, patchPageBytes + 3, {std::byte{1}, std::byte{2}, std::byte{3}});
        for (int i = 0; i < 300; ++i) {
            auto geometry = anyGeometry(random, 400);
            // Near the border between an untouched and an edited page.
            geometry.offset += patchPageBytes / itemSize - 200;
            for (const auto& storage : {whole, apart}) {
                const Array array{storage, type, geometry};
                const auto copy = packed(array);
                ASSERT_TRUE(copy) << copy.error().text;
                ASSERT_EQ(copy->geometry, Geometry::rowMajor(geometry.sizes));
                for (std::int64_t at = 0; at < *numel(geometry); ++at)
                    ASSERT_EQ(copy->at(at), array.at(indexOf(geometry.sizes, at)))
                        << text(geometry.sizes) << text(geometry.strides) << geometry.offset << " at " << at;
            }
        }
    }
}

TEST(Array, packingWideSpacingReadsNoMoreThanItNeeds)
{
    const auto count = 4 * patchPageBytes / 8;
    const auto base = Array::fromInts({count}, counting(count));
    const Array column{
        withPatch(base.storage, 0, {std::byte{5}}), ElementType::i64, {{2, 4}, {1, patchPageBytes / 8}, 1}};
    const auto copy = packed(column);
    ASSERT_TRUE(copy);
    for (std::int64_t i = 0; i < 8; ++i)
        EXPECT_EQ(copy->at(i).asIndex(), 1 + i / 4 + i % 4 * (patchPageBytes / 8));
}

TEST(Array, packingSaysWhyNot)
{
    auto array = Array::fromInts({2, 3}, counting(6), ElementType::i32);
    array.geometry.offset = 1;
    EXPECT_EQ(packed(array).error().text,
              "an array of size (2, 3), strides (3, 1) and offset 1 does not lie in its storage of 6 elements");
    EXPECT_EQ(packed(Array::declared(ElementType::i32, {3})).error().text,
              "the storage of the array is declared only and has no bytes");
    // One element shown so often that no copy fits.
    array.geometry = {{int64Max / 8}, {0}, 0};
    EXPECT_EQ(packed(array).error().code, ErrorCode::outOfMemory);
}

TEST(ArrayDeathTest, valuesThatDoNotFitStop)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const std::vector<std::int64_t> values{256};
    EXPECT_DEATH(Array::fromInts({1}, values, ElementType::u8), "fits");
    EXPECT_DEATH(Array::fromInts({1}, values, ElementType::qu8), "fits");
    EXPECT_DEATH(Array::fromInts({2}, values), "one value per element");
}

} // namespace
} // namespace tscope
