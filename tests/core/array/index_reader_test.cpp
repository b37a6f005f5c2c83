// SPDX-License-Identifier: Apache-2.0
#include "array/index_reader.h"

#include "support/patch.h"

#include <gtest/gtest.h>

#include <random>

namespace tscope {
namespace {

using test::withPatch;

void expectReadsLikeTheArray(const Array& array, std::mt19937_64& random)
{
    SCOPED_TRACE(text(array.geometry.sizes) + text(array.geometry.strides) + " " +
                 std::string(array.dtype.name()));
    const IndexReader reader(array);
    ASSERT_EQ(reader.numel(), numel(array.geometry));
    std::vector<std::int64_t> expected;
    for (std::int64_t at = 0; at < reader.numel(); ++at) {
        expected.push_back(*array.at(at).asIndex());
        ASSERT_EQ(reader.at(at), expected.back()) << at;
        ASSERT_EQ(reader.atOffset(offsetOf(array.geometry, at)), expected.back()) << at;
    }
    for (int i = 0; i < 5; ++i) {
        const auto begin = random() % (expected.size() + 1);
        std::vector<std::int64_t> out(random() % (expected.size() - begin + 1));
        reader.read(static_cast<std::int64_t>(begin), out);
        for (std::size_t k = 0; k < out.size(); ++k)
            ASSERT_EQ(out[k], expected[begin + k]) << begin << " + " << k;
    }
}

TEST(IndexReader, readsEveryTypeGeometryAndStorageLikeTheArray)
{
    constexpr unsigned seed = 1234;
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    for (const auto type :
         {ElementType::u8, ElementType::i8, ElementType::i16, ElementType::i32, ElementType::i64}) {
        const auto itemSize = DType(type).itemSize();
        std::vector<std::byte> bytes(static_cast<std::size_t>(3 * patchPageBytes));
        for (auto& byte : bytes)
            byte = static_cast<std::byte>(random());
        const auto whole = heapStorage(bytes);
        const auto apart = withPatch(whole, patchPageBytes, {std::byte{1}, std::byte{2}, std::byte{3}});
        const auto border = patchPageBytes / itemSize;
        const std::vector<Geometry> geometries{
            {{}, {}, border},
            {{0}, {1}, 0},
            {{0, 3}, {int64Max, int64Min}, int64Min},
            {{300}, {1}, border - 150},
            {{100}, {3}, border - 150},
            {{100}, {-3}, border + 150},
            {{7}, {0}, border},
            {{10, 20}, {20, 1}, border - 100},
            {{10, 20}, {1, 10}, border - 100},
            {{10, 20}, {40, 1}, border - 100},
            {{3, 4, 5}, {0, 5, 1}, border - 3},
            {{3, 1, 5}, {-5, int64Max, -1}, border + 7},
            {{2, 3, 4, 5}, {60, 20, 5, 1}, border - 60},
            {{5, 4, 3, 2}, {1, 5, 20, 60}, border - 60},
            {{4, 3}, {border / 2, 100}, 0},
        };
        for (const auto& geometry : geometries)
            for (const auto& storage : {whole, apart})
                expectReadsLikeTheArray({storage, type, geometry}, random);
    }
}

TEST(IndexReader, keepsWhatItReadsAlive)
{
    const std::vector<std::int64_t> values{5, -6, 7};
    auto array = Array::fromInts({3}, values, ElementType::i16);
    const IndexReader reader(array);
    array.storage = declaredStorage(0);
    EXPECT_EQ(reader.at(1), -6);
    EXPECT_EQ(reader.storageNumel(), 3);
}

TEST(IndexReaderDeathTest, refusesWhatIsNotThere)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const std::vector<std::int64_t> values{5, -6, 7};
    const auto array = Array::fromInts({3}, values);
    const IndexReader reader(array);
    std::vector<std::int64_t> out(3);
    EXPECT_DEATH(reader.at(3), "inside the array");
    EXPECT_DEATH(reader.atOffset(-1), "inside the storage");
    EXPECT_DEATH(reader.read(1, out), "inside the array");
    EXPECT_DEATH(IndexReader(Array::declared(ElementType::i64, {3})), "readable");
    EXPECT_DEATH(IndexReader(Array::fromInts({3}, values, ElementType::f32)), "integer");
}

} // namespace
} // namespace tscope
