// SPDX-License-Identifier: Apache-2.0
#include "facts/diff.h"

#include "facts/answers.h"
#include "support/vector_cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tscope {
namespace {

using test::tensorOf;
using Spec = nlohmann::json;

Tensor strided(Spec values)
{
    return tensorOf({{"layout", "strided"}, {"members", {{"values", std::move(values)}}}});
}

Tensor coo(const char* dtype, Spec data)
{
    const auto count = data.size();
    return tensorOf(
        {{"layout", "coo"},
         {"size", {2, 2}},
         {"dtype", dtype},
         {"members", {{"indices", Spec::array({Spec(count, 0), Spec(count, 0)})}, {"values", std::move(data)}}}});
}

Difference difference(const Tensor& a, const Tensor& b)
{
    auto out = diff(a, b);
    EXPECT_TRUE(out) << out.error().text;
    return *out;
}

TEST(Diff, DoesNotTakeWhatCantBeReadForZero)
{
    const auto unknown = strided({{"shape", {2}}});
    for (const auto& known : {strided({0, 0}), strided({5, 6})}) {
        const auto found = difference(unknown, known);
        EXPECT_FALSE(found.values);
        EXPECT_EQ(found.differ, 2);
        ASSERT_FALSE(found.first.empty());
        EXPECT_FALSE(found.first[0].a);
        EXPECT_TRUE(found.first[0].b);
        EXPECT_FALSE(found.maxAbs);
        EXPECT_FALSE(found.maxRel);
    }
    EXPECT_TRUE(difference(unknown, unknown).values);
}

TEST(Diff, AddsDuplicatesUpAsTheElementTypeDoes)
{
    EXPECT_TRUE(difference(coo("int64", {9007199254740993, 1}), coo("int64", {9007199254740994})).values);
    EXPECT_TRUE(difference(coo("bool", {true, true}), coo("bool", {true})).values);
    EXPECT_TRUE(difference(coo("uint8", {255, 2}), coo("uint8", {1})).values);
    const auto found = difference(coo("int64", {1, 2}), coo("int64", {4}));
    EXPECT_EQ(found.maxAbs, 1.0);
    const auto at = std::ranges::find(found.first, "values", &DifferentPlace::level);
    ASSERT_NE(at, found.first.end());
    ASSERT_TRUE(at->a);
    EXPECT_EQ(at->a->text(), "3");
}

TEST(Diff, MeasuresDistancesThatNoDoubleSubtractionShows)
{
    const auto ofInts = [](Spec a, Spec b) {
        return difference(strided({{"dtype", "int64"}, {"data", {std::move(a)}}}),
                          strided({{"dtype", "int64"}, {"data", {std::move(b)}}}));
    };
    EXPECT_EQ(ofInts(9007199254740993, 9007199254740992).maxAbs, 1.0);
    EXPECT_EQ(ofInts(INT64_MAX, INT64_MIN).maxAbs, 18446744073709551615.0);
    EXPECT_EQ(ofInts(7, 7).maxAbs, 0.0);
    const auto ofReals = [](Spec a, Spec b) {
        const auto found = difference(strided({{"dtype", "float64"}, {"data", {1, std::move(a)}}}),
                                      strided({{"dtype", "float64"}, {"data", {3, std::move(b)}}}));
        const auto answer = jsonOf(found);
        return Spec{answer["max_abs"], answer["max_rel"]};
    };
    EXPECT_EQ(ofReals(1, "Infinity"), (Spec{"Infinity", "Infinity"}));
    EXPECT_EQ(ofReals("-Infinity", "Infinity"), (Spec{"Infinity", "Infinity"}));
    EXPECT_EQ(ofReals(1, "NaN"), (Spec{"NaN", "NaN"}));
    EXPECT_EQ(ofReals("NaN", "NaN"), (Spec{2.0, 2.0 / 3}));
    EXPECT_EQ(ofReals("Infinity", "Infinity"), (Spec{2.0, 2.0 / 3}));
    EXPECT_EQ(ofReals(0, 0.5), (Spec{2.0, 1.0}));
}

} // namespace
} // namespace tscope
