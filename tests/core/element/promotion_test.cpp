// SPDX-License-Identifier: Apache-2.0
#include "element/promotion.h"

#include <gtest/gtest.h>

#include <array>
#include <sstream>
#include <vector>

namespace tscope {
namespace {

// PyTorch's documented table (c10 promoteTypes), row and column in the order of the first line.
constexpr auto table = R"(
u8   i8   i16  i32  i64  f16  f32  f64  c32  c64  c128 bool bf16
u8   i16  i16  i32  i64  f16  f32  f64  c32  c64  c128 u8   bf16
i16  i8   i16  i32  i64  f16  f32  f64  c32  c64  c128 i8   bf16
i16  i16  i16  i32  i64  f16  f32  f64  c32  c64  c128 i16  bf16
i32  i32  i32  i32  i64  f16  f32  f64  c32  c64  c128 i32  bf16
i64  i64  i64  i64  i64  f16  f32  f64  c32  c64  c128 i64  bf16
f16  f16  f16  f16  f16  f16  f32  f64  c32  c64  c128 f16  f32
f32  f32  f32  f32  f32  f32  f32  f64  c64  c64  c128 f32  f32
f64  f64  f64  f64  f64  f64  f64  f64  c128 c128 c128 f64  f64
c32  c32  c32  c32  c32  c32  c64  c128 c32  c64  c128 c32  c64
c64  c64  c64  c64  c64  c64  c64  c128 c64  c64  c128 c64  c64
c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128
u8   i8   i16  i32  i64  f16  f32  f64  c32  c64  c128 bool bf16
bf16 bf16 bf16 bf16 bf16 f32  f32  f64  c64  c64  c128 bf16 bf16
)";

TEST(Promotion, followsTheTableOfPyTorch)
{
    std::istringstream in(table);
    std::vector<DType> types(13);
    std::string word;
    for (auto& type : types) {
        in >> word;
        type = DType::parse(word);
    }
    for (const auto& row : types)
        for (const auto& column : types) {
            in >> word;
            const auto result = promote(row, column);
            ASSERT_TRUE(result);
            EXPECT_EQ(result->shortName(), word) << row.name() << " with " << column.name();
        }
}

TEST(Promotion, refusesTypesThatAreOnlyViewedAndNamesBoth)
{
    for (const DType& type :
         {DType(ElementType::u16), DType(ElementType::u32), DType(ElementType::u64), DType(ElementType::f8e4m3fn),
          DType(ElementType::f8e5m2), DType(ElementType::qi8), DType(ElementType::qu8), DType::opaque("float4")})
        for (const auto& [a, b] :
             {std::pair(type, DType(ElementType::i32)), std::pair(DType(ElementType::i32), type)}) {
            const auto result = promote(a, b);
            ASSERT_FALSE(result) << type.name();
            EXPECT_NE(result.error().text.find(type.name()), std::string::npos);
            EXPECT_NE(result.error().text.find("int32"), std::string::npos);
        }
}

} // namespace
} // namespace tscope
