// SPDX-License-Identifier: Apache-2.0
// What conversions and operations do of types that a layout has no rule for, and of bytes that are elsewhere.
#include "convert/convert.h"
#include "layouts/registry.h"
#include "ops/operations.h"
#include "ops/run.h"
#include "rules/check.h"
#include "support/from_json.h"

#include <gmock/gmock.h>

namespace tscope {
namespace {

using test::fromJson;
using testing::Contains;
using testing::HasSubstr;

constexpr auto narrowCsr = R"({"layout": "csr", "size": [2, 3], "members": {
  "compressed": {"dtype": "int32", "shape": [3], "data": [0, 2, 3]},
  "plain": {"dtype": "int32", "shape": [3], "data": [0, 2, 1]},
  "values": {"dtype": "float32", "shape": [3], "data": [1, 2, 3]}}})";

Sound provenOf(Tensor tensor)
{
    auto proved = prove(std::move(tensor));
    EXPECT_TRUE(std::holds_alternative<Sound>(proved));
    return std::get<Sound>(std::move(proved));
}

Result<Converted> convertedTo(const std::string& layout, const std::string& json, std::optional<DType> dtype = {},
                              std::optional<DType> indexDType = {})
{
    return convert(
        provenOf(fromJson(json)),
        {.layout = layoutNamed(layout), .dtype = std::move(dtype), .indexDType = std::move(indexDType)});
}

} // namespace

TEST(ConvertedTypes, AreThoseThatTheRulesKnow)
{
    for (const auto* layout : {"coo", "nested", "jagged", "csc", "strided"}) {
        const auto done = convertedTo(layout, narrowCsr);
        ASSERT_TRUE(done) << done.error().text;
        EXPECT_TRUE(check(done->tensor).valid) << layout;
        EXPECT_THAT(done->changes, Not(Contains(HasSubstr("rule")))) << layout;
    }
    EXPECT_EQ(convertedTo("csc", narrowCsr)->tensor.declaredIndexDType(), DType(ElementType::i32));
}

// The type of the indices stays where the target takes it; else the change is said, before and after.
TEST(ConvertedTypes, OfIndicesDontChangeInSilence)
{
    const auto sound = provenOf(fromJson(narrowCsr));
    for (const auto* layout : {"csr", "csc", "bsr", "bsc", "coo", "strided", "jagged", "nested"}) {
        ConvertRequest request{.layout = layoutNamed(layout)};
        if (isBlocked(*request.layout))
            request.block = {{1, 1}};
        const auto done = convert(sound, request);
        ASSERT_TRUE(done) << done.error().text;
        const bool isNarrowed = std::ranges::any_of(done->tensor.members, [](const Member& member) {
            return member.role->kind == RoleKind::index && member.array.dtype == DType(ElementType::i64);
        });
        const auto said = Contains(HasSubstr("not int32 as before"));
        if (isNarrowed)
            EXPECT_THAT(done->changes, said) << layout;
        else
            EXPECT_THAT(done->changes, Not(said)) << layout;
        EXPECT_EQ(done->changes, foresee(sound, request)->changes) << layout;
    }
    const auto asked = convertedTo("coo", narrowCsr, {}, ElementType::i64);
    EXPECT_THAT(asked->changes, Not(Contains(HasSubstr("as before"))));
}

// As PyTorch has it since 2.15: float8_e4m3fn has no infinity, and what is too large becomes the largest number.
TEST(ConvertedTypes, WithoutInfinitySaturate)
{
    const auto done =
        convertedTo("strided", R"({"sizes": [7], "data": [448, 464, 465, -1e9, "Infinity", "-Infinity", "NaN"]})",
                    ElementType::f8e4m3fn);
    ASSERT_TRUE(done) << done.error().text;
    const auto& array = done->tensor.members.front().array;
    const std::vector<std::string> wanted{"448", "448", "448", "-448", "448", "-448", "nan"};
    for (std::int64_t i = 0; i < 7; ++i)
        EXPECT_EQ(array.at(i).text(), wanted[static_cast<std::size_t>(i)]) << i;
    // A number that the type can't hold is refused, not saturated, when it is read from text.
    EXPECT_FALSE(readJsonTensors(R"({"sizes": [1], "dtype": "float8_e4m3fn", "data": [465]})"));
    EXPECT_TRUE(readJsonTensors(R"({"sizes": [1], "dtype": "float8_e4m3fn", "data": [464]})"));
    EXPECT_FALSE(readJsonTensors(R"({"sizes": [1], "dtype": "float8_e4m3fn", "data": ["Infinity"]})"));
}

TEST(ConvertedTypes, ThatBreakARuleAreGivenButNotInSilence)
{
    const auto narrow = convertedTo("coo", narrowCsr, {}, ElementType::i32);
    ASSERT_TRUE(narrow);
    EXPECT_NE(check(narrow->tensor).find("COO-1.1"), nullptr);
    EXPECT_THAT(narrow->changes, Contains(HasSubstr("COO-1.1")));

    const auto unsignedValues = convertedTo("coo", narrowCsr, ElementType::u16);
    ASSERT_TRUE(unsignedValues);
    EXPECT_NE(check(unsignedValues->tensor).find("COO-1.3"), nullptr);
    EXPECT_THAT(unsignedValues->changes, Contains(HasSubstr("COO-1.3")));

    const auto offsets = convertedTo("jagged", narrowCsr, {}, ElementType::i32);
    ASSERT_TRUE(offsets);
    EXPECT_THAT(offsets->changes, Contains(HasSubstr("int64")));
}

// Rule 1.6: int32 counts no extent of 2^31, also where no entry is that far out and no number would be cut.
TEST(ConvertedTypes, CountAsFarAsTheSizeGoes)
{
    const DType i32 = ElementType::i32, i64 = ElementType::i64;
    for (const auto* size : {"[0, 2, 2147483648]", "[0, 2147483648, 2]"}) {
        const auto empty = std::string(R"({"layout": "strided", "members": {"values": {"dtype": "float64",
          "data": [], "shape": )") +
                           size + "}}}";
        for (const auto* layout : {"csr", "csc", "coo"}) {
            SCOPED_TRACE(std::string(layout) + " of " + size);
            const auto cut = convertedTo(layout, empty, {}, i32);
            ASSERT_FALSE(cut);
            EXPECT_EQ(cut.error().code, ErrorCode::overflow);
            EXPECT_THAT(cut.error().text, HasSubstr("counts up to 2147483648, found int32"));
            EXPECT_TRUE(convertedTo(layout, empty, {}, i64));
        }
        const auto sound = provenOf(fromJson(empty));
        const auto blocks = convert(sound, {.layout = layoutNamed("bsr"), .block = {{1, 2}}, .indexDType = i32});
        EXPECT_EQ(static_cast<bool>(blocks), std::string(size).ends_with("2147483648]"))
            << "the blocks are counted";
    }
    constexpr auto wideBlocks = R"({"layout": "bsr", "size": [1, 4294967296], "members": {
      "compressed": {"dtype": "int32", "shape": [2], "data": [0, 0]},
      "plain": {"dtype": "int32", "shape": [0], "data": []},
      "values": {"dtype": "float32", "shape": [0, 1, 4], "data": []}}})";
    const auto entries = convertedTo("csr", wideBlocks);
    ASSERT_TRUE(entries) << entries.error().text;
    EXPECT_EQ(entries->tensor.declaredIndexDType(), i64) << "where nobody asked for a type";
    EXPECT_TRUE(check(entries->tensor).valid);
    EXPECT_EQ(convertedTo("bsr", wideBlocks)->tensor.declaredIndexDType(), i32);
}

// What SciPy computes with is no less a tensor for being none that PyTorch would take.
TEST(ConvertedTypes, MayBeThoseThatConsumersDoNotTake)
{
    for (const auto* type : {"uint16", "uint32", "uint64"}) {
        const auto coo = std::string(R"({"layout": "coo", "size": [2, 2], "dtype": ")") + type +
                         R"(", "members": {"indices": [[1, 0, 1], [0, 1, 0]], "values": [60000, 3, 2]}})";
        EXPECT_NE(check(fromJson(coo)).find("COO-1.3"), nullptr);
        for (const auto* layout : {"strided", "csr", "csc"}) {
            const auto done = convertedTo(layout, coo);
            ASSERT_TRUE(done) << layout << ": " << done.error().text;
            EXPECT_EQ(done->tensor.declaredDType(), DType::parse(type));
            const auto there = done->tensor.layout->locate(done->tensor, {1, 0});
            ASSERT_TRUE(there);
            EXPECT_EQ(there->value.text(), "60002") << layout << ", of duplicates the sum";
        }
    }
}

// Of values that are only declared every byte is missing; of an opaque type nobody knows what they mean.
TEST(ElsewhereTensors, AreNotComputedWith)
{
    const auto declared = fromJson(R"({"layout": "strided", "members": {
      "values": {"dtype": "float32", "shape": [2, 3]}}})");
    auto opaque = fromJson(R"({"layout": "strided", "members": {
      "values": {"dtype": "float32", "shape": [2, 1], "data": [[1], [2]]}}})");
    opaque.find("values")->array.dtype = DType::opaque("posit32", 4);
    for (const auto& [tensor, words] : {std::pair{declared, "bytes of values"}, {opaque, "known type"}}) {
        SCOPED_TRACE(words);
        const auto sound = provenOf(tensor);
        const auto& sum = *operationNamed("sum");
        const auto results = {convert(sound, {.layout = layoutNamed("csr")}).error(),
                              run(sum, {&sound, 1}, *parseParams(sum.params, {})).error()};
        for (const auto& error : results) {
            EXPECT_EQ(error.code, ErrorCode::unsupported);
            EXPECT_THAT(error.text, HasSubstr(words));
        }
        EXPECT_FALSE(convert(sound, {.dtype = DType(ElementType::f64)}));
        EXPECT_TRUE(convert(sound, {})) << "nothing moves";
    }
}

// Saved from a GPU, read here: what is made of it is the processor's, also where members are shared with it.
TEST(ElsewhereTensors, WhoseBytesAreHereGiveSoundResults)
{
    auto tensor = fromJson(R"({"layout": "coo", "size": [3, 3], "is_coalesced": true,
      "members": {"indices": {"dtype": "int64", "shape": [2, 2], "data": [0, 1, 1, 2]},
                  "values": {"dtype": "float32", "shape": [2], "data": [1, 2]}}})");
    const auto cuda = Device::parse("cuda:1");
    for (auto& member : tensor.members)
        member.array.storage = partOf(member.array.storage, 0, member.array.storage->byteSize(), {.device = cuda});
    const auto sound = provenOf(tensor);
    for (const auto& done :
         {convert(sound, {.layout = layoutNamed("csr")}), convert(sound, {.dtype = DType(ElementType::f64)})}) {
        ASSERT_TRUE(done) << done.error().text;
        EXPECT_TRUE(check(done->tensor).valid);
        for (const auto& member : done->tensor.members)
            EXPECT_EQ(member.array.storage->device(), Device{}) << member.role->name;
    }
    EXPECT_EQ(convert(sound, {})->tensor.find("values")->array.storage->device(), cuda) << "it is that tensor";
}

} // namespace tscope
