// SPDX-License-Identifier: Apache-2.0
#include "io/npy/reader.h"

#include "support/npy_bytes.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

using test::bytesOf;
using test::npyOf;
using test::storageOf;

using namespace std::string_literals;

NpyArray read(const std::string& bytes)
{
    auto array = readNpy(storageOf(bytes), {});
    EXPECT_TRUE(array) << array.error().text;
    return array ? *array : NpyArray{Array::declared(ElementType::f32, {}), {}};
}

std::string refusal(const std::string& bytes)
{
    const auto array = readNpy(storageOf(bytes), {});
    EXPECT_FALSE(array);
    return array ? "" : array.error().text;
}

std::string valuesOf(const Array& array)
{
    std::string out;
    for (std::int64_t i = 0; i < *numel(array.geometry); ++i)
        out += (i > 0 ? " " : "") + array.at(i).text();
    return out;
}

bool has(const std::string& text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

const auto sixFloats = bytesOf<float>({1, 2, 3, 4, 5, 6.5F});

TEST(NpyReader, AnArrayIsAViewOfTheFile)
{
    const auto file = storageOf(npyOf("<f4", "(2, 3)", sixFloats));
    const auto read = readNpy(file, {});
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_EQ(read->array.dtype, DType(ElementType::f32));
    EXPECT_EQ(read->array.geometry, (Geometry{{2, 3}, {3, 1}, 0}));
    EXPECT_EQ(read->array.storageNumel(), 6);
    EXPECT_EQ(read->array.storage->data(), file->data() + file->byteSize() - 24);
    EXPECT_EQ(valuesOf(read->array), "1 2 3 4 5 6.5");
    EXPECT_TRUE(read->warnings.empty());
}

TEST(NpyReader, FortranOrderIsStrides)
{
    const auto array = read(npyOf("<f4", "(2, 3)", sixFloats, true)).array;
    EXPECT_EQ(array.geometry, (Geometry{{2, 3}, {1, 2}, 0}));
    EXPECT_EQ(valuesOf(array), "1 3 5 2 4 6.5");
    EXPECT_EQ(read(npyOf("<f4", "(1, 2, 3)", sixFloats, true)).array.geometry,
              (Geometry{{1, 2, 3}, {1, 1, 2}, 0}));
    EXPECT_EQ(read(npyOf("<f4", "(6,)", sixFloats, true)).array.geometry, (Geometry{{6}, {1}, 0}));
}

TEST(NpyReader, EveryTypeHasItsName)
{
    const std::string zeros(16, '\0');
    const auto typeOf = [&](std::string_view descr) { return read(npyOf(descr, "()", zeros)).array.dtype; };
    EXPECT_EQ(typeOf("|b1"), DType(ElementType::boolean));
    EXPECT_EQ(typeOf("|i1"), DType(ElementType::i8));
    EXPECT_EQ(typeOf("<i2"), DType(ElementType::i16));
    EXPECT_EQ(typeOf("<i4"), DType(ElementType::i32));
    EXPECT_EQ(typeOf("<i8"), DType(ElementType::i64));
    EXPECT_EQ(typeOf("|u1"), DType(ElementType::u8));
    EXPECT_EQ(typeOf("<u2"), DType(ElementType::u16));
    EXPECT_EQ(typeOf("<u4"), DType(ElementType::u32));
    EXPECT_EQ(typeOf("<u8"), DType(ElementType::u64));
    EXPECT_EQ(typeOf("<f2"), DType(ElementType::f16));
    EXPECT_EQ(typeOf("<f4"), DType(ElementType::f32));
    EXPECT_EQ(typeOf("<f8"), DType(ElementType::f64));
    EXPECT_EQ(typeOf("<c8"), DType(ElementType::c64));
    EXPECT_EQ(typeOf("<c16"), DType(ElementType::c128));
    EXPECT_EQ(typeOf("=f8"), DType(ElementType::f64));
    EXPECT_EQ(typeOf("f8"), DType(ElementType::f64));
    EXPECT_EQ(typeOf(">u1"), DType(ElementType::u8));
}

TEST(NpyReader, BigEndianElementsAreTurnedRound)
{
    const auto read16 = read(npyOf(">i2", "(2,)", "\x01\x02\xff\xfe"));
    EXPECT_EQ(valuesOf(read16.array), "258 -2");
    ASSERT_EQ(read16.warnings.size(), 1U);
    EXPECT_TRUE(has(read16.warnings[0], "big-endian"));
    EXPECT_EQ(valuesOf(read(npyOf(">f4", "(1,)", "\x3f\xc0\0\0"s)).array), "1.5");
    EXPECT_EQ(valuesOf(read(npyOf(">i8", "(1,)", "\0\0\0\0\0\0\1\0"s)).array), "256");
    // Each part of a complex number for itself.
    EXPECT_EQ(valuesOf(read(npyOf(">c8", "(1,)", "\x3f\xc0\0\0\xc0\0\0\0"s)).array), "(1.5-2j)");
    EXPECT_EQ(valuesOf(read(npyOf(">c16", "(1,)", "\x3f\xf8\0\0\0\0\0\0\xc0\0\0\0\0\0\0\0"s)).array), "(1.5-2j)");
    // More than is turned at once, and not a whole number of steps.
    std::string many;
    constexpr std::int64_t count = 700001;
    for (std::int64_t i = 0; i < count; ++i)
        many += "\0\0\1\0"s;
    const auto large = read(npyOf(">i4", "(" + std::to_string(count) + ",)", many)).array;
    EXPECT_EQ(large.at(0).text(), "256");
    EXPECT_EQ(large.at(count - 1).text(), "256");
    EXPECT_EQ(large.at(262144).text(), "256");
    // One byte has no order.
    EXPECT_TRUE(read(npyOf(">u1", "(1,)", "a")).warnings.empty());
}

TEST(NpyReader, HeadersOfOtherWritersAreRead)
{
    const auto shapeOf = [](const std::string& header) {
        return read(npyOf(header, sixFloats)).array.geometry.sizes;
    };
    const Extents wanted{2, 3};
    EXPECT_EQ(shapeOf("{'shape': (2, 3), 'fortran_order': False, 'descr': '<f4'}"), wanted);
    EXPECT_EQ(shapeOf("{\"descr\":\"<f4\",\"fortran_order\":False,\"shape\":(2,3)}"), wanted);
    EXPECT_EQ(shapeOf("  { 'descr' : '<f4' ,\t'fortran_order' : False , 'shape' : ( 2L , 3L , ) , }  \n"), wanted);
    EXPECT_EQ(shapeOf("{u'descr': u'<f4', 'fortran_order': False, 'shape': (2, 3)}"), wanted);
    EXPECT_EQ(read(npyOf("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", sixFloats, 2))
                  .array.geometry.sizes,
              wanted);
    EXPECT_EQ(read(npyOf("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", sixFloats, 3))
                  .array.geometry.sizes,
              wanted);
    EXPECT_EQ(read(npyOf("<f4", "()", sixFloats.substr(0, 4))).array.geometry.rank(), 0);
}

TEST(NpyReader, AHeaderThatIsNoLiteralIsRefused)
{
    const auto why = [](const std::string& header) { return refusal(npyOf(header, sixFloats)); };
    EXPECT_TRUE(has(why("[1, 2]"), "wanted a dict"));
    EXPECT_TRUE(has(why("{'descr': '<f4', 'fortran_order': False}"), "no key \"shape\""));
    EXPECT_TRUE(has(why("{'descr': '<f4', 'shape': (1,)}"), "no key \"fortran_order\""));
    EXPECT_TRUE(has(why("{'fortran_order': False, 'shape': (1,)}"), "no key \"descr\""));
    EXPECT_TRUE(
        has(why("{'descr': '<f4', 'descr': '<f8', 'fortran_order': False, 'shape': (1,)}"), "\"descr\" twice"));
    EXPECT_TRUE(has(why("{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'more': 1}"), "found \"more\""));
    EXPECT_TRUE(has(why("{'descr': '<f4', 'fortran_order': 0, 'shape': (1,)}"), "True or False"));
    EXPECT_TRUE(has(why("{'descr': '<f4', 'fortran_order': False, 'shape': [1]}"), "a tuple"));
    EXPECT_TRUE(has(why("{'descr': '<f4', 'fortran_order': False, 'shape': (6)}"), "lacks its comma"));
    EXPECT_TRUE(has(why("{'descr': '<f4', 'fortran_order': False, 'shape': (3*2,)}"), "found \"*2,)}"));
    EXPECT_TRUE(has(why("{'descr': '<f4', 'fortran_order': False, 'shape': (2.0, 3)}"), "found \".0, 3)}"));
    EXPECT_TRUE(has(why("{'descr': '<f4', 'fortran_order': False, 'shape': ((2, 3))}"), "a whole number"));
    EXPECT_TRUE(has(why("{'descr': '<f4', 'fortran_order': False, 'shape': (-2, -3)}"), "not negative"));
    EXPECT_TRUE(
        has(why("{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775808,)}"), "fits 64 bits"));
    EXPECT_TRUE(has(why("{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} + {}"), "nothing behind"));
    EXPECT_TRUE(
        has(why("{'descr': '<f4', 'fortran_order': False, 'shape': (1,)"), "\"}\" in the header, found its end"));
    EXPECT_TRUE(has(why("{'descr': '<f4"), "closing quote"));
    EXPECT_TRUE(has(why("{'descr': '\\x3cf4', 'fortran_order': False, 'shape': (1,)}"), "without escapes"));
    EXPECT_TRUE(has(why("{'descr': f(), 'fortran_order': False, 'shape': (1,)}"), "in quotes, such as"));
    EXPECT_TRUE(has(why(""), "wanted a dict"));
    std::string dims = "1,";
    for (int i = 0; i < 64; ++i)
        dims += "1,";
    EXPECT_TRUE(has(refusal(npyOf("<f4", "(" + dims + ")", sixFloats)), "limit of 64"));
}

TEST(NpyReader, WhatNoTensorHoldsIsNamed)
{
    const auto why = [](std::string_view descr) { return refusal(npyOf(descr, "(1,)", std::string(64, '\0'))); };
    EXPECT_TRUE(has(why("|O"), "pickle"));
    EXPECT_TRUE(has(why("<U4"), "text"));
    EXPECT_TRUE(has(why("|S4"), "text"));
    EXPECT_TRUE(has(why("<M8[ns]"), "dates"));
    EXPECT_TRUE(has(why("<m8[us]"), "dates"));
    EXPECT_TRUE(has(why("<f16"), "long double"));
    EXPECT_TRUE(has(why("<c32"), "long double"));
    EXPECT_TRUE(has(why("|V12"), "raw bytes"));
    EXPECT_TRUE(has(why("<f3"), "found '<f3'"));
    EXPECT_TRUE(has(why(""), "found ''"));
    EXPECT_TRUE(has(refusal(npyOf("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", "xxxx")),
                    "structured"));
}

TEST(NpyReader, RawBytesAreTakenForWhatIsSavedLikeThat)
{
    const auto brain = read(npyOf("|V2", "(2,)", "\x80\x3f\0\xc0"s));
    EXPECT_EQ(brain.array.dtype, DType(ElementType::bf16));
    EXPECT_EQ(valuesOf(brain.array), "1 -2");
    EXPECT_EQ(brain.warnings.size(), 1U);
    const auto quarter = read(npyOf("|V1", "(3,)", "abc"));
    EXPECT_TRUE(quarter.array.dtype.isOpaque());
    EXPECT_EQ(quarter.array.dtype.itemSize(), 1);
    EXPECT_EQ(quarter.warnings.size(), 1U);
}

TEST(NpyReader, SizesMeetWhatTheFileHolds)
{
    EXPECT_TRUE(
        has(refusal(npyOf("<f4", "(2, 4)", sixFloats)), "wanted 32 bytes for an array of shape (2, 4), found 24"));
    EXPECT_TRUE(has(refusal(npyOf("<f8", "(1099511627776, 1099511627776)", "")), "64 bits"));
    EXPECT_TRUE(has(refusal(npyOf("<f8", "(1152921504606846976,)", "")), "64 bits"));
    EXPECT_TRUE(has(refusal(npyOf("<f8", "(4294967296, 4294967296)", "")), "64 bits"));
    const auto followed = read(npyOf("<f4", "(5,)", sixFloats));
    EXPECT_EQ(followed.array.storageNumel(), 5);
    ASSERT_EQ(followed.warnings.size(), 1U);
    EXPECT_EQ(followed.warnings[0], "4 bytes behind the elements were left out");
    // No element, whatever the other sizes are.
    const auto none = read(npyOf("<f4", "(0, 9223372036854775807, 9223372036854775807)", ""));
    EXPECT_EQ(numel(none.array.geometry), 0);
}

TEST(NpyReader, TheFileCanEndAnywhere)
{
    const auto whole = npyOf("<f4", "(2, 3)", sixFloats);
    for (std::size_t i = 0; i < whole.size(); ++i)
        EXPECT_FALSE(readNpy(storageOf(whole.substr(0, i)), {})) << i;
    EXPECT_TRUE(has(refusal(whole.substr(0, 20)), "cut short"));
    EXPECT_TRUE(has(refusal("\x93NUMPY\4\0 and more"s), "version 4.0"));
    EXPECT_TRUE(has(refusal("\x93NUMPY\1\1 and more"s), "version 1.1"));
    EXPECT_TRUE(has(refusal("\x93NUMPY\2\0\xff\xff\xff\xff{"s), "4294967295 bytes, the file has 1 more"));
    EXPECT_TRUE(has(refusal(npyOf(std::string(10001, ' '), "")), "limit is 10000"));
    EXPECT_TRUE(has(refusal("no array"), "begins with"));
}

TEST(NpyReader, TheFileIsOneNamelessTensor)
{
    const auto document = readNpyFile({storageOf(npyOf("<f4", "(2, 3)", sixFloats + "x"))});
    ASSERT_TRUE(document) << document.error().text;
    ASSERT_EQ(document->tensors.size(), 1U);
    EXPECT_EQ(document->tensors[0].name, "");
    EXPECT_EQ(document->tensors[0].tensor.layout->name, "strided");
    EXPECT_EQ(document->warnings.size(), 1U);
}

TEST(NpyReader, TurningRoundCanBeStopped)
{
    std::stop_source stop;
    stop.request_stop();
    const auto read = readNpy(storageOf(npyOf(">f4", "(6,)", sixFloats)), {stop.get_token()});
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, ErrorCode::cancelled);
}

} // namespace
} // namespace tscope
