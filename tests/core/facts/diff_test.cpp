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

TEST(Diff, OfStridedTensorsTheOrderIsThatInMemory)
{
    const auto copy = strided({{1, 2, 3}, {4, 5, 6}});
    auto turned = strided({{1, 4}, {2, 5}, {3, 6}});
    turned.members[0].array.geometry = {{2, 3}, {1, 2}, 0};
    turned.size.reset();
    const auto found = difference(turned, copy);
    EXPECT_TRUE(found.values && found.pattern);
    EXPECT_FALSE(found.order);
    ASSERT_EQ(found.first.size(), 2U);
    EXPECT_EQ(found.first[0].level, "order");
    EXPECT_EQ(found.first[0].at, Extents({1, 0})) << "the second element in memory";
    EXPECT_TRUE(difference(copy, copy).order);
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

Tensor opaque(const char* type, std::initializer_list<std::uint8_t> bytes)
{
    auto out = strided({0});
    out.members[0].array =
        Array::fromBytes(DType::opaque(type, 1), {std::ssize(bytes)}, std::as_bytes(std::span(bytes)));
    return out;
}

// The numbers of a type that nobody here knows are the same where their bytes are.
TEST(Diff, ComparesElementsOfUnknownTypesByTheirBytes)
{
    const auto a = opaque("float8_e8m0fnu", {1, 2, 3, 4});
    EXPECT_TRUE(difference(a, opaque("float8_e8m0fnu", {1, 2, 3, 4})).values);
    const auto found = difference(a, opaque("float8_e8m0fnu", {1, 9, 3, 9}));
    EXPECT_FALSE(found.values);
    EXPECT_FALSE(found.bytes);
    EXPECT_EQ(found.differ, 2);
    EXPECT_FALSE(found.maxAbs) << "how far they are from each other nobody knows";
    ASSERT_FALSE(found.first.empty());
    EXPECT_EQ(found.first[0].at, (Extents{1}));
    EXPECT_FALSE(difference(a, opaque("float4_e2m1fn_x2", {1, 2, 3, 4})).values);
}

TEST(Diff, TakesStoredIntegersForWhatTheirQuantizerMakesOfThem)
{
    auto a = strided({{"dtype", "qint8"}, {"data", {0, 1, 2}}});
    a.claims.set("qscheme", std::string("per_tensor_affine"));
    a.claims.set("scale", std::string("0.1"));
    auto b = a;
    EXPECT_TRUE(difference(a, b).values);
    b.claims.set("scale", std::string("0.2"));
    const auto found = difference(a, b);
    EXPECT_FALSE(found.values);
    EXPECT_FALSE(found.quantizer);
    EXPECT_TRUE(found.size);
    EXPECT_FALSE(found.maxAbs);
}

TEST(Diff, ComponentsAreTheSameInANestedAndAJaggedTensor)
{
    const auto nested = tensorOf({{"layout", "nested"},
                                  {"members",
                                   {{"buffer", {1, 2, 3}},
                                    {"nested_sizes", {{1}, {2}}},
                                    {"nested_strides", {{1}, {1}}},
                                    {"storage_offsets", {0, 1}}}}});
    const auto jagged =
        tensorOf({{"layout", "jagged"}, {"members", {{"values", {1, 2, 3}}, {"offsets", {0, 1, 3}}}}});
    EXPECT_TRUE(difference(nested, jagged).values);
    const auto alike =
        tensorOf({{"layout", "jagged"}, {"members", {{"values", {1, 2, 3, 4}}, {"offsets", {0, 2, 4}}}}});
    EXPECT_TRUE(difference(alike, strided({{1, 2}, {3, 4}})).values) << "all components have two elements";
    EXPECT_FALSE(difference(alike, strided({{1, 2, 0}, {3, 4, 0}})).size);
    EXPECT_TRUE(difference(alike, jagged).size) << "they differ in a component: the pattern says so";
    EXPECT_FALSE(difference(alike, jagged).pattern);
}

TEST(Diff, ComparesAnExpandedTensorWithOneThatStoresAsMany)
{
    const auto row = std::vector<int>(300, 7);
    auto expanded = strided({7});
    expanded.members[0].array.geometry = {{300, 300}, {0, 0}, 0};
    expanded.size = Extents{300, 300};
    EXPECT_TRUE(difference(expanded, strided(Spec(std::vector<std::vector<int>>(300, row)))).values);
    const auto alone = diff(expanded, expanded);
    EXPECT_FALSE(alone) << "few bytes may not claim any number of elements";
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
