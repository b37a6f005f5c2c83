// SPDX-License-Identifier: Apache-2.0
// A conversion to another element type reports its losses, one line with a count for each kind.
#include "convert/cast_losses.h"
#include "convert/convert.h"
#include "layouts/registry.h"
#include "support/from_json.h"

#include <gmock/gmock.h>

namespace tscope {
namespace {

using test::fromJson;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> lossesOf(const std::string& data, const std::string& from, const std::string& to,
                                  const char* layout = nullptr)
{
    auto proved = prove(
        fromJson(R"({"layout": "strided", "dtype": ")" + from + R"(", "members": {"values": )" + data + "}}"));
    const auto done = convert(std::get<Sound>(proved),
                              {.layout = layout ? layoutNamed(layout) : nullptr, .dtype = DType::parse(to)});
    EXPECT_TRUE(done) << done.error().text;
    return done ? done->changes : std::vector<std::string>();
}

TEST(CastLosses, NumbersThatBecomeInfinite)
{
    EXPECT_THAT(lossesOf("[1e300, -1e300, \"Infinity\", 2]", "float64", "float32"),
                ElementsAre(HasSubstr("2 elements became infinite, float32")));
    EXPECT_THAT(lossesOf("[70000, 1]", "float32", "float16"), ElementsAre(HasSubstr("1 element became infinite")));
    EXPECT_THAT(lossesOf("[70000, 1]", "int64", "float16"), ElementsAre(HasSubstr("1 element became infinite")));
    EXPECT_THAT(lossesOf("[[1e300, 1], [2, 3]]", "complex128", "complex64"),
                ElementsAre(HasSubstr("1 element became infinite, complex64")));
}

TEST(CastLosses, NumbersBeyondATypeWithoutInfinity)
{
    // To the largest one or to NaN, whichever it is.
    for (const auto* from : {"float32", "float64", "float16"})
        EXPECT_THAT(lossesOf("[1000, -600, 448, 460, 2]", from, "float8_e4m3fn"),
                    testing::Contains(testing::AnyOf(HasSubstr("2 elements became NaN"),
                                                     HasSubstr("2 elements became the largest"))));
}

TEST(CastLosses, NumbersThatBecomeZero)
{
    EXPECT_THAT(lossesOf("[1e-300, 0, -1e-300, -0.0]", "float64", "float32"),
                ElementsAre(HasSubstr("2 elements became zero, float32")));
    EXPECT_THAT(lossesOf("[1e-30, 0]", "float32", "float16"), ElementsAre(HasSubstr("1 element became zero")));
}

TEST(CastLosses, FractionsThatAreCutOff)
{
    EXPECT_THAT(lossesOf("[1.5, 2, -0.25]", "float32", "int32"),
                ElementsAre(HasSubstr("2 elements lost the fraction, int32")));
    EXPECT_THAT(lossesOf("[1.5, 2]", "float64", "uint8"), ElementsAre(HasSubstr("1 element lost the fraction")));
}

TEST(CastLosses, NumbersThatBecomeTrue)
{
    EXPECT_THAT(lossesOf("[0, 1, 2, 0.5, \"NaN\"]", "float32", "bool"),
                ElementsAre(HasSubstr("3 elements became True, bool")));
}

TEST(CastLosses, NumbersThatAreRounded)
{
    EXPECT_THAT(lossesOf("[0.1, 0.5]", "float64", "float32"),
                ElementsAre(HasSubstr("1 element became the nearest number that float32 holds")));
    EXPECT_THAT(lossesOf("[9007199254740993, 1]", "int64", "float64"),
                ElementsAre(HasSubstr("1 element became the nearest")));
    EXPECT_THAT(lossesOf("[9223372036854775807, -9223372036854775808]", "int64", "float32"),
                ElementsAre(HasSubstr("1 element became the nearest")));
    EXPECT_THAT(lossesOf("[18446744073709551615, 18446744073709549568]", "uint64", "float64"),
                ElementsAre(HasSubstr("1 element became the nearest")));
    EXPECT_THAT(lossesOf("[2049, 2048]", "int32", "float16"),
                ElementsAre(HasSubstr("1 element became the nearest")));
}

TEST(CastLosses, NothingIsSaidWhereNothingIsLost)
{
    EXPECT_THAT(lossesOf("[0.5, \"NaN\", \"Infinity\", \"-Infinity\", -0.0]", "float64", "float32"), IsEmpty());
    EXPECT_THAT(lossesOf("[0.1, 2]", "float32", "float64"), IsEmpty());
    EXPECT_THAT(lossesOf("[1, -5, 100]", "int64", "int8"), IsEmpty());
    EXPECT_THAT(lossesOf("[16777216, -3]", "int32", "float32"), IsEmpty());
    EXPECT_THAT(lossesOf("[0, 1]", "int32", "bool"), IsEmpty());
}

TEST(CastLosses, AreToldOnTheWayToAnyLayout)
{
    for (const auto* layout : {"csr", "coo", "nested", "jagged", "strided"})
        EXPECT_THAT(lossesOf("[[1.5, 2], [3, -4.25]]", "float32", "int32", layout),
                    testing::Contains(HasSubstr("2 elements lost the fraction")))
            << layout;
}

// The tables change without a look at the elements, which are cast afterwards.
TEST(CastLosses, AreToldWhereComponentsAreExchanged)
{
    auto proved = prove(fromJson(R"({"layout": "jagged", "dtype": "float32", "members": {
        "values": [1.5, 2, -0.25], "offsets": [0, 1, 3]}})"));
    const auto done =
        convert(std::get<Sound>(proved), {.layout = layoutNamed("nested"), .dtype = DType(ElementType::i32)});
    ASSERT_TRUE(done) << done.error().text;
    EXPECT_THAT(done->changes, testing::Contains(HasSubstr("2 elements lost the fraction, int32")));
}

} // namespace
TEST(CastLosses, ATypeHoldsAllOfAnotherOrNot)
{
    using enum ElementType;
    for (const auto type : knownElementTypes())
        EXPECT_TRUE(holdsAllOf(type, type));
    for (const auto& [wide, narrow] : std::initializer_list<std::pair<ElementType, ElementType>>{{f64, f32},
                                                                                                 {f32, f16},
                                                                                                 {f32, bf16},
                                                                                                 {f64, i32},
                                                                                                 {f32, u16},
                                                                                                 {f16, i8},
                                                                                                 {i16, u8},
                                                                                                 {c64, f32},
                                                                                                 {c128, c64},
                                                                                                 {f16, f8e5m2},
                                                                                                 {bf16, f8e4m3fn},
                                                                                                 {u8, boolean}}) {
        EXPECT_TRUE(holdsAllOf(wide, narrow)) << DType(wide).name() << ' ' << DType(narrow).name();
        EXPECT_FALSE(holdsAllOf(narrow, wide)) << DType(wide).name() << ' ' << DType(narrow).name();
    }
    for (const auto& [a, b] : std::initializer_list<std::pair<ElementType, ElementType>>{
             {f16, bf16}, {f64, i64}, {f32, i32}, {i8, u8}, {c64, f64}, {f8e4m3fn, f8e5m2}, {qi8, i8}})
        EXPECT_FALSE(holdsAllOf(a, b) || holdsAllOf(b, a)) << DType(a).name() << ' ' << DType(b).name();
}

} // namespace tscope
