// SPDX-License-Identifier: Apache-2.0
// What is special about calls of a library: which it is given, which it is not, and what its failures come to.
#include "cuda/library/plain_room.h"
#include "element/element.h"
#include "make/generators.h"
#include "ops/operations.h"
#include "ops/run.h"
#include "support/small_tensors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope {

namespace {

using test::callsOf;
using ::testing::HasSubstr;

Tensor made(const std::string& layout, Extents size, ElementType type = ElementType::f64,
            ElementType index = ElementType::i32, std::array<std::int64_t, 2> block = {2, 2})
{
    MakeSpec spec;
    spec.layout = layout;
    spec.size = std::move(size);
    spec.dtype = type;
    spec.indexDType = index;
    spec.density = 0.4;
    if (layout == "bsr")
        spec.blocksize = block;
    auto tensor = makeTensorOf(spec);
    EXPECT_TRUE(tensor) << tensor.error().text;
    if (layout == "coo")
        tensor->claims.set("is_coalesced", true);
    return *tensor;
}

Result<RunResult> multiplied(const Tensor& a, const Tensor& b, std::string_view device = "cuda")
{
    const std::vector inputs{test::proven(a), test::proven(b)};
    return run(*operationNamed("matmul"), inputs, {}, {.device = std::string(device)});
}

std::string kernelOf(const Tensor& a, const Tensor& b)
{
    const auto done = multiplied(a, b);
    EXPECT_TRUE(done) << done.error().text;
    if (!done)
        return {};
    const auto host = multiplied(a, b, "cpu");
    EXPECT_TRUE(host) << host.error().text;
    // Sums of halves are rounded once here, more often there.
    const auto tolerance = a.declaredDType().itemSize() == 2 ? 3e-2 : 1e-4;
    const auto found = test::logicalOf(done->tensor), want = test::logicalOf(host->tensor);
    EXPECT_EQ(found.size(), want.size());
    for (const auto& [index, value] : want) {
        const auto at = found.find(index);
        EXPECT_TRUE(at != found.end() && std::abs(at->second - value) <= tolerance * (1 + std::abs(value)))
            << text(index);
    }
    return done->trace.kernel;
}

std::string traceOf(const Tensor& a, const Tensor& b)
{
    const auto done = multiplied(a, b);
    std::string text;
    for (const auto& step : done->trace.steps)
        text += step.text + '\n';
    return text;
}

} // namespace

TEST(LibraryProducts, AreGivenEachFormatTypeAndIndexTheyTake)
{
    for (const auto* layout : {"csr", "coo", "bsr"})
        for (const auto type : {ElementType::f16, ElementType::bf16, ElementType::f32, ElementType::f64,
                                ElementType::c64, ElementType::c128})
            for (const auto index : {ElementType::i32, ElementType::i64}) {
                if (layout == std::string("coo") && index == ElementType::i32)
                    continue; // no sound coo has such
                SCOPED_TRACE(std::string(layout) + " of " + std::string(DType(type).name()));
                EXPECT_EQ(kernelOf(made(layout, {6, 8}, type, index), made("strided", {8, 3}, type)),
                          "plain.matmul.cusparse_spmm");
            }
}

TEST(LibraryProducts, TakeVectorsByTheirOwnFunction)
{
    const auto a = made("csr", {6, 8}), x = made("strided", {8});
    const auto vectors = callsOf("SpMV"), matrices = callsOf("SpMM");
    EXPECT_EQ(kernelOf(a, x), "plain.matmul.cusparse_spmm");
    EXPECT_EQ(callsOf("SpMV"), vectors + 1);
    EXPECT_EQ(callsOf("SpMM"), matrices);
    // Its algorithm for vectors is not trusted with one row or one column.
    kernelOf(made("csr", {1, 8}), x);
    kernelOf(made("csr", {6, 1}), made("strided", {1}));
    EXPECT_EQ(callsOf("SpMV"), vectors + 1);
    EXPECT_EQ(callsOf("SpMM"), matrices + 2);
}

TEST(LibraryProducts, DenseFactorsMayLieByColumnsOrApart)
{
    const auto a = made("csr", {6, 8});
    auto b = made("strided", {3, 8});
    auto& geometry = b.members[0].array.geometry;
    std::swap(geometry.sizes[0], geometry.sizes[1]); // its transposed
    std::swap(geometry.strides[0], geometry.strides[1]);
    b.size = geometry.sizes;
    EXPECT_EQ(kernelOf(a, b), "plain.matmul.cusparse_spmm");

    auto part = made("strided", {8, 10});
    part.members[0].array.geometry.sizes[1] = 3;
    part.members[0].array.geometry.offset = 2;
    part.size = part.members[0].array.geometry.sizes;
    EXPECT_EQ(kernelOf(a, part), "plain.matmul.cusparse_spmm");

    part.members[0].array.geometry.strides[1] = 2; // neither by rows nor by columns
    EXPECT_EQ(kernelOf(a, part), "plain.matmul.rows");
    EXPECT_THAT(traceOf(a, part), HasSubstr("side by side along one dim"));
}

TEST(LibraryProducts, OthersGoToOurOwnKernelsAndTheTraceSaysWhy)
{
    const auto b = made("strided", {8, 3});
    EXPECT_EQ(kernelOf(made("bsr", {6, 8}, ElementType::f64, ElementType::i32, {3, 2}), b), "plain.matmul.rows");
    EXPECT_THAT(traceOf(made("bsr", {6, 8}, ElementType::f64, ElementType::i32, {3, 2}), b),
                HasSubstr("takes square blocks, found 3 x 2"));
    EXPECT_EQ(kernelOf(made("csr", {6, 8}, ElementType::i32), made("strided", {8, 3}, ElementType::i32)),
              "plain.matmul.rows");
    EXPECT_EQ(kernelOf(made("csc", {6, 8}), b), "plain.matmul.sorted_rows");
}

TEST(LibraryProducts, EntriesOutOfOrderStayAsTheyAre)
{
    auto a = made("csr", {6, 8});
    const auto crow = Array::fromInts({7}, std::vector<std::int64_t>{0, 3, 3, 3, 3, 3, 3}, ElementType::i32);
    const auto columns = Array::fromInts({3}, std::vector<std::int64_t>{5, 1, 1}, ElementType::i32);
    auto tensor =
        makeTensor(*a.layout, {{.role = a.members[0].role, .array = crow},
                               {.role = a.members[1].role, .array = columns},
                               {.role = a.members[2].role, .array = made("strided", {3}).members[0].array}});
    ASSERT_TRUE(tensor);
    tensor->size = Extents{6, 8};
    const auto b = made("strided", {8, 3});
    EXPECT_EQ(kernelOf(*tensor, b), "plain.matmul.rows");
    EXPECT_THAT(traceOf(*tensor, b), HasSubstr("plain.matmul.cusparse_spmm: takes entries in order only"));
}

TEST(LibraryProducts, WhatTheLibraryRefusesAnotherKernelDoes)
{
    const auto a = made("csr", {6, 8}), b = made("strided", {8, 3});
    for (const auto status : {CUSPARSE_STATUS_NOT_SUPPORTED, CUSPARSE_STATUS_INSUFFICIENT_RESOURCES}) {
        test::failNext("SpMM_bufferSize", status);
        const auto done = multiplied(a, b);
        ASSERT_TRUE(done) << done.error().text;
        EXPECT_EQ(done->trace.kernel, "plain.matmul.rows");
    }
    test::failNext("SpMM", CUSPARSE_STATUS_INSUFFICIENT_RESOURCES);
    const auto done = multiplied(a, b);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::outOfMemory);
    EXPECT_THAT(done.error().text, HasSubstr("cusparseSpMM: as the test wished (STATUS)"));
    test::failNext("SpMM", CUSPARSE_STATUS_EXECUTION_FAILED);
    const auto failed = multiplied(a, b);
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().code, ErrorCode::internal);
}

TEST(LibraryProducts, SparseTimesSparse)
{
    for (const auto index : {ElementType::i32, ElementType::i64})
        for (const auto type : {ElementType::f32, ElementType::f64, ElementType::c64, ElementType::c128})
            EXPECT_EQ(kernelOf(made("csr", {6, 8}, type, index), made("csr", {8, 5}, type, index)),
                      "plain.matmul.cusparse_spgemm");
    EXPECT_EQ(kernelOf(made("csr", {6, 8}, ElementType::f16), made("csr", {8, 5}, ElementType::f16)),
              "plain.matmul.pairs");
    test::failNext("SpGEMM_compute", CUSPARSE_STATUS_ALLOC_FAILED);
    const auto done = multiplied(made("csr", {6, 8}), made("csr", {8, 5}));
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::outOfMemory);
}

TEST(LibraryProducts, DenseOnesWithBatchesAndTransposedFactors)
{
    EXPECT_EQ(kernelOf(made("strided", {6, 8}), made("strided", {8, 5})), "plain.matmul.cublas_gemm");
    EXPECT_EQ(kernelOf(made("strided", {2, 3, 6, 8}), made("strided", {2, 3, 8, 5})), "plain.matmul.cublas_gemm");
    EXPECT_EQ(kernelOf(made("strided", {3, 6, 8}), made("strided", {8, 5})), "plain.matmul.cublas_gemm");
    auto turned = made("strided", {5, 8});
    auto& geometry = turned.members[0].array.geometry;
    std::swap(geometry.sizes[0], geometry.sizes[1]);
    std::swap(geometry.strides[0], geometry.strides[1]);
    turned.size = geometry.sizes;
    EXPECT_EQ(kernelOf(made("strided", {6, 8}), turned), "plain.matmul.cublas_gemm");
    EXPECT_EQ(kernelOf(made("strided", {6, 8}, ElementType::i64), made("strided", {8, 5}, ElementType::i64)),
              "plain.matmul.dense");
}

} // namespace tscope
