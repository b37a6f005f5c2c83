// SPDX-License-Identifier: Apache-2.0
#include "ops/number_input.h"

#include "element/promotion.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

// The type of a number typed beside a tensor of one type, and of what PyTorch makes of both.
std::string typed(std::string_view text, ElementType beside)
{
    const auto number = numberTensor(text, beside);
    if (!number)
        return "no number";
    EXPECT_EQ(number->members.front().array.geometry.rank(), 0);
    return std::string(number->declaredDType().name());
}

// Python reads 2.0 as a float: int64 times 2.0 is float32 in PyTorch, times 2 it is int64.
TEST(NumberInput, WhatIsWrittenAsAFloatIsOne)
{
    for (const auto* text : {"2.0", "0.0", "-3.", "1e3", "1E3", ".5", "-0.0", "inf", "nan"}) {
        EXPECT_EQ(typed(text, ElementType::i64), "float32") << text;
        EXPECT_EQ(typed(text, ElementType::u8), "float32") << text;
        EXPECT_EQ(typed(text, ElementType::f16), "float16") << text;
        EXPECT_EQ(typed(text, ElementType::f64), "float64") << text;
        EXPECT_EQ(typed(text, ElementType::c128), "float64") << text;
    }
    EXPECT_EQ(numberTensor("1e3", ElementType::i64)->members[0].array.at(0).text(), "1000");
}

TEST(NumberInput, WhatIsWrittenWithoutAPointIsAnInteger)
{
    for (const auto* text : {"2", "-7", "+0", " 12 ", "9223372036854775807"})
        for (const auto beside : {ElementType::i32, ElementType::f32, ElementType::c64})
            EXPECT_EQ(typed(text, beside), "int64") << text;
}

TEST(NumberInput, TruthsAndComplexNumbersAreWhatTheyAre)
{
    EXPECT_EQ(typed("True", ElementType::boolean), "bool");
    EXPECT_EQ(typed("false", ElementType::f32), "bool");
    EXPECT_EQ(typed("1+2j", ElementType::f32), "complex64");
    EXPECT_EQ(typed("2j", ElementType::f64), "complex128");
    for (const auto* text : {"", "two", "0x10", "1,2", "+"})
        EXPECT_EQ(typed(text, ElementType::f32), "no number") << text;
}

} // namespace
} // namespace tscope
