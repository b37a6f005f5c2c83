// SPDX-License-Identifier: Apache-2.0
#include "io/npy/writer.h"

#include "array/views.h"
#include "io/npy/reader.h"
#include "layouts/coo/coo.h"
#include "layouts/strided/strided.h"
#include "make/random.h"
#include "support/npy_bytes.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

using test::storageOf;

using namespace std::string_literals;

struct Written {
    std::string bytes;
    std::vector<std::string> notes;
};

Written written(const Array& array)
{
    TextSink sink;
    Written out;
    const auto done = writeNpy(array, sink, [&](std::string note) { out.notes.push_back(std::move(note)); });
    EXPECT_TRUE(done) << done.error().text;
    out.bytes = sink.text();
    return out;
}

Array counting(Extents sizes, DType dtype = ElementType::f32)
{
    Extents values(static_cast<std::size_t>(*numel(sizes)));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<std::int64_t>(i);
    return Array::fromInts(std::move(sizes), values, std::move(dtype));
}

Array withGeometry(Array array, const Result<Geometry>& geometry)
{
    EXPECT_TRUE(geometry);
    array.geometry = *geometry;
    return array;
}

std::string writtenValues(const Array& array)
{
    std::string out;
    for (std::int64_t i = 0; i < *numel(array.geometry); ++i)
        out += array.at(i).text() + ' ';
    return out;
}

std::vector<Number> numbersOf(const Array& array)
{
    std::vector<Number> out;
    for (std::int64_t i = 0; i < *numel(array.geometry); ++i)
        out.push_back(array.at(i).number());
    return out;
}

Array readBack(const std::string& bytes)
{
    auto read = readNpy(storageOf(bytes), {});
    EXPECT_TRUE(read) << read.error().text;
    return read->array;
}

// As numpy.save of version 1.24 writes it, byte by byte.
TEST(NpyWriter, TheHeaderIsNumPysOwn)
{
    const auto header = [](std::string text) {
        text.resize(117, ' ');
        return "\x93NUMPY\1\0v\0"s + text + '\n';
    };
    EXPECT_EQ(written(counting({3, 4})).bytes.substr(0, 128),
              header("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }"));
    EXPECT_EQ(written(counting({5}, ElementType::i64)).bytes.substr(0, 128),
              header("{'descr': '<i8', 'fortran_order': False, 'shape': (5,), }"));
    EXPECT_EQ(written(counting({}, ElementType::boolean)).bytes,
              header("{'descr': '|b1', 'fortran_order': False, 'shape': (), }") + '\0');
    EXPECT_EQ(
        written(withGeometry(counting({3, 4}), transpose(Geometry::rowMajor({3, 4}), 0, 1))).bytes.substr(0, 128),
        header("{'descr': '<f4', 'fortran_order': True, 'shape': (4, 3), }"));
}

// NumPy leaves room for a size to grow to 21 digits: here that just fits.
TEST(NpyWriter, TheHeaderHasNumPysRoomToGrow)
{
    Extents sizes(13, 1);
    sizes.push_back(10);
    EXPECT_EQ(written(counting(sizes)).bytes.find('\n'), 127U);
}

TEST(NpyWriter, ElementsBeginAtMultiplesOf64)
{
    Extents sizes;
    for (int rank = 0; rank <= 64; ++rank) {
        const auto bytes = written(counting(sizes)).bytes;
        const auto begin = bytes.find('\n') + 1;
        EXPECT_EQ(begin % 64, 0U) << rank;
        EXPECT_EQ(readBack(bytes).geometry.sizes, sizes);
        sizes.push_back(1);
    }
}

TEST(NpyWriter, AnyStridesAreCompacted)
{
    const auto base = counting({4, 6});
    const auto check = [&](const Result<Geometry>& view, const Extents& strides) {
        const auto array = withGeometry(base, view);
        const auto again = readBack(written(array).bytes);
        EXPECT_EQ(again.geometry.sizes, array.geometry.sizes);
        EXPECT_EQ(again.geometry.strides, strides);
        EXPECT_EQ(again.storageNumel(), numel(array.geometry));
        EXPECT_EQ(writtenValues(again), writtenValues(array));
    };
    check(base.geometry, {6, 1});
    check(transpose(base.geometry, 0, 1), {1, 6});
    check(flip(base.geometry, {0, 1}), {6, 1});
    check(slice(base.geometry, 1, {}, {}, 2), {3, 1});
    check(expand(*select(base.geometry, 0, 1), {3, 6}), {6, 1});
    check(narrow(base.geometry, 0, 1, 2), {6, 1});
    check(narrow(*transpose(base.geometry, 0, 1), 0, 2, 3), {4, 1}); // columns with holes between: row-major
    check(narrow(base.geometry, 1, 0, 0), {1, 1});
}

TEST(NpyWriter, EditedPagesAreWrittenToo)
{
    auto array = counting({40000}, ElementType::i64);
    array.storage = patched(array.storage, std::vector<BytePatch>{{80000, {std::byte{7}, std::byte{0}}}});
    ASSERT_EQ(array.storage->data(), nullptr);
    const auto again = readBack(written(array).bytes);
    EXPECT_EQ(again.at(10000).text(), "7");
    EXPECT_EQ(again.at(39999).text(), "39999");
    const auto backwards = withGeometry(array, flip(array.geometry, {0}));
    EXPECT_EQ(readBack(written(backwards).bytes).at(29999).text(), "7");
}

TEST(NpyWriter, TypesThatNumPyLacksAreWidened)
{
    const auto check = [](DType dtype, ElementType wider) {
        const auto array = counting({2, 3}, dtype);
        const auto result = written(array);
        ASSERT_EQ(result.notes.size(), 1U) << dtype.name();
        EXPECT_NE(result.notes[0].find(std::string(dtype.name())), std::string::npos);
        const auto again = readBack(result.bytes);
        EXPECT_EQ(again.dtype, DType(wider));
        EXPECT_EQ(writtenValues(again), writtenValues(array));
    };
    check(ElementType::bf16, ElementType::f32);
    check(ElementType::f8e4m3fn, ElementType::f32);
    check(ElementType::f8e5m2, ElementType::f32);
    check(ElementType::c32, ElementType::c64);
    check(ElementType::qi8, ElementType::i8);
    check(ElementType::qu8, ElementType::u8);
}

TEST(NpyWriter, WhatHasNoElementsToReadIsRefused)
{
    TextSink sink;
    const auto refusal = [&](const Array& array) {
        const auto done = writeNpy(array, sink, [](const std::string&) {});
        EXPECT_FALSE(done);
        return done ? "" : done.error().text;
    };
    EXPECT_NE(refusal(Array::declared(ElementType::f32, {3})).find("declared only"), std::string::npos);
    auto outside = counting({3});
    outside.geometry.sizes = {4};
    EXPECT_NE(refusal(outside).find("storage of 3 elements"), std::string::npos);
    EXPECT_NE(refusal(Array::declared(DType::opaque("odd", 2), {3})).find("NumPy does not know"),
              std::string::npos);
    EXPECT_EQ(sink.position(), 0);
}

TEST(NpyWriter, AFileHoldsOneStridedTensor)
{
    const auto strided = [](Array array) {
        return *makeTensor(stridedLayout(), {{stridedLayout().roles.data(), std::move(array)}});
    };
    TextSink sink;
    EXPECT_FALSE(writeNpyFile({}, sink));
    EXPECT_FALSE(writeNpyFile({{{"a", strided(counting({2}))}, {"b", strided(counting({2}))}}, {}}, sink));
    const auto coo =
        makeTensor(cooLayout(), {{roleNamed(cooLayout(), "indices"), counting({1, 2}, ElementType::i64)},
                                 {roleNamed(cooLayout(), "values"), counting({2})}});
    const auto refused = writeNpyFile({{{"", *coo}}, {}}, sink);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().text.find(".npz"), std::string::npos);
    auto claiming = strided(counting({2}));
    claiming.claims.set("numel", std::int64_t{3});
    EXPECT_TRUE(writeNpyFile({{{"any name", claiming}}, {}}, sink));
    ASSERT_EQ(sink.notes().size(), 1U);
    EXPECT_NE(sink.notes()[0].find("numel"), std::string::npos);
}

// Any view of any type that a file can hold, element by element.
TEST(NpyWriter, RandomViewsReadBackTheSame)
{
    const auto seed = static_cast<std::uint64_t>(testing::UnitTest::GetInstance()->random_seed());
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    for (int round = 0; round < 300; ++round) {
        const auto types = knownElementTypes();
        const DType dtype = types[static_cast<std::size_t>(random.below(std::ssize(types)))];
        Geometry geometry;
        const auto rank = random.below(5);
        std::int64_t lowest = 0, highest = 0;
        for (std::int64_t d = 0; d < rank; ++d) {
            geometry.sizes.push_back(random.between(0, 5));
            geometry.strides.push_back(random.between(-4, 8));
            const auto last = std::max<std::int64_t>(0, geometry.sizes.back() - 1) * geometry.strides.back();
            (last < 0 ? lowest : highest) += last;
        }
        geometry.offset = random.between(0, 3) - lowest;
        std::vector<std::byte> bytes(static_cast<std::size_t>((geometry.offset + highest + 1) * dtype.itemSize()));
        for (auto& byte : bytes) // halves and complex halves without NaN, whose bits may change on the way
            byte = static_cast<std::byte>(random.below(0x78));
        const Array array{heapStorage(bytes), dtype, geometry};
        const auto again = readBack(written(array).bytes);
        ASSERT_EQ(again.geometry.sizes, geometry.sizes) << "round " << round;
        ASSERT_EQ(numbersOf(again), numbersOf(array)) << "round " << round << ' ' << dtype.name();
    }
}

} // namespace
} // namespace tscope
