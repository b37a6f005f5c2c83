// SPDX-License-Identifier: Apache-2.0
#include "timing/gate.h"

#include "core/timing/small_plan.h"
#include "ops/run.h"
#include "support/heap_use.h"
#include "support/sanitized.h"
#include "timing/small_strided.h"

#include <gtest/gtest.h>

namespace tscope::timing {

namespace {

Sound raggedOf(const std::string& layout, std::int64_t components)
{
    MakeSpec spec;
    spec.kind = "ragged";
    spec.layout = layout;
    spec.size = {components, 9, 6};
    return test::proven(*makeTensorOf(spec));
}

Result<Tensor> resultOf(const Workload& workload, const std::vector<Sound>& inputs)
{
    auto done = run(*workload.op, inputs, workload.params);
    return done ? Result<Tensor>(std::move(done->tensor)) : done.error();
}

// The same with one of its stored elements changed by more than it is.
Tensor withOneWrong(Tensor tensor, std::int64_t slot)
{
    const auto role = std::ranges::find(tensor.members, RoleKind::values,
                                        [](const Member& member) { return member.role->kind; });
    auto numbers = numbersOf(role->array);
    const auto type = role->array.dtype;
    auto& number = numbers[static_cast<std::size_t>(slot)];
    number += std::abs(number) + 1;
    std::vector<std::byte> bytes;
    for (const auto& one : numbers) {
        const auto element = *elementOf(one, type);
        bytes.insert(bytes.end(), element.bytes().begin(), element.bytes().end());
    }
    role->array = Array::fromBytes(type, role->array.geometry.sizes, bytes);
    return tensor;
}

void expectTellsWrongFromRight(const Workload& workload, const Sound& tensor)
{
    const auto inputs = inputsOf(workload, tensor);
    if (!inputs)
        return;
    const auto right = resultOf(workload, *inputs);
    if (!right)
        return;
    const auto gate = Gate::make(workload, *inputs);
    ASSERT_TRUE(gate) << gate.error().text;
    EXPECT_EQ(gate->how(), "all") << workload.name;
    EXPECT_EQ(gate->whyWrong(*right), "") << workload.name << " of " << tensor.tensor().layout->name;
    const auto& values = *std::ranges::find(right->members, RoleKind::values,
                                            [](const Member& member) { return member.role->kind; });
    const auto count = numel(values.array.geometry).value();
    for (const auto slot : {std::int64_t{0}, count / 2, count - 1}) {
        const auto why = gate->whyWrong(withOneWrong(*right, slot));
        EXPECT_NE(why.find("the result is wrong: "), std::string::npos)
            << workload.name << " of " << tensor.tensor().layout->name << ", slot " << slot;
    }
}

TEST(Gate, TellsRightResultsFromWrongOnesOfAllWorkloadsAndLayouts)
{
    for (const auto type :
         {ElementType::f32, ElementType::f64, ElementType::f16, ElementType::i32, ElementType::c64})
        for (const auto* layout : {"strided", "coo", "csr", "csc", "bsr", "bsc"}) {
            const auto tensor = madeMatrix(layout, {24, 16}, layout[0] == 'b' ? "blocks" : "random", type);
            for (const auto& kind : workloadKinds())
                expectTellsWrongFromRight(*workloadNamed(kind.name), tensor);
        }
    for (const auto* layout : {"nested", "jagged"})
        for (const auto& kind : workloadKinds())
            expectTellsWrongFromRight(*workloadNamed(kind.name), raggedOf(layout, 6));
}

TEST(Gate, OfTensorsWithoutElementsAllIsChecked)
{
    for (const auto& size : {Extents{0, 5}, Extents{5, 0}, Extents{0, 0}}) {
        int checked = 0;
        for (const auto* layout : {"strided", "coo", "csr", "csc"}) {
            const auto tensor = madeMatrix(layout, size);
            for (const auto& kind : workloadKinds()) {
                const auto workload = *workloadNamed(kind.name);
                const auto inputs = inputsOf(workload, tensor);
                const auto right = inputs ? resultOf(workload, *inputs) : inputs.error();
                if (!right)
                    continue;
                const auto gate = Gate::make(workload, *inputs);
                ASSERT_TRUE(gate) << gate.error().text;
                const auto what = workload.name + " of " + layout + tscope::text(size);
                EXPECT_EQ(gate->how(), "all") << what;
                EXPECT_EQ(gate->whyWrong(*right), "") << what;
                ++checked;
            }
        }
        EXPECT_GE(checked, 20) << tscope::text(size);
    }
}

TEST(Gate, ElementsWhereNoneAreWantedAreWrong)
{
    const auto workload = *workloadNamed("spmv");
    const auto gate = *Gate::make(workload, *inputsOf(workload, madeMatrix("csr", {0, 5})));
    const auto other = *resultOf(workload, *inputsOf(workload, madeMatrix("csr", {3, 5})));
    EXPECT_EQ(gate.whyWrong(other), "the result is wrong: no element was wanted, one was found at (0,)");
}

TEST(Gate, LooksAtSomeRowsOfWhatIsLargeAndAtTheFirstAndTheLast)
{
    const auto tensor = madeMatrix("csr", {5000, 300});
    const auto workload = *workloadNamed("spmm:8");
    const auto inputs = *inputsOf(workload, tensor);
    const auto gate = Gate::make(workload, inputs);
    ASSERT_TRUE(gate);
    EXPECT_NE(gate->how().find(" of 5000 rows"), std::string::npos) << gate->how();
    const auto right = *resultOf(workload, inputs);
    EXPECT_EQ(gate->whyWrong(right), "");
    EXPECT_NE(gate->whyWrong(withOneWrong(right, 0)), "");
    EXPECT_NE(gate->whyWrong(withOneWrong(right, 5000 * 8 - 1)), "");
}

TEST(Gate, TakesSumsInAnotherOrderAndOtherPrecision)
{
    const auto wide = madeMatrix("csr", {40, 3000}, "random", ElementType::f64);
    const auto workload = *workloadNamed("spmv");
    const auto inputs = *inputsOf(workload, wide);
    const auto gate = *Gate::make(workload, inputs);
    const auto narrow = *inForm(wide, {.layout = wide.tensor().layout, .dtype = ElementType::f32}, 0);
    EXPECT_EQ(gate.whyWrong(*resultOf(workload, *inputsOf(workload, narrow))), "");
}

// 10,000 exponentials of which nearly all are 1: rounding goes one way.
TEST(Gate, TakesASoftmaxOfLongRowsInTheSamePrecision)
{
    const auto tensor = madeMatrix("csr", {16, 10'000}, "random", ElementType::f32);
    const auto workload = *workloadNamed("softmax");
    const auto dense = *inForm(tensor, {.layout = layoutNamed("strided"), .dtype = ElementType::f32}, 0);
    const auto inputs = *inputsOf(workload, dense);
    const auto gate = *Gate::make(workload, inputs);
    const auto right = *resultOf(workload, inputs);
    EXPECT_EQ(gate.whyWrong(right), "");
    EXPECT_NE(gate.whyWrong(withOneWrong(right, 0)), "");
}

TEST(Gate, SaysNothingOfWhatWouldTakeItTooLong)
{
    const auto tensor = madeMatrix("csr", {2000, 2000});
    const auto workload = *workloadNamed("spgemm");
    const auto gate = Gate::make(workload, *inputsOf(workload, tensor));
    ASSERT_TRUE(gate);
    EXPECT_EQ(gate->how(), "");
}

Tensor floats(Extents size, std::vector<float> numbers)
{
    const auto& layout = *layoutNamed("strided");
    return *makeTensor(layout,
                       {{roleNamed(layout, "values"),
                         Array::fromBytes(ElementType::f32, std::move(size), std::as_bytes(std::span(numbers)))}});
}

TEST(Gate, InfinitiesAndNansAreWhatTheyAre)
{
    const auto workload = *workloadNamed("sum_rows");
    const auto inputs = *inputsOf(workload, test::proven(floats({2, 2}, {INFINITY, 1, NAN, 2})));
    const auto gate = *Gate::make(workload, inputs);
    EXPECT_EQ(gate.whyWrong(*resultOf(workload, inputs)), "");
    EXPECT_NE(gate.whyWrong(floats({2}, {5, NAN})), "");
    EXPECT_NE(gate.whyWrong(floats({2}, {INFINITY, 5})), "");
}

TEST(Gate, OfLongRowsTakeLittleMemory)
{
    if (test::isSanitized)
        GTEST_SKIP() << "the heap is the sanitizer's";
    constexpr std::int64_t most = 200 << 20;
    MakeSpec spec;
    spec.layout = "coo";
    spec.size = {16, 400'000}; // of which a softmax looks at all elements
    spec.nnz = 100;
    const auto softmax = *workloadNamed("softmax");
    const auto wide = *inputsOf(softmax, test::proven(*makeTensorOf(spec)));
    const test::HeapPeak peak;
    const auto gate = Gate::make(softmax, wide);
    ASSERT_TRUE(gate) << gate.error().text;
    EXPECT_EQ(gate->how(), "") << "one row would be too much work";
    EXPECT_LT(peak.bytes(), most);

    spec.layout = "strided";
    spec.nnz = std::nullopt;
    spec.size = {64, 100'000}; // of which some rows are checked
    const auto sum = *workloadNamed("spmv");
    const auto dense = *inputsOf(sum, test::proven(*makeTensorOf(spec)));
    const test::HeapPeak peakOfSome;
    const auto some = Gate::make(sum, dense);
    ASSERT_TRUE(some) << some.error().text;
    EXPECT_EQ(some->how(), "3 of 64 rows");
    EXPECT_LT(peakOfSome.bytes(), most);
}

} // namespace

} // namespace tscope::timing
