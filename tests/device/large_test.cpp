// SPDX-License-Identifier: Apache-2.0
// What the small cases of operations do not reach: results of many pieces, keys of several parts, limits of a
// tolerance, and the words of a trace.
#include "convert/convert.h"
#include "dispatch/backends.h"
#include "layouts/registry.h"
#include "make/generators.h"
#include "ops/operations.h"
#include "ops/run.h"
#include "support/from_json.h"
#include "support/small_tensors.h"
#include "support/test_device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace tscope {
namespace {

Result<RunResult> onDevice(std::string_view op, std::vector<Tensor> tensors,
                           const std::vector<std::string>& texts = {})
{
    std::vector<Sound> inputs;
    for (auto& tensor : tensors)
        inputs.push_back(test::proven(std::move(tensor)));
    const auto& spec = *operationNamed(op);
    return run(spec, inputs, *parseParams(spec.params, texts), {.device = test::testDevice()});
}

TEST(Device, ReducesWhatTakesManyPieces)
{
    Tensor ramp =
        *makeTensorOf({.kind = "arange", .layout = "strided", .size = {3, 10'001}, .dtype = ElementType::i64});
    const auto all = onDevice("sum", {ramp});
    ASSERT_TRUE(all) << all.error().text;
    EXPECT_EQ(all->tensor.members[0].array.at(0).text(), std::to_string(std::int64_t{30'003} * 30'002 / 2));
    const auto rows = onDevice("amax", {ramp}, {"dim=1"});
    ASSERT_TRUE(rows) << rows.error().text;
    EXPECT_EQ(rows->tensor.members[0].array.at(1).text(), "20001");
    const auto columns = onDevice("sum", {ramp}, {"dim=0"});
    EXPECT_EQ(columns->tensor.members[0].array.at(10'000).text(), std::to_string(10'000 + 20'001 + 30'002));
}

// Sums of floats that are built one after the other stop growing at 2^24.
TEST(Device, SumsOfManyStoredNumbersKeepGrowing)
{
    Tensor ones = *makeTensorOf({.layout = "csr", .size = {2, 20'000'000}, .nnz = 0});
    constexpr std::int64_t count = 18'000'000;
    std::vector<std::int64_t> plain(count);
    std::iota(plain.begin(), plain.end(), 0);
    ones.find("compressed")->array = Array::fromInts({3}, std::vector<std::int64_t>{0, 0, count});
    ones.find("plain")->array = Array::fromInts({count}, plain);
    ones.find("values")->array = Array::fromInts({count}, std::vector<std::int64_t>(count, 1), ElementType::f32);
    const auto all = onDevice("sum", {ones});
    ASSERT_TRUE(all) << all.error().text;
    EXPECT_EQ(all->tensor.members[0].array.at(0).text(), "1.8e+07");
}

// As the processor's kernels do: what is alone stays as it is, bit for bit.
TEST(Device, KeepsTheSignOfZeros)
{
    const auto coo = test::fromJson(R"({"layout": "coo", "size": [2, 2], "members": {
        "indices": [[0, 1], [0, 1]], "values": {"dtype": "float32", "data": [-0.0, 3]}}})");
    const auto dense =
        convert(test::proven(coo), {.layout = layoutNamed("strided")}, {.device = test::testDevice()});
    ASSERT_TRUE(dense) << dense.error().text;
    EXPECT_EQ(dense->tensor.members[0].array.at(0).text(), "-0");
    const auto sum = onDevice("add", {coo, coo});
    ASSERT_TRUE(sum) << sum.error().text;
    EXPECT_EQ(sum->tensor.member("values").array.at(0).text(), "-0");
    const auto product = onDevice("mul", {coo, coo});
    ASSERT_TRUE(product) << product.error().text;
    EXPECT_EQ(product->tensor.member("values").array.at(0).text(), "0");
}

TEST(Device, TheMeanOfNothingIsNoNumber)
{
    const auto coo = test::fromJson(R"({"layout": "coo", "size": [1099511627776, 1099511627776, 0], "members": {
        "indices": {"shape": [3, 0], "data": []}, "values": {"dtype": "float32", "shape": [0], "data": []}}})");
    const auto mean = onDevice("mean", {coo});
    ASSERT_TRUE(mean) << mean.error().text;
    EXPECT_EQ(mean->tensor.members[0].array.at(0).text(), "nan");
}

TEST(Device, TheMeanOfMoreThanIntegersCount)
{
    const auto coo = test::fromJson(R"({"layout": "coo", "size": [1099511627776, 1099511627776], "members": {
        "indices": [[5, 0], [7, 3]], "values": {"dtype": "float64", "data": [1, 3]}}})");
    const auto there = onDevice("mean", {coo});
    ASSERT_TRUE(there) << there.error().text;
    const auto here = run(*operationNamed("mean"), std::vector<Sound>{test::proven(coo)},
                          *parseParams(operationNamed("mean")->params, {}));
    EXPECT_EQ(there->tensor.members[0].array.at(0), here->tensor.members[0].array.at(0));
}

// Of a buffer with more than the components have, all is as it was.
TEST(Device, WhatNoComponentReadsStays)
{
    const auto nested = test::fromJson(R"({"layout": "nested", "members": {
        "buffer": {"dtype": "float32", "data": [1, 1, 5, 7]},
        "nested_sizes": {"dtype": "int64", "shape": [1, 1], "data": [2]},
        "nested_strides": {"dtype": "int64", "shape": [1, 1], "data": [1]},
        "storage_offsets": {"dtype": "int64", "shape": [1], "data": [0]}}})");
    const auto& softmax = *operationNamed("softmax");
    const std::vector<std::string> texts{"dim=-1"};
    for (const auto* device : {"cpu", "cuda"}) {
        const std::vector<Sound> inputs{test::proven(nested)};
        const auto made = run(softmax, inputs, *parseParams(softmax.params, texts), {.device = device});
        ASSERT_TRUE(made) << made.error().text;
        const auto& buffer = made->tensor.members[0].array;
        EXPECT_EQ(buffer.at(0).text() + " " + buffer.at(1).text(), "0.5 0.5") << device;
        for (std::int64_t i = 2; i < *numel(buffer.geometry); ++i)
            EXPECT_EQ(buffer.at(i).text(), i == 2 ? "5" : "7") << device;
    }
}

// Stored more than once at a place, a bool is one element all the same.
TEST(Device, RepeatedBoolsAreOneElement)
{
    const auto coo = test::fromJson(R"({"layout": "coo", "size": [2, 2], "members": {
        "indices": [[0, 0, 0, 1, 0], [0, 0, 1, 1, 0]],
        "values": {"dtype": "bool", "data": [true, true, false, true, true]}}})");
    const auto& sum = *operationNamed("sum");
    for (const auto& texts : {std::vector<std::string>{}, {"dim=0"}, {"dim=1"}}) {
        const std::vector<Sound> inputs{test::proven(coo)};
        const auto params = *parseParams(sum.params, texts);
        const auto dull = run(sum, inputs, params, {.only = referenceBackend()});
        ASSERT_TRUE(dull) << dull.error().text;
        for (const auto* device : {"cpu", "cuda"}) {
            const auto made = run(sum, inputs, params, {.device = device});
            ASSERT_TRUE(made) << made.error().text;
            EXPECT_EQ(test::logicalOf(made->tensor), test::logicalOf(dull->tensor)) << device;
        }
    }
}

// A glance at a conversion asks kernels on the device too.
TEST(Device, ForeseesAConversionThere)
{
    Tensor coo = *makeTensorOf({.layout = "coo", .size = {1000, 1000}, .nnz = 100'000});
    const auto seen = foresee(test::proven(coo), {.layout = layoutNamed("csr")}, {.device = test::testDevice()});
    ASSERT_TRUE(seen) << seen.error().text;
    EXPECT_FALSE(seen->isTried);
    EXPECT_THAT(seen->route.front().kernel, testing::HasSubstr("convert.pointers"));
}

// Their extents multiply to more than 64 bits, so that the entries are sorted by one after the other.
TEST(Device, SortsByIndicesThatNoNumberHolds)
{
    const auto coo = test::fromJson(R"({"layout": "coo", "size": [1099511627776, 1099511627776, 5], "members": {
        "indices": [[1099511627775, 0, 7, 1099511627775, 7], [3, 1099511627775, 2, 3, 1], [0, 4, 1, 0, 1]],
        "values": {"dtype": "float32", "data": [1, 2, 4, 8, 16]}}})");
    const auto sum = onDevice("add", {coo, coo});
    ASSERT_TRUE(sum) << sum.error().text;
    const auto& indices = sum->tensor.member("indices").array;
    const auto& values = sum->tensor.member("values").array;
    ASSERT_EQ(values.geometry.sizes, (Extents{4}));
    std::vector<std::string> found;
    for (std::int64_t k = 0; k < 4; ++k)
        found.push_back(indices.at(k).text() + " " + indices.at(4 + k).text() + " " + indices.at(8 + k).text() +
                        ": " + values.at(k).text());
    EXPECT_THAT(found,
                testing::ElementsAre("0 1099511627775 4: 4", "7 1 1: 32", "7 2 1: 8", "1099511627775 3 0: 18"));
}

TEST(Device, AToleranceIsKeptToItsEnd)
{
    const auto a =
        test::fromJson(R"({"layout": "strided", "members": {"values": {"dtype": "float64", "data": [1, 1, 1]}}})");
    const auto b = test::fromJson(
        R"({"layout": "strided", "members": {"values": {"dtype": "float64", "data": [1.5, 1.25, 1.75]}}})");
    const auto told = onDevice("differ", {a, b}, {"atol=0.5", "rtol=0"});
    ASSERT_TRUE(told) << told.error().text;
    const auto& values = told->tensor.members[0].array;
    EXPECT_EQ(values.at(0).text() + values.at(1).text() + values.at(2).text(), "falsefalsetrue");
}

TEST(Device, ItsTraceTellsWhatWasSentAndFetched)
{
    Tensor csr = *makeTensorOf({.layout = "csr", .size = {4, 4}, .nnz = 5});
    Tensor x = *makeTensorOf({.kind = "dense", .layout = "strided", .size = {4, 2}, .dtype = ElementType::f32});
    const auto made = onDevice("matmul", {csr, x});
    ASSERT_TRUE(made) << made.error().text;
    std::vector<std::string> lines;
    for (const auto& step : made->trace.steps)
        lines.push_back(text(step));
    const auto kernel = made->trace.kernel; // simulated.matmul.rows, or what a real device has
    EXPECT_THAT(lines, testing::ElementsAre("table: matmul (csr, strided) -> strided on cuda: hit",
                                            "types: float32 with int64 indices: hit",
                                            "made ready: sent to cuda:0, 132 bytes moved",
                                            "run: " + kernel + ", 32 bytes moved",
                                            "made ready: fetched from cuda:0, 32 bytes moved"));
}

// Of a part of a large storage only what it reaches is sent.
TEST(Device, SendsWhatAnArrayReaches)
{
    Tensor part =
        *makeTensorOf({.kind = "arange", .layout = "strided", .size = {100, 100}, .dtype = ElementType::f32});
    auto& geometry = part.members[0].array.geometry;
    geometry = {{3, 2}, {1, 100}, 500}; // columns as rows
    part.size.reset();
    const auto made = onDevice("contiguous", {part});
    ASSERT_TRUE(made) << made.error().text;
    const auto& values = made->tensor.members[0].array;
    EXPECT_EQ(values.at(0).text() + " " + values.at(1).text() + " " + values.at(4).text(), "500 600 502");
    EXPECT_EQ(made->trace.steps[2].bytesMoved, (100 + 2 + 1) * 4);
}

} // namespace
} // namespace tscope
