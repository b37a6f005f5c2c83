// SPDX-License-Identifier: Apache-2.0
#include "layouts/shared/rewrites.h"

#include "array/array.h"
#include "make/random.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace tscope {
namespace {

constexpr ElementType indexTypes[]{ElementType::u8, ElementType::i8, ElementType::i16, ElementType::i32,
                                   ElementType::i64};

// Element by element, as text: exact for every type.
std::vector<std::string> textOf(const Array& array)
{
    std::vector<std::string> out;
    const auto count = *numel(array.geometry);
    for (std::int64_t i = 0; i < count; ++i)
        out.push_back(array.at(i).text());
    return out;
}

TEST(Rewrites, IndicesAreCastAsNumbersOfAnySize)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    for (int round = 0; round < 200; ++round) {
        // More than one run of what is cast at once, now and then.
        const std::int64_t rows = round % 20 == 0 ? 3000 : random.between(0, 40), columns = random.between(1, 4);
        const DType from = indexTypes[random.below(5)], to = indexTypes[random.below(5)];
        const bool areSigned = from != DType(ElementType::u8) && to != DType(ElementType::u8);
        std::vector<std::int64_t> numbers;
        for (std::int64_t i = 0; i < rows * columns; ++i)
            numbers.push_back(random.between(areSigned ? -100 : 0, 100));
        auto array = Array::fromInts({rows, columns}, numbers, from);
        if (random.below(2) == 0) {
            std::swap(array.geometry.sizes[0], array.geometry.sizes[1]);
            std::swap(array.geometry.strides[0], array.geometry.strides[1]);
        }
        const auto cast = tscope::cast(array, to, random.below(2) == 0);
        ASSERT_TRUE(cast) << cast.error().text;
        EXPECT_EQ(cast->dtype, to);
        EXPECT_EQ(cast->geometry.sizes, array.geometry.sizes);
        EXPECT_EQ(textOf(*cast), textOf(array)) << from.name() << " to " << to.name();
    }
}

TEST(Rewrites, AnIndexThatDoesNotFitIsNamed)
{
    std::vector<std::int64_t> numbers(10'000, 7);
    numbers[9'000] = 300;
    const auto cast = tscope::cast(Array::fromInts({10'000}, numbers, ElementType::i32), ElementType::u8, true);
    ASSERT_FALSE(cast);
    EXPECT_NE(cast.error().text.find("300"), std::string::npos) << cast.error().text;
}

} // namespace
} // namespace tscope
