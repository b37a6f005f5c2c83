// SPDX-License-Identifier: Apache-2.0
// How calls tell the way they went, word for word.
#include "make/generators.h"
#include "ops/operations.h"
#include "ops/run.h"
#include "support/from_json.h"
#include "support/small_tensors.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

std::vector<std::string> traceOf(std::string_view op, std::vector<Tensor> inputs,
                                 std::vector<std::string> texts = {})
{
    std::vector<Sound> sound;
    for (auto& input : inputs)
        sound.push_back(test::proven(std::move(input)));
    const auto& spec = *operationNamed(op);
    const auto done = run(spec, sound, *parseParams(spec.params, texts));
    if (!done)
        return {done.error().text};
    std::vector<std::string> lines;
    for (const auto& step : done->trace.steps)
        lines.push_back(text(step));
    return lines;
}

using Lines = std::vector<std::string>;

Tensor csr(ElementType index = ElementType::i64, ElementType dtype = ElementType::f32)
{
    MakeSpec spec;
    spec.size = {4, 4};
    spec.nnz = 5;
    spec.dtype = dtype;
    spec.indexDType = index;
    return *makeTensorOf(spec);
}

Tensor strided(ElementType dtype = ElementType::f32, Extents size = {4, 2})
{
    MakeSpec spec;
    spec.kind = "dense";
    spec.layout = "strided";
    spec.size = std::move(size);
    spec.dtype = dtype;
    return *makeTensorOf(spec);
}

TEST(DispatchTrace, TwoHits)
{
    EXPECT_EQ(traceOf("matmul", {csr(), strided()}),
              (Lines{"table: matmul (csr, strided) -> strided on cpu: hit",
                     "types: float32 with int64 indices: hit", "run: cpu.matmul.gather, 32 bytes moved"}));
}

TEST(DispatchTrace, NoKernelForTheLayouts)
{
    MakeSpec spec;
    spec.layout = "coo";
    spec.size = {4, 4};
    spec.nnz = 5;
    EXPECT_EQ(traceOf("add", {csr(), *makeTensorOf(spec)}),
              (Lines{"table: add (csr, coo) -> csr on cpu, not implemented: miss",
                     "way round: input 2: coo to csr, to be of that layout, 40 bytes moved",
                     "table: add (csr, csr) -> csr on cpu: hit", "types: float32 with int64 indices: hit",
                     "run: cpu.add.merge, 100 bytes moved"}));
}

TEST(DispatchTrace, OtherElementTypes)
{
    EXPECT_EQ(traceOf("matmul", {csr(ElementType::i64, ElementType::i32), strided()}),
              (Lines{"table: matmul (csr, strided) -> strided on cpu: hit",
                     "way round: input 1: csr with float32 values, to be float32, 20 bytes moved",
                     "types: float32 with int64 indices: hit", "run: cpu.matmul.gather, 32 bytes moved"}));
}

TEST(DispatchTrace, ARowMajorFactorBeforeASparseOneIsCopied)
{
    EXPECT_EQ(
        traceOf("matmul", {strided(ElementType::f32, {2, 4}), csr()}),
        (Lines{"table: matmul (csc, strided) -> strided on cpu: hit", "types: float32 with int64 indices: hit",
               "made ready: input 2 was copied to lie as the kernel reads it, 32 bytes moved",
               "run: cpu.matmul.scatter, 32 bytes moved"}));
}

TEST(DispatchTrace, RulesThatAKernelNeeds)
{
    const auto unsorted = test::fromJson(R"({"layout": "csr", "size": [2, 3], "members": {
        "compressed": [0, 2, 3], "plain": [2, 0, 1], "values": {"dtype": "float32", "data": [1, 2, 3]}}})");
    EXPECT_EQ(traceOf("add", {unsorted, unsorted}).at(1),
              "way round: input 1: csr to csr, to be as rule 5.6 wants it, 60 bytes moved");
    EXPECT_EQ(traceOf("matmul", {unsorted, strided(ElementType::f32, {3, 2})}).size(), 3U); // which needs no order
}

TEST(DispatchTrace, SizesThatAKernelDoesNotTake)
{
    MakeSpec spec;
    spec.size = {3, 4};
    spec.batch = {2};
    spec.nnz = 4;
    EXPECT_EQ(traceOf("sum", {*makeTensorOf(spec)}, {"dim=1"}),
              (Lines{"table: sum (csr) -> strided on cpu: hit",
                     "types: cpu.sum.slices: takes matrices without batch and dense dims only: miss",
                     "types: float32 with int64 indices: hit", "run: cpu.sum.stored, 32 bytes moved"}));
    // No other kernel has the key: a way round is looked for.
    const auto tails = test::fromJson(R"({"layout": "csr", "size": [1, 2, 2], "members": {
        "crow_indices": [0, 1], "col_indices": [1], "values": [[1, 2]]}})");
    const auto lines = traceOf("add", {tails, strided(ElementType::f32, {1, 2, 2})});
    EXPECT_EQ(lines.at(0),
              "table: add (csr, strided) -> strided on cpu, but cpu.add.scatter takes entries without "
              "dense dims only: miss");
    EXPECT_EQ(lines.back(), "run: cpu.add.strided, 16 bytes moved");
}

TEST(DispatchTrace, ARefusedCallIsTracedAsFarAsItCame)
{
    const auto tooFlat = test::proven(strided(ElementType::f32, {3, 2}));
    DispatchTrace trace;
    const auto done =
        run(*operationNamed("matmul"), std::vector{test::proven(csr()), tooFlat}, {}, {.trace = &trace});
    ASSERT_FALSE(done);
    ASSERT_EQ(trace.steps.size(), 1U);
    EXPECT_EQ(text(trace.steps[0]), "table: matmul (csr, strided) -> strided on cpu: hit");
}

TEST(DispatchTrace, TheCostIsWhatIsReadAndWritten)
{
    // Pointers, columns and values of the matrix, the factor, and what comes out.
    const auto done =
        run(*operationNamed("matmul"), std::vector{test::proven(csr()), test::proven(strided())}, {});
    ASSERT_TRUE(done);
    EXPECT_EQ(done->cost.bytes, 5 * 8 + 5 * 8 + 5 * 4 + 8 * 4 + 8 * 4);
}

TEST(DispatchTrace, RefusalsSayWhatWasWanted)
{
    EXPECT_EQ(traceOf("mean", {csr(ElementType::i64, ElementType::i32)}),
              Lines{"numbers with fractions were wanted for a mean, found int32"});
    EXPECT_EQ(
        traceOf("matmul", {csr(), strided(ElementType::f32, {3, 2})}),
        Lines{"a first factor with as many columns as the second has rows was wanted, found (4, 4) times (3, 2)"});
    EXPECT_EQ(traceOf("add", {csr(), strided(ElementType::f32, {3, 2})}),
              Lines{"size (4, 4) was wanted, or one that is repeated to it, found size (3, 2)"});
    EXPECT_EQ(traceOf("add", {csr()}), Lines{"add wants 2 tensors, found 1"});
}

} // namespace
} // namespace tscope
