// SPDX-License-Identifier: Apache-2.0
// Between nested and jagged: components of any sizes stay what they are.
#include "convert/convert.h"
#include "layouts/registry.h"
#include "ops/support.h"
#include "support/from_json.h"
#include "support/small_tensors.h"

#include <gmock/gmock.h>

namespace tscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string raggedJagged = R"({"layout": "jagged", "members": {
    "values": {"dtype": "float32", "shape": [6], "data": [1, 2, 3, 4, 5, 6]},
    "offsets": {"dtype": "int64", "shape": [4], "data": [0, 2, 2, 6]}}})";

// The second component begins with a slot of its own distance: [1, 2] and [4, 5, 6], 3 in between.
const std::string nestedWithAHole = R"({"layout": "nested", "members": {
    "buffer": {"dtype": "float32", "shape": [6], "data": [1, 2, 3, 4, 5, 6]},
    "nested_sizes": {"dtype": "int64", "shape": [2, 1], "data": [2, 3]},
    "nested_strides": {"dtype": "int64", "shape": [2, 1], "data": [1, 1]},
    "storage_offsets": {"dtype": "int64", "shape": [2], "data": [0, 3]}}})";

std::vector<double> valuesOf(const Tensor& tensor)
{
    std::vector<double> out;
    EXPECT_TRUE(tensor.layout->entries(tensor, [&](const Extents&, std::int64_t slot) {
        const auto* values = tensor.layout->family == "nested" ? tensor.find("buffer") : tensor.find("values");
        out.push_back(test::complexOf(values->array.at(slot)).real());
        return true;
    }));
    return out;
}

Converted exchanged(const Tensor& tensor, const ConvertRequest& request)
{
    const auto sound = test::proven(tensor);
    auto done = convert(sound, request);
    EXPECT_TRUE(done) << (done ? "" : done.error().text);
    const auto outlook = foresee(sound, request);
    EXPECT_TRUE(outlook);
    if (!done || !outlook)
        return {};
    test::proven(done->tensor);
    EXPECT_EQ(outlook->changes, done->changes);
    EXPECT_EQ(outlook->route.size(), done->route.size());
    return std::move(*done);
}

TEST(Components, OfDifferentSizesAreExchangedThereAndBackWithoutMoving)
{
    const auto jagged = test::fromJson(raggedJagged);
    const auto there = exchanged(jagged, {.layout = layoutNamed("nested")});
    EXPECT_EQ(there.tensor.layout->name, "nested");
    EXPECT_EQ(there.tensor.member("buffer").array.storage, jagged.member("values").array.storage);
    ASSERT_EQ(there.route.size(), 1U);
    EXPECT_EQ(routeText(there.route[0]), "jagged to nested: view, 0 bytes moved");
    const auto back = exchanged(there.tensor, {.layout = layoutNamed("jagged")});
    EXPECT_EQ(back.tensor.member("values").array.storage, jagged.member("values").array.storage);
    EXPECT_THAT(valuesOf(back.tensor), ElementsAre(1, 2, 3, 4, 5, 6));
    const auto& offsets = back.tensor.member("offsets").array;
    for (std::int64_t i = 0; i < 4; ++i)
        EXPECT_EQ(offsets.at(i).text(), jagged.member("offsets").array.at(i).text());
}

// Jagged says "j" of the dim whatever the lengths are; that they are all 2 is seen by looking.
TEST(Components, OfOneSizeFillABox)
{
    const auto even = test::fromJson(R"({"layout": "jagged", "members": {
        "values": {"dtype": "float32", "shape": [6, 1], "data": [1, 2, 3, 4, 5, 6]},
        "offsets": {"dtype": "int64", "shape": [4], "data": [0, 2, 4, 6]}}})");
    const auto dense = exchanged(even, {.layout = layoutNamed("strided")});
    EXPECT_EQ(dense.tensor.member("values").array.geometry, Geometry::rowMajor({3, 2, 1}));
    EXPECT_THAT(valuesOf(dense.tensor), ElementsAre(1, 2, 3, 4, 5, 6));
    const auto coo = exchanged(even, {.layout = layoutNamed("coo")});
    EXPECT_EQ(coo.tensor.size, Extents({3, 2, 1}));
    // Along another dim, with holes: the second dim of the values is the ragged one.
    const auto holed = test::fromJson(R"({"layout": "jagged", "ragged_idx": 2, "members": {
        "values": {"dtype": "float32", "shape": [2, 5], "data": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]},
        "offsets": {"dtype": "int64", "shape": [3], "data": [0, 3, 5]},
        "lengths": {"dtype": "int64", "shape": [2], "data": [2, 2]}}})");
    const auto box = exchanged(holed, {.layout = layoutNamed("strided")});
    EXPECT_EQ(box.tensor.member("values").array.geometry.sizes, Extents({2, 2, 2}));
    EXPECT_THAT(valuesOf(box.tensor), ElementsAre(1, 2, 6, 7, 4, 5, 9, 10));
}

TEST(Components, ThatHaveNoBoxAreRefusedForWhatTheyAre)
{
    const auto refusal = [](const std::string& json) {
        const auto done = convert(test::proven(test::fromJson(json)), {.layout = layoutNamed("strided")});
        return done ? std::string("done") : done.error().text;
    };
    EXPECT_THAT(refusal(raggedJagged), HasSubstr("components of different sizes"));
    EXPECT_THAT(refusal(R"({"layout": "jagged", "members": {
                    "values": {"dtype": "float32", "shape": [0], "data": []},
                    "offsets": {"dtype": "int64", "shape": [1], "data": [0]}}})"),
                HasSubstr("no components"));
}

TEST(Components, ThatDoNotLieOneBehindTheOtherAreCopied)
{
    const auto nested = test::fromJson(nestedWithAHole);
    const auto out = exchanged(nested, {.layout = layoutNamed("jagged")});
    EXPECT_THAT(valuesOf(out.tensor), ElementsAre(1, 2, 4, 5, 6));
    ASSERT_EQ(out.route.size(), 1U);
    EXPECT_FALSE(out.route[0].view);
    EXPECT_EQ(out.route[0].bytesMoved, 20);
}

TEST(Components, ChangeTheirElementTypeWhateverTheirSizes)
{
    for (const auto* to : {"nested", "jagged"}) {
        SCOPED_TRACE(to);
        const auto out =
            exchanged(test::fromJson(raggedJagged), {.layout = layoutNamed(to), .dtype = DType(ElementType::f64)});
        EXPECT_EQ(out.tensor.declaredDType(), DType(ElementType::f64));
        EXPECT_THAT(valuesOf(out.tensor), ElementsAre(1, 2, 3, 4, 5, 6));
        EXPECT_EQ(out.route.back().bytesMoved, 48);
    }
}

// Offsets count from the storage's first slot: a component may lie behind the buffer that is shown, or before it.
TEST(Components, OfANestedTensorAreCastWhereverInTheStorageTheyLie)
{
    const auto nested = test::fromJson(R"({"layout": "nested", "members": {
        "buffer": {"dtype": "int64", "shape": [3], "storage": [-9, -4, -8, -7]},
        "nested_sizes": {"dtype": "int64", "shape": [3, 1], "data": [1, 1, 2]},
        "nested_strides": {"dtype": "int64", "shape": [3, 1], "data": [1, 1, 1]},
        "storage_offsets": {"dtype": "int64", "shape": [3], "data": [0, 1, 2]}}})");
    const auto out = exchanged(nested, {.dtype = DType(ElementType::f32)});
    EXPECT_THAT(valuesOf(out.tensor), ElementsAre(-9, -4, -8, -7));
    const auto apart = exchanged(test::fromJson(nestedWithAHole), {.dtype = DType(ElementType::f64)});
    EXPECT_THAT(valuesOf(apart.tensor), ElementsAre(1, 2, 4, 5, 6));
}

TEST(Components, HaveNoZerosToDropAndOneOrder)
{
    for (const auto* text : {&raggedJagged, &nestedWithAHole}) {
        const auto tensor = test::fromJson(*text);
        const auto out = exchanged(tensor, {.dropZeros = true, .inOrder = true});
        EXPECT_TRUE(out.route[0].view);
        EXPECT_EQ(out.tensor.layout, tensor.layout);
    }
}

TEST(Components, ThatDifferInTwoDimsHaveNoJaggedForm)
{
    const auto nested = test::fromJson(R"({"layout": "nested", "members": {
        "buffer": {"dtype": "float32", "shape": [8], "data": [1, 2, 3, 4, 5, 6, 7, 8]},
        "nested_sizes": {"dtype": "int64", "shape": [2, 2], "data": [1, 2, 2, 3]},
        "nested_strides": {"dtype": "int64", "shape": [2, 2], "data": [2, 1, 3, 1]},
        "storage_offsets": {"dtype": "int64", "shape": [2], "data": [0, 2]}}})");
    const auto sound = test::proven(nested);
    const auto done = convert(sound, {.layout = layoutNamed("jagged")});
    ASSERT_FALSE(done);
    EXPECT_THAT(done.error().text, HasSubstr("differ"));
    EXPECT_FALSE(foresee(sound, {.layout = layoutNamed("jagged")}));
    const auto box = convert(sound, {.layout = layoutNamed("strided")});
    ASSERT_FALSE(box);
    EXPECT_THAT(box.error().text, HasSubstr("to_padded(0) gives them one, padded with 0"));
    EXPECT_EQ(box.error().reason, noCommonSize);
}

// What the support table says of the way is what a conversion of a plain matrix does.
TEST(Components, AndMatricesGoTheWayThatTheSupportTableTells)
{
    for (const auto& cell : supportOfConversions()) {
        SCOPED_TRACE(text(cell));
        if (!cell.isSupported()) // layouts of other tests
            continue;
        const bool isRagged = cell.layouts[0] == "nested" || cell.layouts[0] == "jagged";
        const bool isCoo = cell.layouts[0] == "coo"; // its order decides which kernel takes it
        if (isRagged || isCoo || cell.kernel == "element by element")
            continue;
        MakeSpec spec;
        spec.layout = cell.layouts[0];
        spec.size = {8, 12};
        spec.density = 0.3;
        spec.blocksize = {4, 2};
        const auto tensor = makeTensorOf(spec);
        ASSERT_TRUE(tensor);
        ConvertRequest request{.layout = layoutNamed(cell.layouts[1])};
        if (isBlocked(*request.layout))
            request.block = {{4, 2}};
        const auto done = convert(test::proven(*tensor), request);
        ASSERT_TRUE(done) << done.error().text;
        const auto legs = 1 + static_cast<std::size_t>(std::ranges::count(cell.kernel, ','));
        EXPECT_EQ(done->route.size(), legs);
        EXPECT_THAT(cell.kernel, HasSubstr(done->route.front().kernel));
    }
}

} // namespace
} // namespace tscope
