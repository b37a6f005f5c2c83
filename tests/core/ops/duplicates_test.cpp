// SPDX-License-Identifier: Apache-2.0
// What is stored more than once at one place is one element: the sum of it, in the type that it has.
#include "convert/convert.h"
#include "dispatch/backends.h"
#include "ops/operations.h"
#include "ops/run.h"
#include "rules/check.h"
#include "support/from_json.h"
#include "support/small_tensors.h"
#include "support/test_device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace tscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Tensor coo(const std::string& dtype, const std::string& values, const std::string& rows = "[0, 0, 1]",
           const std::string& columns = "[1, 1, 0]")
{
    return test::fromJson(R"({"layout": "coo", "size": [2, 3], "dtype": ")" + dtype +
                          R"(", "members": {"indices": [)" + rows + ", " + columns + R"(], "values": )" + values +
                          "}}");
}

Tensor csr(const std::string& dtype, const std::string& values)
{
    return test::fromJson(R"({"layout": "csr", "size": [2, 3], "dtype": ")" + dtype +
                          R"(", "members": {"crow_indices": [0, 2, 3], "col_indices": [1, 1, 0], "values": )" +
                          values + "}}");
}

Tensor strided(const std::string& dtype, const std::string& values)
{
    return test::fromJson(R"({"layout": "strided", "dtype": ")" + dtype + R"(", "members": {"values": )" + values +
                          "}}");
}

Result<RunResult> ran(std::string_view op, const std::vector<Tensor>& tensors,
                      const std::vector<std::string>& texts = {}, const tscope_backend* only = nullptr)
{
    const auto& spec = *operationNamed(op);
    std::vector<Sound> inputs;
    for (const auto& tensor : tensors)
        inputs.push_back(test::proven(tensor));
    return run(spec, inputs, *parseParams(spec.params, texts),
               {.device = only == nullptr ? test::testDevice() : "cpu", .only = only});
}

std::vector<double> elementsIn(const Tensor& tensor, std::string_view member = "values")
{
    const auto& array = tensor.member(member).array;
    std::vector<double> out;
    for (std::int64_t i = 0; i < *numel(array.geometry); ++i)
        out.push_back(test::complexOf(array.at(i)).real());
    return out;
}

template <class F>
void onAllBackends(const F& f)
{
    f(nullptr);
    f(referenceBackend());
}

TEST(Duplicates, TruthsAreCountedOnce)
{
    onAllBackends([](const tscope_backend* only) {
        for (const auto& tensor : {coo("bool", "[true, true, true]"), csr("bool", "[true, true, true]")}) {
            EXPECT_THAT(elementsIn(ran("sum", {tensor}, {}, only)->tensor), ElementsAre(2));
            EXPECT_THAT(elementsIn(ran("sum", {tensor}, {"dim=0"}, only)->tensor), ElementsAre(1, 1, 0));
            EXPECT_THAT(elementsIn(ran("sum", {tensor}, {"dim=1"}, only)->tensor), ElementsAre(1, 1));
        }
    });
}

// Twice 255 is 254 in uint8, wherever it is asked: by an index, as a dense tensor, in a sum.
TEST(Duplicates, OfNarrowTypesMeanOneNumberEverywhere)
{
    struct Case {
        const char *dtype, *values;
        double element;
    };
    const std::vector<Case> cases{{"uint8", "[255, 255, 1]", 254},
                                  {"int8", "[127, 127, 1]", -2},
                                  {"int16", "[32767, 2, 1]", -32767},
                                  {"int32", "[2147483647, 1, 1]", -2147483648.0},
                                  {"float16", "[60000, 60000, 1]", HUGE_VAL}};
    for (const auto& [dtype, values, element] : cases)
        for (const auto& tensor : {coo(dtype, values), csr(dtype, values)}) {
            const auto wanted = element; // clang 14 captures no structured binding
            const bool isReal = std::string_view(dtype) == "float16";
            SCOPED_TRACE(std::string(tensor.layout->name) + " " + dtype);
            EXPECT_EQ(test::complexOf(tensor.layout->locate(tensor, {0, 1})->value).real(), wanted);
            const auto dense = convert(test::proven(tensor), {.layout = layoutNamed("strided")});
            ASSERT_TRUE(dense);
            EXPECT_EQ(test::logicalOf(dense->tensor).at({0, 1}), wanted);
            onAllBackends([&](const tscope_backend* only) {
                EXPECT_THAT(elementsIn(ran("sum", {tensor}, {}, only)->tensor), ElementsAre(wanted + 1));
                EXPECT_THAT(elementsIn(ran("sum", {tensor}, {"dim=0"}, only)->tensor), ElementsAre(1, wanted, 0));
                if (isReal) {
                    EXPECT_THAT(elementsIn(ran("mean", {tensor}, {}, only)->tensor), ElementsAre(wanted));
                }
            });
        }
}

// In one batch entry two are one, in the other not: as csr, added up, they would differ in length.
TEST(Duplicates, OfBatchesThatWouldDifferAreAddedUpAllTheSame)
{
    const auto lines = test::fromJson(R"({"layout": "csr", "size": [2, 1, 2], "dtype": "float32", "members": {
        "crow_indices": [[0, 2], [0, 2]], "col_indices": [[1, 1], [0, 1]], "values": [[1, 3], [2, -1]]}})");
    onAllBackends([&](const tscope_backend* only) {
        const auto most = ran("amax", {lines}, {}, only), least = ran("amin", {lines}, {"dim=2"}, only);
        ASSERT_TRUE(most && least) << (most ? least : most).error().text;
        EXPECT_THAT(elementsIn(most->tensor), ElementsAre(4));
        EXPECT_THAT(elementsIn(least->tensor), ElementsAre(0, -1));
    });
}

TEST(Duplicates, ASampledProductIsThereOnce)
{
    const auto b = strided("float32", "[[1, 2], [3, 4]]");
    const auto c = strided("float32", "[[1, 2, 3], [4, 5, 6]]");
    onAllBackends([&](const tscope_backend* only) {
        for (const auto& pattern : {coo("float32", "[7, 8, 9]"), csr("float32", "[7, 8, 9]")}) {
            const auto made = ran("sddmm", {pattern, b, c}, {}, only);
            ASSERT_TRUE(made) << made.error().text;
            EXPECT_EQ(test::logicalOf(made->tensor), (test::Logical{{{0, 1}, 12}, {{1, 0}, 19}}));
        }
    });
}

// Of the pattern only the places count: values that the type of the product can't hold are no obstacle.
TEST(Duplicates, ValuesOfAPatternMeanNothing)
{
    const auto b = strided("int32", "[[1, 2], [3, 4]]");
    const auto c = strided("int32", "[[1, 2, 3], [4, 5, 6]]");
    onAllBackends([&](const tscope_backend* only) {
        const auto made =
            ran("sddmm", {coo("float32", R"(["NaN", 2, "Infinity"])", "[0, 0, 1]", "[0, 1, 0]"), b, c}, {}, only);
        ASSERT_TRUE(made) << made.error().text;
        EXPECT_EQ(test::logicalOf(made->tensor), (test::Logical{{{0, 0}, 9}, {{0, 1}, 12}, {{1, 0}, 19}}));
    });
}

TEST(Duplicates, AreAddedUpBeforeTheirTypeChanges)
{
    const auto as = [](const Tensor& tensor, const ConvertRequest& request, bool oneByOne) {
        return test::logicalOf(convert(test::proven(tensor), request, {.oneByOne = oneByOne})->tensor);
    };
    const ConvertRequest dense{.layout = layoutNamed("strided"), .dtype = ElementType::f32};
    for (const bool oneByOne : {false, true}) {
        EXPECT_EQ(as(coo("bool", "[true, true, true]"), dense, oneByOne).at({0, 1}), 1.0);
        EXPECT_EQ(as(csr("bool", "[true, true, true]"), dense, oneByOne).at({0, 1}), 1.0);
        EXPECT_EQ(as(coo("int8", "[127, 127, 1]"), dense, oneByOne).at({0, 1}), -2.0);
        EXPECT_EQ(as(coo("float32", "[0.5, 0.5, 1]"), {.layout = layoutNamed("csr"), .dtype = ElementType::i32},
                     oneByOne)
                      .at({0, 1}),
                  1.0);
    }
    const auto one = strided("float32", "[[1, 1, 1], [1, 1, 1]]");
    onAllBackends([&](const tscope_backend* only) {
        const auto sum = ran("add", {coo("bool", "[true, true, true]"), one}, {}, only);
        ASSERT_TRUE(sum) << sum.error().text;
        EXPECT_THAT(elementsIn(sum->tensor), ElementsAre(1, 2, 1, 2, 1, 1));
    });
}

// As csr the entries of these batches can't be added up; as coo they can, and an operation on them goes that way.
TEST(Duplicates, OfBatchesChangeTheirTypeAsSums)
{
    const auto lines = test::fromJson(R"({"layout": "csr", "size": [2, 1, 2], "dtype": "int8", "members": {
        "crow_indices": [[0, 2], [0, 2]], "col_indices": [[1, 1], [0, 1]], "values": [[127, 127], [2, -1]]}})");
    const test::Logical want{{{0, 0, 1}, -2}, {{1, 0, 0}, 2}, {{1, 0, 1}, -1}};
    const auto made = convert(test::proven(lines), {.layout = layoutNamed("coo"), .dtype = ElementType::f32});
    ASSERT_TRUE(made) << made.error().text;
    EXPECT_EQ(test::logicalOf(made->tensor), want);
    const auto one = strided("float32", "[[[1, 1]], [[1, 1]]]");
    onAllBackends([&](const tscope_backend* only) {
        const auto sum = ran("add", {lines, one}, {}, only);
        ASSERT_TRUE(sum) << sum.error().text;
        EXPECT_THAT(elementsIn(sum->tensor), ElementsAre(1, -1, 3, 0));
    });
}

TEST(Duplicates, ThatCancelAreZerosToBeDropped)
{
    const auto cancelling = coo("float32", "[1, -1, 2]");
    for (const auto* layout : {"coo", "csr", "csc", "bsr"}) {
        SCOPED_TRACE(layout);
        ConvertRequest request{.layout = layoutNamed(layout), .dropZeros = true};
        if (std::string_view(layout) == "bsr")
            request.block = {{1, 1}};
        const auto made = convert(test::proven(cancelling), request);
        ASSERT_TRUE(made) << made.error().text;
        EXPECT_EQ(test::logicalOf(made->tensor), (test::Logical{{{1, 0}, 2}}));
    }
    const auto rows =
        convert(test::proven(cancelling), {.layout = layoutNamed("coo"), .denseDims = 1, .dropZeros = true});
    ASSERT_TRUE(rows) << rows.error().text;
    EXPECT_EQ(rows->tensor.layout->read(rows->tensor, {})->outline().nnz, 1);
}

// 40 dims of 5 do not fit a word by which entries could be sorted; none of them is twice.
TEST(Duplicates, WithoutAnyEntriesOfManyDimsKeepTheirValues)
{
    for (const auto type :
         {ElementType::i8, ElementType::f16, ElementType::f32, ElementType::f64, ElementType::c128}) {
        std::string rows, size;
        for (int d = 0; d < 30; ++d) {
            rows += (d == 0 ? "" : ", ") + std::string(d == 7 ? "[4, 0, 2, 1]" : "[1, 1, 1, 1]");
            size += (d == 0 ? "" : ", ") + std::string("5");
        }
        const auto tensor = test::fromJson(R"({"layout": "coo", "size": [)" + size + R"(], "dtype": ")" +
                                           std::string(DType(type).name()) + R"(", "members": {"indices": [)" +
                                           rows + R"(], "values": [1, 2, 3, 4]}})");
        onAllBackends([&](const tscope_backend* only) {
            SCOPED_TRACE(DType(type).name());
            const auto square = ran("mul", {tensor, tensor}, {}, only),
                       twice = ran("add", {tensor, tensor}, {}, only);
            ASSERT_TRUE(square && twice);
            EXPECT_THAT(elementsIn(square->tensor), ElementsAre(4, 16, 9, 1));
            EXPECT_THAT(elementsIn(twice->tensor), ElementsAre(4, 8, 6, 2));
            if (type == ElementType::c128)
                return;
            EXPECT_THAT(elementsIn(ran("amax", {tensor}, {}, only)->tensor), ElementsAre(4));
            EXPECT_THAT(elementsIn(ran("amin", {tensor}, {}, only)->tensor), ElementsAre(0));
        });
    }
}

} // namespace
} // namespace tscope
