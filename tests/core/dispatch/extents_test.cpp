// SPDX-License-Identifier: Apache-2.0
// Tensors without elements whose other extents multiply to more than 64 bits: sound, and nothing to count with.
#include "convert/convert.h"
#include "dispatch/backends.h"
#include "dispatch/params.h"
#include "layouts/registry.h"
#include "ops/operations.h"
#include "ops/run.h"
#include "rules/check.h"
#include "support/from_json.h"
#include "support/small_tensors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope {
namespace {

using testing::HasSubstr;

const std::string vast = "4611686018427387904"; // 2^62

Tensor vastBlocks()
{
    return test::fromJson(R"({"layout": "bsr", "size": [0, 0], "members": {
        "compressed": {"dtype": "int64", "shape": [1], "data": [0]},
        "plain": {"dtype": "int64", "shape": [0], "data": []},
        "values": {"dtype": "float32", "shape": [0, )" +
                          vast + ", " + vast + R"(], "data": []}}})");
}

Tensor vastTails()
{
    return test::fromJson(R"({"layout": "csr", "size": [0, 0, )" + vast + ", " + vast + R"(], "members": {
        "compressed": {"dtype": "int64", "shape": [1], "data": [0]},
        "plain": {"dtype": "int64", "shape": [0], "data": []},
        "values": {"dtype": "float32", "shape": [0, )" +
                          vast + ", " + vast + R"(], "data": []}}})");
}

Tensor ofNothing(Extents sizes, Extents strides)
{
    auto tensor = test::fromJson(R"({"layout": "strided", "members": {
        "values": {"dtype": "float32", "shape": [0], "data": []}}})");
    tensor.members[0].array.geometry = {std::move(sizes), std::move(strides), int64Max};
    return tensor;
}

// No batch entry has its rows, which can't be counted together with the end of the last.
Tensor vastRows()
{
    return test::fromJson(R"({"layout": "coo", "size": [0, 9223372036854775807, 2], "members": {
        "indices": {"dtype": "int64", "shape": [3, 0], "data": []},
        "values": {"dtype": "float32", "shape": [0], "data": []}}})");
}

// As many columns of blocks as int32 counts and four times as many columns.
Tensor vastLines()
{
    return test::fromJson(R"({"layout": "bsr", "size": [1, 8589934588], "members": {
        "compressed": {"dtype": "int32", "shape": [2], "data": [0, 1]},
        "plain": {"dtype": "int32", "shape": [1], "data": [2147483646]},
        "values": {"dtype": "float32", "shape": [1, 1, 4], "data": [1, 2, 3, 4]}}})");
}

// Rows of no columns, more of them together than can be counted.
Tensor vastComponents()
{
    return test::fromJson(R"({"layout": "nested", "members": {
        "buffer": {"dtype": "float32", "shape": [0], "data": []},
        "nested_sizes": {"dtype": "int64", "data": [[6000000000000000000, 0], [6000000000000000001, 0]]},
        "nested_strides": {"dtype": "int64", "data": [[1, 1], [1, 1]]},
        "storage_offsets": {"dtype": "int64", "data": [0, 0]}}})");
}

// One coordinate is the last that there is, so no size has room for it, and none is claimed.
Tensor vastCoordinate()
{
    return test::fromJson(R"({"layout": "coo", "members": {
        "indices": {"dtype": "int64", "data": [[0, 9223372036854775807], [1, 0]]},
        "values": {"dtype": "float32", "data": [1, 2]}}})");
}

TEST(VastExtents, WithoutASizeNothingIsComputed)
{
    const auto sound = test::proven(vastCoordinate());
    for (const auto* op : operations())
        if (const auto params = parseParams(op->params, {})) {
            const auto done = run(*op, std::vector<Sound>(op->inputs.size(), sound), *params, {});
            ASSERT_FALSE(done) << op->name;
            EXPECT_EQ(done.error().text, "the tensor claims no size and its members tell none") << op->name;
        }
}

std::vector<Tensor> vastTensors()
{
    const auto far = int64Max / 2, lines = std::int64_t{1} << 50; // of no elements; no loop ends with them
    return {vastBlocks(),
            vastTails(),
            vastRows(),
            vastLines(),
            vastComponents(),
            vastCoordinate(),
            ofNothing({0, far, far}, {far, far, 1}),
            ofNothing({2, 0}, {far, far}),
            ofNothing({0, 3}, {int64Max, int64Max - 1}),
            ofNothing({3, far, 0}, {0, 0, 1}),
            ofNothing({lines, 0, 3}, {0, 3, 1}),
            ofNothing({lines, 0, 0}, {0, 0, 0}),
            ofNothing({3, 0, lines}, {0, 0, 1})};
}

TEST(VastExtents, AreRefusedByKernelsInOneSentence)
{
    for (const auto& tensor : {vastBlocks(), vastTails()}) {
        const auto sound = test::proven(tensor);
        const auto done =
            run(*operationNamed("sum"), {&sound, 1}, *parseParams(operationNamed("sum")->params, {}), {});
        ASSERT_FALSE(done);
        EXPECT_EQ(done.error().code, ErrorCode::overflow);
        EXPECT_THAT(done.error().text, HasSubstr("multiply to more bytes than 64 bits can count, but for the 0"));
    }
}

TEST(VastExtents, StridesOfAnArrayWithoutElementsMeanNothing)
{
    const auto sound = test::proven(ofNothing({2, 0}, {int64Max / 2, int64Max}));
    const auto params = parseParams(operationNamed("sum")->params, std::vector<std::string>{"dim=1"});
    ASSERT_TRUE(params);
    const auto done = run(*operationNamed("sum"), {&sound, 1}, *params, {});
    ASSERT_TRUE(done) << done.error().text;
    EXPECT_EQ(done->tensor.members[0].array.geometry.sizes, Extents{2});
}

Tensor emptyTails(const std::string& tail)
{
    return test::fromJson(R"({"layout": "coo", "size": [3, )" + tail + R"(], "members": {
        "indices": {"dtype": "int64", "shape": [1, 0], "data": []},
        "values": {"dtype": "float32", "shape": [0, )" +
                          tail + R"(], "data": []}}})");
}

double resultOf(std::string_view op, const Tensor& tensor, const tscope_backend* only = nullptr)
{
    const auto& spec = *operationNamed(op);
    const auto sound = test::proven(tensor);
    const auto done = run(spec, {&sound, 1}, *parseParams(spec.params, {}), {.only = only});
    EXPECT_TRUE(done) << (done ? "" : done.error().text);
    return done ? test::complexOf(done->tensor.members[0].array.at(0)).real() : -1;
}

TEST(VastExtents, OfEntriesThatAreFewAreNotMultiplied)
{
    const auto coo = test::fromJson(R"({"layout": "coo", "size": [3, )" + vast + R"(], "members": {
        "indices": {"dtype": "int64", "shape": [2, 1], "data": [2, 4611686018427387903]},
        "values": {"dtype": "float64", "shape": [1], "data": [6]}}})");
    for (const auto* only : {static_cast<const tscope_backend*>(nullptr), referenceBackend()}) {
        EXPECT_DOUBLE_EQ(resultOf("mean", coo, only), 2 / 4611686018427387904.0);
        EXPECT_EQ(resultOf("sum", coo, only), 6);
    }
    EXPECT_EQ(resultOf("sum", emptyTails("1125899906842624")), 0); // no loop ends with its elements
}

// What is reduced to few numbers needs no dense tensor on the way, whatever the extents.
TEST(VastExtents, OfSparseTensorsAreReduced)
{
    const auto lines = test::fromJson(R"({"layout": "csr", "size": [3, 2, 1099511627776], "members": {
        "compressed": {"dtype": "int64", "data": [[0, 1, 2], [0, 1, 2], [0, 2, 2]]},
        "plain": {"dtype": "int64", "data": [[5, 1099511627775], [0, 1], [7, 9]]},
        "values": {"dtype": "float64", "data": [[1, -2], [3, 4], [5, 6]]}}})");
    // Unsorted, one place twice: it holds 8, not 1 and 7.
    const auto places = test::fromJson(R"({"layout": "coo", "size": [1099511627776, 1099511627776], "members": {
        "indices": {"dtype": "int64", "data": [[5, 1099511627775, 5], [0, 1, 0]]},
        "values": {"dtype": "float64", "data": [1, -2, 7]}}})");
    const auto truths = test::fromJson(R"({"layout": "coo", "size": [1099511627776, 1099511627776], "members": {
        "indices": {"dtype": "int64", "data": [[5, 1099511627775, 5], [0, 1, 0]]},
        "values": {"dtype": "bool", "data": [true, true, true]}}})");
    for (const auto* only : {static_cast<const tscope_backend*>(nullptr), referenceBackend()}) {
        EXPECT_EQ(resultOf("amin", lines, only), -2);
        EXPECT_EQ(resultOf("amax", lines, only), 6);
        EXPECT_EQ(resultOf("sum", lines, only), 17);
        EXPECT_EQ(resultOf("amin", places, only), -2);
        EXPECT_EQ(resultOf("amax", places, only), 8);
        EXPECT_EQ(resultOf("sum", truths, only), 2);
    }
}

TEST(VastExtents, OfManyDimsAreReduced)
{
    std::string ones, rows, pointers = "[0, 2]", plain = "[0, 2]", values = "[5, -7]";
    for (int d = 0; d < 38; ++d) {
        ones += "1, ";
        rows += "[0, 0], ";
        pointers = "[" + pointers + "]";
        plain = "[" + plain + "]";
        values = "[" + values + "]";
    }
    const auto coo = test::fromJson(R"({"layout": "coo", "size": [)" + ones + R"(1, 3], "members": {
        "indices": [)" + rows + R"([0, 0], [0, 2]], "values": [5, -7]}})");
    const auto csr = test::fromJson(R"({"layout": "csr", "size": [)" + ones + R"(1, 3], "members": {
        "compressed": )" + pointers +
                                    R"(, "plain": )" + plain + R"(, "values": )" + values + "}}");
    for (const auto& tensor : {coo, csr}) {
        EXPECT_EQ(resultOf("sum", tensor), -2);
        EXPECT_EQ(resultOf("amax", tensor), 5);
        EXPECT_EQ(resultOf("amin", tensor), -7);
    }
}

// What a reduction works in is counted before it is there, as what it writes is.
TEST(VastExtents, WhatAReductionWorksInIsBounded)
{
    const auto coo = test::fromJson(R"({"layout": "coo", "size": [1000, 2], "dtype": "int8", "members": {
        "indices": [[3], [1]], "values": [4]}})");
    const auto sound = test::proven(coo);
    const auto& amax = *operationNamed("amax");
    const auto params = parseParams(amax.params, std::vector<std::string>{"dim=1"});
    const auto done = run(amax, {&sound, 1}, *params, {.maxBytes = 3000});
    ASSERT_FALSE(done) << "it counts what is stored for each of 1000 results";
    EXPECT_EQ(done.error().code, ErrorCode::outOfMemory);
    EXPECT_THAT(done.error().text, HasSubstr("would work in more than the 2000 bytes that may be used"));
    EXPECT_TRUE(run(amax, {&sound, 1}, *params, {.maxBytes = 20000}));
}

// As in PyTorch, 0 and -1 are dims of a number, too.
TEST(WithoutDims, TheFirstAndTheLastDimAreTaken)
{
    const auto number = test::fromJson(R"({"layout": "strided", "members": {
        "values": {"dtype": "float32", "shape": [], "data": [-3]}}})");
    const auto sound = test::proven(number);
    const auto of = [&](std::string_view op, const char* dim) {
        const auto& spec = *operationNamed(op);
        return run(spec, {&sound, 1}, *parseParams(spec.params, std::vector<std::string>{dim}), {});
    };
    for (const auto* dim : {"dim=0", "dim=-1"}) {
        for (const auto* op : {"sum", "mean", "amin", "softmax"}) {
            const auto done = of(op, dim);
            ASSERT_TRUE(done) << op << ": " << done.error().text;
            EXPECT_EQ(done->tensor.members[0].array.geometry.sizes, Extents()) << op;
            EXPECT_EQ(done->tensor.members[0].array.at(0).text(), std::string(op) == "softmax" ? "1" : "-3") << op;
        }
    }
    EXPECT_THAT(of("sum", "dim=1").error().text, HasSubstr("has none to reduce but 0 and -1, found 1"));
    EXPECT_FALSE(of("softmax", "dim=1"));
}

// And soon. Under the sanitizer of undefined behaviour: no product of them is taken.
TEST(VastExtents, EveryOperationAndConversionEndsWell)
{
    constexpr std::int64_t most = 1 << 24;
    int refused = 0, went = 0;
    const auto look = [&](const auto& result) {
        if (result) {
            ++went;
            EXPECT_TRUE(check(result->tensor).valid) << result->tensor.layout->name;
        } else if (result.error().text.find("64 bits") != std::string::npos)
            ++refused;
        EXPECT_TRUE(result || result.error().code != ErrorCode::internal) << result.error().text;
    };
    for (const auto& tensor : vastTensors()) {
        const auto sound = test::proven(tensor);
        for (const auto* layout : layouts())
            for (const bool oneByOne : {false, true})
                for (const DType index : {ElementType::i32, ElementType::i64})
                    if (isUsualIndexType(*layout, index))
                        look(convert(sound, {.layout = layout, .indexDType = index},
                                     {.maxBytes = most, .oneByOne = oneByOne}));
        for (const auto* op : operations()) {
            const auto params = parseParams(op->params, {});
            if (params) // the others want to be told something
                look(run(*op, std::vector<Sound>(op->inputs.size(), sound), *params, {.maxBytes = most}));
        }
    }
    EXPECT_GT(refused, 10);
    EXPECT_GT(went, 10);
}

} // namespace
} // namespace tscope
