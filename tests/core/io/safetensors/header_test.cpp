// SPDX-License-Identifier: Apache-2.0
#include "core/io/safetensors/bytes.h"

#include <gmock/gmock.h>

namespace tscope {
namespace {

using namespace std::string_literals;
using test::openSafetensors;
using test::problemOf;
using testing::HasSubstr;

const std::string sixteen(16, '\0');

// What is said of a header with one tensor of 16 bytes.
std::string problemWith(const std::string& header, const std::string& data = sixteen)
{
    return problemOf(openSafetensors(header, data));
}

TEST(SafetensorsHeader, ATensorIsAPartOfTheFile)
{
    const auto file = test::safetensorsFile(R"({"a":{"dtype":"I32","shape":[2,1],"data_offsets":[0,8]}})",
                                            test::bytesOf<std::int32_t>({7, -2}));
    const auto source = test::sourceOf(file);
    const auto document = readSafetensors(source);
    ASSERT_TRUE(document) << document.error().text;
    ASSERT_EQ(document->tensors.size(), 1U);
    const auto& array = document->tensors[0].tensor.members[0].array;
    EXPECT_EQ(document->tensors[0].name, "a");
    EXPECT_EQ(array.dtype, DType(ElementType::i32));
    EXPECT_EQ(array.geometry, Geometry::rowMajor({2, 1}));
    EXPECT_EQ(array.at(1).asIndex(), -2);
    EXPECT_EQ(array.storage->data(), source.bytes->data() + file.size() - 8) << "not copied";
    EXPECT_EQ(array.storage->byteSize(), 8);
}

TEST(SafetensorsHeader, EveryTypeIsKnownByItsWord)
{
    const std::pair<const char*, std::pair<const char*, int>> types[] = {
        {"BOOL", {"bool", 1}},
        {"U8", {"uint8", 1}},
        {"I8", {"int8", 1}},
        {"F8_E5M2", {"float8_e5m2", 1}},
        {"F8_E4M3", {"float8_e4m3fn", 1}},
        {"I16", {"int16", 2}},
        {"U16", {"uint16", 2}},
        {"F16", {"float16", 2}},
        {"BF16", {"bfloat16", 2}},
        {"I32", {"int32", 4}},
        {"U32", {"uint32", 4}},
        {"F32", {"float32", 4}},
        {"C64", {"complex64", 8}},
        {"F64", {"float64", 8}},
        {"I64", {"int64", 8}},
        {"U64", {"uint64", 8}},
        {"F8_E8M0", {"float8_e8m0fnu", 1}},
    };
    for (const auto& [word, wanted] : types) {
        const auto end = std::to_string(3 * wanted.second);
        const auto document =
            openSafetensors(R"({"a":{"dtype":")"s + word + R"(","shape":[3],"data_offsets":[0,)" + end + "]}}",
                            std::string(static_cast<std::size_t>(3 * wanted.second), '\0'));
        ASSERT_TRUE(document) << word << ": " << document.error().text;
        const auto& array = document->tensors[0].tensor.members[0].array;
        EXPECT_EQ(array.dtype.name(), wanted.first);
        EXPECT_EQ(array.storageNumel(), 3) << word;
    }
}

TEST(SafetensorsHeader, TypesBelowAByteFillWholeBytes)
{
    const auto document = openSafetensors(
        R"({"a":{"dtype":"F4","shape":[3,2],"data_offsets":[0,3]},"b":{"dtype":"F6_E2M3","shape":[4],"data_offsets":[3,6]}})",
        "123456");
    ASSERT_TRUE(document) << document.error().text;
    EXPECT_EQ(document->tensors[0].tensor.members[0].array.dtype.name(), "F4");
    EXPECT_EQ(document->tensors[0].tensor.members[0].array.storage->byteSize(), 3);
    EXPECT_EQ(document->tensors[1].tensor.members[0].array.geometry.sizes, Extents{4});
    EXPECT_THAT(problemWith(R"({"a":{"dtype":"F4","shape":[3],"data_offsets":[0,1]}})", "1"),
                HasSubstr("12 bits, which fill no whole bytes (byte 9)"));
}

TEST(SafetensorsHeader, ScalarsAndEmptyTensorsHaveTheirPlace)
{
    const auto document = openSafetensors(
        R"({"e":{"dtype":"F32","shape":[0,9223372036854775807],"data_offsets":[4,4]},"s":{"dtype":"F32","shape":[],"data_offsets":[0,4]}})",
        test::bytesOf({1.5F}));
    ASSERT_TRUE(document) << document.error().text;
    EXPECT_EQ(numel(test::tensorNamed(*document, "e")->members[0].array.geometry), 0);
    EXPECT_EQ(test::tensorNamed(*document, "s")->members[0].array.at(0).text(), "1.5");
    const auto none = openSafetensors("{}");
    ASSERT_TRUE(none) << none.error().text;
    EXPECT_TRUE(none->tensors.empty());
}

TEST(SafetensorsHeader, MetadataIsKeptAsText)
{
    const auto document = openSafetensors(R"({"__metadata__":{"format":"pt","k":"v \u00e9"}})");
    ASSERT_TRUE(document) << document.error().text;
    ASSERT_EQ(document->others.size(), 2U);
    EXPECT_EQ(document->others[0].name, "__metadata__.format");
    EXPECT_EQ(document->others[1].text, "v \xC3\xA9");
    EXPECT_TRUE(openSafetensors(R"({"__metadata__":null})"));
}

TEST(SafetensorsHeader, MetadataWithoutEndIsCut)
{
    std::string header = R"({"__metadata__":{"k":"v")";
    for (int i = 0; i < 200'005; ++i)
        header += ",\"" + std::to_string(i) + "\":\"\"";
    const auto document = openSafetensors(header + "}}");
    ASSERT_TRUE(document) << document.error().text;
    EXPECT_EQ(document->others.size(), 200'000U);
    EXPECT_THAT(document->warnings.at(0), HasSubstr("was left out"));
}

TEST(SafetensorsHeader, UnknownFieldsAreLeftOutWithAWarning)
{
    const auto document = openSafetensors(
        R"({"a":{"dtype":"F32","extra":{"deep":[1,2.5,{"x":null}]},"shape":[4],"more":-1,"data_offsets":[0,16]}})",
        sixteen);
    ASSERT_TRUE(document) << document.error().text;
    ASSERT_EQ(document->warnings.size(), 2U);
    EXPECT_THAT(document->warnings[0], HasSubstr("extra of \"a\""));
    std::string deep = R"({"a":{"extra":)" + std::string(9, '[');
    EXPECT_THAT(problemWith(deep), HasSubstr("nested at most 8 deep"));
}

TEST(SafetensorsHeader, WhatIsWrongIsSaidWithItsByte)
{
    const std::pair<const char*, const char*> cases[] = {
        {R"({"a":{"dtype":"f32","shape":[4],"data_offsets":[0,16]}})", "found \"f32\" for \"a\" (byte 22)"},
        {R"({"a":{"dtype":3,"shape":[4],"data_offsets":[0,16]}})", "as dtype of \"a\", found 3 (byte 22)"},
        {R"({"a":{"shape":[4],"data_offsets":[0,16]}})", "wanted a dtype for \"a\", found none"},
        {R"({"a":{"dtype":"F32","data_offsets":[0,16]}})", "wanted a shape for \"a\", found none"},
        {R"({"a":{"dtype":"F32","shape":[4]}})", "wanted a data_offsets for \"a\", found none"},
        {R"({"a":{"dtype":"F32","dtype":"F32"}})", "\"dtype\" stands twice in \"a\" (byte 28)"},
        {R"({"a":{"dtype":"F32","shape":[4],"data_offsets":[0,16]},"\u0061":{}})",
         "the key \"a\" stands twice in the header (byte 63)"},
        {R"({"__metadata__":{"k":"1","k":"2"}})", "\"k\" stands twice in the metadata"},
        {R"({"__metadata__":{"k":1}})", "wanted a string for the metadata \"k\", found 1"},
        {R"({"__metadata__":[]})", "wanted the metadata as an object"},
        {R"({"a":[1]})", "wanted an object with dtype, shape and data_offsets for \"a\", found a list (byte 13)"},
        {R"({"a":{"dtype":"F32","shape":4}})", "wanted a list of numbers as shape of \"a\", found 4"},
        {R"({"a":{"dtype":"F32","shape":[4.0]}})", "not negative, in shape of \"a\", found 4.0 (byte 37)"},
        {R"({"a":{"dtype":"F32","shape":[4e0]}})", "found 4e0 (byte 37)"},
        {R"({"a":{"dtype":"F32","shape":[-4]}})", "found -4 (byte 37)"},
        {R"({"a":{"dtype":"F32","shape":[1e999]}})", "wanted a whole number of 63 bits"},
        {R"({"a":{"dtype":"F32","shape":[9223372036854775808]}})", "found 9223372036854775808 (byte 37)"},
        {R"({"a":{"dtype":"F32","shape":[18446744073709551616]}})", "found 18446744073709551616 (byte 37)"},
        {R"({"a":{"dtype":"F32","shape":[[4]]}})", "found a list (byte 37)"},
        {R"({"a":{"dtype":"F32","shape":[4],"data_offsets":[0]}})", "wanted two data_offsets"},
        {R"({"a":{"dtype":"F32","shape":[4],"data_offsets":[16,0]}})",
         "needs 16 bytes, but its data_offsets are 16 to 0 (byte 9)"},
        {R"({"a":{"dtype":"F32","shape":[3],"data_offsets":[0,16]}})", "needs 12 bytes"},
        {R"({"a":{"dtype":"F32","shape":[8589934592,8589934592],"data_offsets":[0,16]}})", "does not fit 64 bits"},
        {R"({"a":{"dtype":"F32","shape":[4],"data_offsets":[0,16]}} x)", "not a JSON text"},
        {R"({"a":{"dtype":"F32","shape":[NaN],"data_offsets":[0,16]}})", "not a JSON text"},
        {R"({"a\ud800":{"dtype":"F32","shape":[4],"data_offsets":[0,16]}})", "not a JSON text"},
        {R"({)", "not a JSON text"},
        {R"( {})", "begins with {, found \" \" (byte 8)"},
        {R"([1,2,3])", "begins with {, found \"[\" (byte 8)"},
    };
    for (const auto& [header, wanted] : cases)
        EXPECT_THAT(problemWith(header), HasSubstr(wanted)) << header;
}

TEST(SafetensorsHeader, AByteOfZeroDoesNotEndIt)
{
    const auto header = R"({"a":{"dtype":"F32","shape":[4],"data_offsets":[0,16]}})"s;
    EXPECT_EQ(problemWith(header + "   "), "");
    for (const auto& rest : {"\0"s, "\0 hidden"s, " \0{\"b\":1}"s})
        EXPECT_THAT(problemWith(header + rest), HasSubstr("it holds a byte of 0 (byte " +
                                                          std::to_string(8 + header.size() + rest.find('\0'))));
}

TEST(SafetensorsHeader, TheTensorsAreAllOfTheDataAndShareNoneOfIt)
{
    const auto two = [](const char* a, const char* b, std::size_t bytes) {
        const auto header = R"({"a":{"dtype":"U8","shape":[4],"data_offsets":)"s + a +
                            R"(},"b":{"dtype":"U8","shape":[4],"data_offsets":)" + b + "}}";
        const auto problem = problemWith(header, std::string(bytes, '\0'));
        const auto dataBegin = 8 + header.size();
        return std::pair(problem,
                         [dataBegin](std::size_t at) { return "(byte " + std::to_string(dataBegin + at) + ")"; });
    };
    EXPECT_EQ(two("[4,8]", "[0,4]", 8).first, "");
    const auto [hole, inHole] = two("[0,4]", "[6,10]", 10);
    EXPECT_THAT(hole,
                HasSubstr("between the end of \"a\" and \"b\" lie 2 bytes that belong to no tensor " + inHole(4)));
    const auto [first, inFirst] = two("[2,6]", "[6,10]", 10);
    EXPECT_THAT(first,
                HasSubstr("between the header and \"a\" lie 2 bytes that belong to no tensor " + inFirst(0)));
    const auto [overlap, inOverlap] = two("[0,4]", "[3,7]", 7);
    EXPECT_THAT(overlap, HasSubstr("\"b\" begins before the end of \"a\": they share bytes " + inOverlap(3)));
    EXPECT_THAT(two("[0,4]", "[0,4]", 4).first, HasSubstr("share bytes"));
    const auto [rest, inRest] = two("[0,4]", "[4,8]", 11);
    EXPECT_THAT(rest, HasSubstr("after \"b\" follow 3 bytes that belong to no tensor " + inRest(8)));
    EXPECT_THAT(two("[0,4]", "[4,8]", 7).first, HasSubstr("it is cut short"));
    EXPECT_THAT(two("[9223372036854775800,9223372036854775804]", "[0,4]", 8).first,
                HasSubstr("belong to no tensor"));
}

TEST(SafetensorsHeader, AFileThatIsCutOrLiesAboutItsHeaderIsRefused)
{
    EXPECT_THAT(problemOf(readSafetensors(test::sourceOf("1234567"))), HasSubstr("this one has 7 bytes"));
    EXPECT_THAT(problemOf(readSafetensors(test::sourceOf(std::string(8, '\0')))),
                HasSubstr("begins with {, found none"));
    EXPECT_THAT(problemOf(readSafetensors(test::sourceOf("\x40\x42\x0F\0\0\0\0\0{}"s))),
                HasSubstr("has 1000000 bytes, but only 2 follow: the file is cut short (byte 0)"));
    EXPECT_THAT(problemOf(readSafetensors(test::sourceOf("\0\0\0\x04\x01\0\0\0{}"s))),
                HasSubstr("the limit is 64 MiB"));
}

TEST(SafetensorsHeader, OpeningStopsWhenAsked)
{
    std::stop_source stop;
    stop.request_stop();
    auto source =
        test::sourceOf(test::safetensorsFile(R"({"a":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}})"));
    source.watch.stop = stop.get_token();
    const auto document = readSafetensors(source);
    ASSERT_FALSE(document);
    EXPECT_EQ(document.error().code, ErrorCode::cancelled);
}

} // namespace
} // namespace tscope
