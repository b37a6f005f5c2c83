// SPDX-License-Identifier: Apache-2.0
#include "convert/convert.h"

#include "layouts/registry.h"
#include "make/generators.h"
#include "rules/check.h"
#include "support/from_json.h"
#include "support/small_tensors.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <stop_token>

namespace tscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Sound soundOf(const Tensor& tensor)
{
    auto proved = prove(tensor);
    EXPECT_TRUE(std::holds_alternative<Sound>(proved)) << tensor.layout->name;
    return std::get<Sound>(std::move(proved));
}

// What stands where, as everyone who reads the layout finds it; places of zeros are left out.
std::map<Extents, double> elementsOf(const Tensor& tensor)
{
    std::map<Extents, double> elements;
    const auto& values = std::ranges::find(tensor.members, RoleKind::values, [](const Member& member) {
                             return member.role->kind;
                         })->array;
    EXPECT_TRUE(tensor.layout->entries(tensor, [&](const Extents& index, std::int64_t slot) {
        const auto number = Element::from(values.at(slot).number(), ElementType::f64);
        elements[index] += std::get<double>(number->number());
        return true;
    }));
    std::erase_if(elements, [](const auto& element) { return element.second == 0; });
    return elements;
}

Extents sizeOf(const Tensor& tensor)
{
    Extents size;
    const auto outline = tensor.layout->read(tensor, {})->outline();
    for (const auto& extent : *outline.size)
        size.push_back(extent.value);
    return size;
}

Tensor made(const MakeSpec& spec)
{
    auto tensor = makeTensorOf(spec);
    EXPECT_TRUE(tensor) << (tensor ? "" : tensor.error().text);
    return tensor ? std::move(*tensor) : Tensor{};
}

Converted converted(const Tensor& tensor, const ConvertRequest& request)
{
    auto result = convert(soundOf(tensor), request);
    EXPECT_TRUE(result) << (result ? "" : result.error().text);
    return result ? std::move(*result) : Converted{};
}

std::string refusal(const Tensor& tensor, const ConvertRequest& request, const ConvertOptions& options = {})
{
    const auto result = convert(soundOf(tensor), request, options);
    EXPECT_FALSE(result);
    return result ? "" : result.error().text;
}

std::string numbersOf(const Tensor& tensor, std::string_view role)
{
    const auto& array = tensor.member(role).array;
    std::string out;
    for (std::int64_t k = 0; k < *numel(array.geometry); ++k)
        out += (k > 0 ? " " : "") + array.at(k).text();
    return out;
}

// Those of the house: a test may have registered others.
std::vector<const Layout*> ownLayouts()
{
    std::vector<const Layout*> own;
    for (const auto* name : {"strided", "coo", "csr", "csc", "bsr", "bsc", "nested", "jagged"})
        own.push_back(layoutNamed(name));
    return own;
}

bool isCompressed(const Layout& layout)
{
    return layout.family == "compressed";
}

// A pair has a meaning or says why not; what comes out is valid, of the same size and elements.
void becomesEveryOther(const Tensor& source, std::string_view why = {})
{
    const auto elements = elementsOf(source);
    for (const auto* to : ownLayouts()) {
        SCOPED_TRACE(std::string(source.layout->name) + " to " + std::string(to->name));
        ConvertRequest request{.layout = to};
        if (isBlocked(*to))
            request.block = {2, 3};
        const auto result = convert(soundOf(source), request);
        if (!result) {
            EXPECT_FALSE(why.empty()) << result.error().text;
            EXPECT_THAT(result.error().text, HasSubstr(std::string(why)));
            continue;
        }
        EXPECT_EQ(result->tensor.layout, to);
        EXPECT_EQ(elementsOf(result->tensor), elements);
        // A ragged dim has no extent, and without components nobody knows theirs.
        if (to->name != "jagged" && !(to->name == "nested" && sizeOf(source).front() == 0)) {
            EXPECT_EQ(sizeOf(result->tensor), sizeOf(source));
        }
        EXPECT_TRUE(check(result->tensor).valid);
        EXPECT_GE(result->route.size(), 1U);
        EXPECT_LE(result->route.size(), 4U);
    }
}

MakeSpec specOf(std::string_view layout, Extents size = {8, 12})
{
    MakeSpec spec;
    spec.kind = layout == "nested" || layout == "jagged" ? "ragged" : "random";
    spec.layout = layout;
    spec.size = std::move(size);
    if (spec.kind == "random")
        spec.density = 0.3;
    spec.blocksize = {4, 2};
    spec.dtype = ElementType::f64;
    return spec;
}

TEST(Convert, EveryLayoutBecomesEveryOther)
{
    for (const auto* from : ownLayouts())
        if (from->family != "nested" && from->family != "jagged")
            becomesEveryOther(made(specOf(from->name)));
}

TEST(Convert, EmptyOnesToo)
{
    for (const auto* from : ownLayouts())
        for (const Extents& size : {Extents{0, 12}, Extents{8, 0}, Extents{0, 0}, Extents{8, 12}})
            if (from->family != "nested" && from->family != "jagged") {
                auto spec = specOf(from->name, size);
                spec.density = {};
                spec.nnz = 0;
                becomesEveryOther(made(spec));
            }
}

TEST(Convert, EveryElementAndIndexType)
{
    for (const auto type : knownElementTypes()) {
        if (DType(type).elementClass() == ElementClass::complex)
            continue; // which elementsOf() does not read
        for (const auto indexType : {ElementType::i32, ElementType::i64}) {
            auto spec = specOf("csr");
            spec.dtype = type;
            spec.indexDType = indexType;
            const auto tensor = made(spec);
            for (const auto* name : {"csc", "bsr", "coo", "strided"}) {
                ConvertRequest request{.layout = layoutNamed(name)};
                if (isBlocked(*request.layout))
                    request.block = {2, 3};
                const auto out = converted(tensor, request).tensor;
                EXPECT_EQ(out.declaredDType(), DType(type)) << name;
                EXPECT_EQ(elementsOf(out), elementsOf(tensor)) << name << " " << DType(type).name();
                if (out.layout->name != "strided") {
                    const bool isCoo = out.layout->name == "coo"; // which has 64-bit indices
                    EXPECT_EQ(out.declaredIndexDType(), DType(isCoo ? ElementType::i64 : indexType)) << name;
                }
            }
        }
    }
}

TEST(Convert, BatchesAndDenseDims)
{
    for (const auto* name : {"csr", "csc", "bsr", "bsc"}) {
        auto spec = specOf(name);
        spec.batch = {2, 3};
        spec.dense = {2};
        const auto tensor = made(spec);
        for (const auto* to : ownLayouts()) {
            if (to->family == "nested" || to->family == "jagged")
                continue;
            SCOPED_TRACE(std::string(name) + " to " + std::string(to->name));
            ConvertRequest request{.layout = to};
            if (isBlocked(*to))
                request.block = {2, 3};
            const auto result = convert(soundOf(tensor), request);
            if (!result) { // another grid of blocks or slices can have unequal batches
                EXPECT_THAT(result.error().text, HasSubstr("batch entries with as many entries each were wanted"));
                continue;
            }
            EXPECT_EQ(elementsOf(result->tensor), elementsOf(tensor));
            EXPECT_TRUE(check(result->tensor).valid);
            const auto outline = result->tensor.layout->read(result->tensor, {})->outline();
            if (isCompressed(*to)) {
                EXPECT_EQ(outline.batchDims, 2);
            }
            if (to->name != "strided") {
                EXPECT_EQ(outline.denseDims, 1);
            }
        }
    }
    auto spec = specOf("coo", {4, 3, 2});
    spec.dense = {2, 2};
    const auto hybrid = made(spec);
    const auto flat = converted(hybrid, {.layout = hybrid.layout, .denseDims = 0}).tensor;
    EXPECT_EQ(flat.member("indices").array.geometry.sizes.front(), 5);
    EXPECT_EQ(elementsOf(flat), elementsOf(hybrid));
    const auto back = converted(flat, {.layout = hybrid.layout, .denseDims = 2}).tensor;
    EXPECT_EQ(elementsOf(back), elementsOf(hybrid));
    EXPECT_EQ(back.member("values").array.geometry.sizes, hybrid.member("values").array.geometry.sizes);
}

TEST(Convert, UnequalBatchesHaveNoCompressedForm)
{
    const auto tensor = test::fromJson(R"({"layout": "strided", "members": {
        "values": {"dtype": "float32", "shape": [2, 2, 2], "data": [1, 0, 0, 0, 1, 1, 0, 0]}}})");
    EXPECT_EQ(refusal(tensor, {.layout = layoutNamed("csr")}),
              "batch entries with as many entries each were wanted, which a csr must have; the first has 1, "
              "number 1 has 2");
    EXPECT_EQ(numbersOf(converted(tensor, {.layout = layoutNamed("coo")}).tensor, "indices"), "0 1 1 0 0 0 0 0 1");
}

TEST(Convert, DuplicatesAreAddedUpInStoredOrder)
{
    // In another order the large numbers would swallow the 1.
    const auto tensor = test::fromJson(R"({"layout": "coo", "size": [2, 2], "members": {
        "indices": {"dtype": "int64", "shape": [2, 4], "data": [1, 0, 1, 1, 0, 1, 0, 0]},
        "values": {"dtype": "float64", "data": [1e300, 5, -1e300, 1]}}})");
    const auto out = converted(tensor, {.layout = layoutNamed("csr")});
    EXPECT_EQ(numbersOf(out.tensor, "compressed"), "0 1 2");
    EXPECT_EQ(numbersOf(out.tensor, "plain"), "1 0");
    EXPECT_EQ(numbersOf(out.tensor, "values"), "5 1");
    EXPECT_THAT(out.changes, ElementsAre("2 elements were added to others that stand in the same place",
                                         "the entries were sorted by row and column"));
    EXPECT_EQ(numbersOf(converted(tensor, {.layout = tensor.layout, .dtype = ElementType::f32}).tensor, "values"),
              "inf 5 -inf 1")
        << "entries stay entries where only their type changes";
}

// Without sparse dims all entries are at the one place that there is.
TEST(Convert, EntriesWithoutIndices)
{
    const auto scalar = test::fromJson(R"({"layout": "coo", "size": [], "members": {
        "indices": {"dtype": "int64", "shape": [0, 2], "data": []}, "values": {"dtype": "float32", "data": [3, 4]}}})");
    const auto tails = test::fromJson(R"({"layout": "coo", "size": [2, 2], "members": {
        "indices": {"dtype": "int64", "shape": [0, 3], "data": []},
        "values": {"dtype": "float32", "data": [[[1, 2], [3, 4]], [[0, 0], [0, 1]], [[-1, 0], [0, 0]]]}}})");
    for (const bool oneByOne : {false, true}) {
        const auto as = [&](const Tensor& tensor, ConvertRequest request) {
            auto done = convert(test::proven(tensor), request, {.oneByOne = oneByOne});
            EXPECT_TRUE(done) << (done ? "" : done.error().text);
            return done ? numbersOf(done->tensor, "values") : "";
        };
        EXPECT_EQ(as(scalar, {.layout = layoutNamed("strided")}), "7");
        EXPECT_EQ(as(scalar, {.layout = layoutNamed("coo"), .inOrder = true}), "7");
        EXPECT_EQ(as(tails, {.layout = layoutNamed("strided")}), "0 2 3 5");
        EXPECT_EQ(as(tails, {.layout = layoutNamed("coo"), .inOrder = true}), "0 2 3 5");
        EXPECT_EQ(as(tails, {.layout = layoutNamed("csr"), .denseDims = 0}), "0 2 3 5");
        EXPECT_EQ(as(tails, {.layout = layoutNamed("coo"), .denseDims = 1}), "0 2 3 5");
        const auto dense = test::fromJson(R"({"layout": "strided", "members": {
            "values": {"dtype": "float32", "data": [[0, 2], [3, 5]]}}})");
        EXPECT_EQ(as(dense, {.layout = layoutNamed("coo"), .denseDims = 2}), "0 2 3 5");
        const auto one = test::fromJson(R"({"layout": "strided", "members": {
            "values": {"dtype": "float32", "shape": [], "data": [6]}}})");
        EXPECT_EQ(as(one, {.layout = layoutNamed("coo")}), "6");
        const auto none = test::fromJson(R"({"layout": "strided", "members": {
            "values": {"dtype": "float32", "shape": [], "data": [0]}}})");
        EXPECT_EQ(as(none, {.layout = layoutNamed("coo")}), "");
    }
}

// As nonzero() leaves them: what becomes a member of its own lies in one run.
TEST(Convert, IndicesWithStridesBecomeSoundOnes)
{
    const auto tensor = test::fromJson(R"({"layout": "coo", "size": [3, 1], "members": {
        "indices": {"dtype": "int64", "shape": [2, 2], "strides": [1, 4], "storage": [0, 0, 9, 9, 2, 0, 9]},
        "values": [5, 6]}})");
    for (const auto* layout : {"csr", "csc", "coo", "bsr"}) {
        const auto out = converted(tensor, {.layout = layoutNamed(layout),
                                            .block = std::string_view(layout) == "bsr"
                                                         ? std::optional(std::array<std::int64_t, 2>{1, 1})
                                                         : std::nullopt});
        EXPECT_TRUE(check(out.tensor).valid) << layout;
        EXPECT_EQ(test::logicalOf(out.tensor), test::logicalOf(tensor)) << layout;
    }
}

// An index of an element may be too large for a type that counts blocks well.
TEST(Convert, IndicesOfBlocksAreJudgedAsThatOfBlocks)
{
    const auto wide = test::fromJson(R"({"layout": "coo", "size": [2, 4000000000], "members": {
        "indices": [[0, 1], [3999999999, 1]], "values": [5, 6]}})");
    const auto out =
        converted(wide, {.layout = layoutNamed("bsr"), .block = {{1, 2}}, .indexDType = ElementType::i32});
    EXPECT_EQ(numbersOf(out.tensor, "plain"), "1999999999 0");
    EXPECT_EQ(out.tensor.member("plain").array.dtype, DType(ElementType::i32));
    EXPECT_THAT(refusal(wide, {.layout = layoutNamed("bsr"), .block = {{2, 1}}, .indexDType = ElementType::i32}),
                HasSubstr("int64 was wanted for the indices"));
}

TEST(Convert, StoredZerosStayUnlessTheyAreToGo)
{
    const auto tensor = test::fromJson(R"({"layout": "csr", "size": [2, 2], "members": {
        "crow_indices": {"dtype": "int32", "data": [0, 1, 3]},
        "col_indices": {"dtype": "int32", "data": [0, 0, 1]},
        "values": {"dtype": "float32", "data": [0, 2, 3]}}})");
    const auto kept = converted(tensor, {.layout = layoutNamed("csc")});
    EXPECT_EQ(numbersOf(kept.tensor, "values"), "0 2 3");
    EXPECT_EQ(numbersOf(kept.tensor, "plain"), "0 1 1");
    EXPECT_THAT(kept.changes, IsEmpty());
    const auto dropped = converted(tensor, {.dropZeros = true});
    EXPECT_EQ(dropped.tensor.layout->name, "csr");
    EXPECT_EQ(numbersOf(dropped.tensor, "compressed"), "0 0 2");
    EXPECT_THAT(dropped.changes, ElementsAre("1 element that is zero was left out"));
    const auto blocked = converted(tensor, {.layout = layoutNamed("bsr"), .block = {{2, 1}}});
    EXPECT_EQ(numbersOf(blocked.tensor, "values"), "0 2 0 3");
    EXPECT_THAT(blocked.changes, ElementsAre("1 zero was filled in to make an entry whole"));
}

TEST(Convert, OnlyTypesCostNoMoreThanThey)
{
    const auto tensor = made(specOf("csr"));
    const auto same = converted(tensor, {.layout = tensor.layout});
    EXPECT_TRUE(same.route.front().view);
    EXPECT_EQ(same.tensor.member("values").array.storage, tensor.member("values").array.storage);
    const auto narrow = converted(tensor, {.indexDType = ElementType::i32});
    EXPECT_EQ(narrow.tensor.member("values").array.storage, tensor.member("values").array.storage);
    EXPECT_EQ(narrow.tensor.member("plain").array.dtype, DType(ElementType::i32));
    EXPECT_EQ(narrow.route.front().bytesMoved, *narrow.tensor.member("plain").array.byteSize() +
                                                   *narrow.tensor.member("compressed").array.byteSize());
    EXPECT_TRUE(check(narrow.tensor).valid);
}

TEST(Convert, NumbersThatDoNotFitAreNamed)
{
    const auto tensor = test::fromJson(R"({"layout": "csr", "size": [1, 300], "members": {
        "crow_indices": {"dtype": "int64", "data": [0, 2]}, "col_indices": {"dtype": "int64", "data": [0, 200]},
        "values": {"dtype": "float64", "data": [1.5, -300]}}})");
    EXPECT_THAT(refusal(tensor, {.layout = layoutNamed("coo"), .indexDType = ElementType::i8}),
                HasSubstr("does not fit int8"));
    EXPECT_THAT(refusal(tensor, {.dtype = ElementType::i8}), HasSubstr("-300 can't become int8"));
    EXPECT_EQ(numbersOf(converted(tensor, {.dtype = ElementType::i16}).tensor, "values"), "1 -300")
        << "towards zero";
    EXPECT_THAT(refusal(tensor, {.indexDType = ElementType::f32}), HasSubstr("an integer type was wanted"));
}

TEST(Convert, WhatHasNoMeaningIsSaid)
{
    const auto tensor = made(specOf("csr"));
    const auto* bsr = layoutNamed("bsr");
    EXPECT_EQ(refusal(tensor, {.layout = bsr}), "a block size was wanted for bsr, the tensor has none of its own");
    EXPECT_EQ(
        refusal(tensor, {.layout = bsr, .block = {{3, 2}}}),
        "blocks of 3x2 do not divide 8 rows and 12 columns: a block can have 1, 2, 4 or 8 rows and 1, 2, 3, 4, 6 "
        "or 12 columns");
    EXPECT_THAT(refusal(tensor, {.layout = layoutNamed("coo"), .block = {{2, 2}}}), HasSubstr("only bsr and bsc"));
    EXPECT_THAT(refusal(tensor, {.layout = layoutNamed("csc"), .denseDims = 1}),
                HasSubstr("at least 2 dims before the dense ones were wanted for csc"));
    EXPECT_THAT(refusal(made(specOf("nested")), {.layout = layoutNamed("csr")}),
                HasSubstr("components of different sizes"));
    auto other = *layoutNamed("coo");
    other.family = "else";
    EXPECT_THAT(refusal(tensor, {.layout = &other}), HasSubstr("nothing is converted to coo so far"));
    const auto scalar = test::fromJson(R"({"layout": "strided",
        "members": {"values": {"dtype": "float32", "shape": [], "data": [3]}}})");
    EXPECT_THAT(refusal(scalar, {.layout = layoutNamed("nested")}), HasSubstr("at least 1 dim before the dense"));
    EXPECT_THAT(refusal(scalar, {.layout = layoutNamed("bsc")}), HasSubstr("at least 2 dims before the dense"));
}

TEST(Convert, WithoutComponentsTheirSizeIsLost)
{
    auto spec = specOf("strided", {0, 12});
    const auto out = converted(made(spec), {.layout = layoutNamed("nested")});
    EXPECT_THAT(out.changes, ElementsAre("without components the size of one, (12,), is not kept"));
}

TEST(Convert, MemoryIsBoundedAndWorkStops)
{
    const auto tensor = made(specOf("csr", {60, 60}));
    const auto strided = ConvertRequest{.layout = layoutNamed("strided")};
    EXPECT_THAT(refusal(tensor, strided, {.maxBytes = 1000}), HasSubstr("1000 bytes that may be used"));
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = convert(soundOf(tensor), strided, {.watch = {.stop = stop.get_token()}});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
    // As large as it may be claimed: the pointers alone would not fit, and columns must be few to be counted.
    const auto sized = [](const std::string& size, const std::string& place) {
        return test::fromJson(R"({"layout": "coo", "size": )" + size + R"(, "members": {
        "indices": {"dtype": "int64", "shape": [2, 1], "data": )" +
                              place + R"(}, "values": {"dtype": "float32", "data": [1]}}})");
    };
    const auto huge = sized("[9000000000000000000, 1]", "[8999999999999999999, 0]");
    EXPECT_THAT(refusal(huge, {.layout = layoutNamed("csr")}), HasSubstr("the result would take "));
    EXPECT_THAT(refusal(huge, strided), HasSubstr("more than the "));
    EXPECT_EQ(numbersOf(converted(huge, {.layout = layoutNamed("csc")}).tensor, "compressed"), "0 1");
    const auto uncounted = sized("[9000000000000000000, 2]", "[8999999999999999999, 1]");
    EXPECT_THAT(refusal(uncounted, strided), HasSubstr("more values than 64 bits can count"));
    EXPECT_THAT(refusal(uncounted, {.layout = layoutNamed("csc")}),
                HasSubstr("a size that 64 bits can count was wanted for csc, found (9000000000000000000, 2)"));
    // Without any element there may still be too many components.
    const auto wide = test::fromJson(R"({"layout": "coo", "size": [1099511627776, 0], "members": {
        "indices": {"dtype": "int64", "shape": [2, 0], "data": []}, "values": {"dtype": "float32", "data": []}}})");
    EXPECT_THAT(refusal(wide, {.layout = layoutNamed("nested")}), HasSubstr("the tables of the result"));
    EXPECT_THAT(refusal(wide, {.layout = layoutNamed("jagged")}), HasSubstr("the offsets of the result"));
}

} // namespace
} // namespace tscope
