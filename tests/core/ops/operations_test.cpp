// SPDX-License-Identifier: Apache-2.0
#include "ops/operations.h"

#include "base/thread_pool.h"
#include "core/ops/operation_cases.h"
#include "dispatch/backends.h"
#include "ops/run.h"
#include "ops/support.h"
#include "support/held_kernels.h"
#include "support/test_device.h"

#include <gtest/gtest.h>

namespace tscope {

namespace {

using test::Complex;
using test::Logical;

std::uint64_t seedOfRun()
{
    static const auto seed =
        static_cast<std::uint64_t>(::testing::UnitTest::GetInstance()->random_seed()) + 20261122;
    return seed;
}

// The types whose loops differ; the others take turns.
const std::vector<ElementType> always{ElementType::i32, ElementType::f32, ElementType::f64, ElementType::c64};
const std::vector<ElementType> inTurn{ElementType::boolean, ElementType::u8,  ElementType::i8,
                                      ElementType::i16,     ElementType::i64, ElementType::f16,
                                      ElementType::bf16,    ElementType::c32, ElementType::c128};

std::string namesOf(const std::vector<std::string_view>& layouts)
{
    std::string out;
    for (const auto layout : layouts)
        out.append(out.empty() ? "" : ", ").append(layout);
    return out;
}

// Another test of this process may have added a layout, of which there are no cases.
bool areOurs(const std::vector<std::string_view>& names)
{
    return std::ranges::find(names, "ell") == names.end();
}

Result<RunResult> runCase(const OpSpec& op, const test::OperationCase& one, const tscope_backend* only)
{
    std::vector<Sound> inputs;
    for (const auto& input : one.inputs)
        inputs.push_back(test::proven(input));
    const auto params = parseParams(op.params, one.params);
    if (!params)
        return params.error();
    return run(op, inputs, *params, {.device = only != nullptr ? "cpu" : test::testDevice(), .only = only});
}

Extents sizeOf(const Tensor& tensor)
{
    Extents size;
    const auto outline = tensor.layout->read(tensor, {})->outline();
    for (const auto& extent : *outline.size)
        size.push_back(extent.value);
    return size;
}

void expectSame(const Logical& want, const Tensor& tensor, bool isExact)
{
    const auto found = test::logicalOf(tensor);
    for (const auto& [index, value] : want) {
        const auto at = found.find(index);
        const auto number = at == found.end() ? Complex() : at->second;
        if (isExact)
            EXPECT_EQ(number, value) << text(index);
        else
            EXPECT_LE(std::abs(number - value), 1e-2 * (1 + std::abs(value))) << text(index);
    }
    for (const auto& [index, value] : found)
        EXPECT_TRUE(want.contains(index)) << text(index);
}

// Where a result has entries, whatever they are.
std::set<Extents> patternOf(const Tensor& tensor)
{
    std::set<Extents> out;
    for (const auto& [index, value] : test::logicalOf(tensor))
        out.insert(index);
    return out;
}

// Stored, of all batch entries; nothing where a layout has none.
std::optional<std::int64_t> entriesOf(const Tensor& tensor)
{
    return tensor.layout->read(tensor, {})->outline().nnz;
}

// Where several kernels have one key, the table names them in the order in which they are asked.
bool isOneOf(const std::string& names, const std::string& name)
{
    return (", else " + names + ", else ").find(", else " + name + ", else ") != std::string::npos;
}

} // namespace

class Operations : public ::testing::TestWithParam<const OpSpec*>
{
};

// Each cell of the support table: yes runs and is right, no gives its reason.
TEST_P(Operations, EveryCellOfTheSupportTable)
{
    const auto* op = GetParam();
    test::SmallTensors make(seedOfRun());
    std::size_t turn = 0, calls = 0;
    for (const auto& cell : supportOf(*op)) {
        SCOPED_TRACE(std::string(cell.op) + " of " + namesOf(cell.layouts) + " on " + std::string(cell.device) +
                     ", seed " + std::to_string(seedOfRun()));
        EXPECT_EQ(cell.isSupported(), !cell.kernel.empty());
        if (!cell.isSupported()) {
            EXPECT_FALSE(cell.reason.empty());
        }
        if (!cell.isSupported() || cell.device != test::testDevice() || !areOurs(cell.layouts))
            continue;
        auto types = always;
        types.push_back(inTurn[turn++ % inTurn.size()]);
        for (const auto type : types) {
            if (std::ranges::find(cell.dtypes, DType(type)) == cell.dtypes.end())
                continue;
            const auto index = turn % 2 == 0 ? ElementType::i64 : ElementType::i32;
            for (const auto& one : test::casesOf(cell.op, cell.layouts, type, index, make)) {
                ++calls;
                SCOPED_TRACE(one.what + " of " + std::string(DType(type).name()));
                const auto made = runCase(*op, one, nullptr);
                ASSERT_TRUE(made) << made.error().text;
                test::holds(made->trace);
                EXPECT_EQ(made->tensor.layout->name, cell.result);
                if (cell.answer == SupportCell::Answer::kernel && made->trace.steps.front().hit) {
                    EXPECT_TRUE(isOneOf(cell.kernel, made->trace.kernel)) << made->trace.kernel;
                }
                if (made->tensor.layout->family != "nested" && made->tensor.layout->family != "jagged") {
                    ASSERT_EQ(sizeOf(made->tensor), one.size);
                }
                EXPECT_TRUE(std::holds_alternative<Sound>(prove(made->tensor)));
                const bool isExact = cell.op != "mean" && cell.op != "softmax";
                expectSame(one.want(), made->tensor, isExact);

                const auto dull = runCase(*op, one, referenceBackend());
                ASSERT_TRUE(dull) << dull.error().text;
                EXPECT_EQ(patternOf(made->tensor), patternOf(dull->tensor));
                EXPECT_EQ(entriesOf(made->tensor), entriesOf(dull->tensor)); // also of those without elements
                if (isExact) {
                    EXPECT_EQ(test::logicalOf(made->tensor), test::logicalOf(dull->tensor));
                }
                setThreadCount(1);
                const auto alone = runCase(*op, one, nullptr);
                setThreadCount(0);
                ASSERT_TRUE(alone);
                EXPECT_EQ(test::logicalOf(made->tensor), test::logicalOf(alone->tensor));
                if (::testing::Test::HasFailure())
                    return;
            }
        }
    }
    EXPECT_GT(calls, 0U) << "an operation without a case is not tested";
}

INSTANTIATE_TEST_SUITE_P(All, Operations, ::testing::ValuesIn(operations()),
                         [](const auto& op) { return std::string(op.param->name); });

} // namespace tscope
