// SPDX-License-Identifier: Apache-2.0
// What is recorded, what keeps a history and what cuts it.
#include "history/backward.h"
#include "history/history_graph.h"
#include "history/recording.h"
#include "layouts/registry.h"
#include "layouts/strided/strided.h"
#include "ops/contiguous.h"
#include "ops/elementwise.h"
#include "ops/matmul.h"
#include "ops/operations.h"
#include "ops/reduce.h"
#include "ops/sddmm.h"
#include "ops/softmax.h"
#include "support/from_json.h"
#include "support/small_tensors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pthread.h>

#include <cmath>
#include <map>

namespace tscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Recorded leafOf(Tensor tensor, bool requiresGradient = true)
{
    auto made = recordedLeaf(std::move(tensor), requiresGradient);
    EXPECT_TRUE(made) << made.error().text;
    return std::move(*made);
}

Recorded doubles(Extents sizes, std::vector<double> values, bool requiresGradient = true)
{
    return leafOf(
        stridedOf(Array::fromBytes(ElementType::f64, std::move(sizes), std::as_bytes(std::span(values)))),
        requiresGradient);
}

Recorded ranOn(const OpSpec& op, const std::vector<Recorded>& inputs, const std::vector<std::string>& params = {})
{
    auto made = recordedRun(op, inputs, *parseParams(op.params, params));
    EXPECT_TRUE(made) << made.error().text;
    return std::move(*made);
}

Recorded stepOn(const Recorded& input, std::string_view chain)
{
    auto made = recordedStep(input, parseSteps(chain)->front());
    EXPECT_TRUE(made) << made.error().text;
    return std::move(made->front());
}

std::vector<double> valuesIn(const Tensor* gradient)
{
    std::vector<double> out;
    if (gradient == nullptr)
        return out;
    for (const auto& member : gradient->members)
        if (member.role->kind == RoleKind::values)
            for (std::int64_t k = 0; k < *numel(member.array.geometry); ++k)
                out.push_back(std::get<double>(member.array.at(k).number()));
    return out;
}

TEST(History, IsKeptWhereAnInputRequiresAGradientAndNowhereElse)
{
    const auto x = doubles({2}, {1, 2}), c = doubles({2}, {3, 4}, false);
    EXPECT_TRUE(x.requiresGradient());
    EXPECT_FALSE(c.requiresGradient());
    EXPECT_FALSE(ranOn(mulOp(), {c, c}).requiresGradient());
    const auto y = ranOn(mulOp(), {x, c});
    ASSERT_TRUE(y.requiresGradient());
    const auto& record = y.node->record();
    EXPECT_EQ(record.operation, "mul");
    ASSERT_EQ(record.inputs.size(), 2U);
    EXPECT_EQ(record.inputs[0].node, x.node);
    EXPECT_EQ(record.inputs[1].node, nullptr);
    EXPECT_FALSE(record.inputs[0].keepsValues) << "the gradient of c is not wanted";
    EXPECT_TRUE(record.inputs[1].keepsValues);
    EXPECT_FALSE(record.inputs[0].kept.members[0].array.storage->hasBytes());
    EXPECT_GT(y.node->number(), x.node->number());
}

TEST(History, TellsViewsFromCopies)
{
    const auto x = doubles({2, 3}, {1, 2, 3, 4, 5, 6});
    EXPECT_TRUE(stepOn(x, "transpose(0, 1)").node->record().inputs[0].isView);
    EXPECT_TRUE(stepOn(x, "reshape(6)").node->record().inputs[0].isView);
    EXPECT_FALSE(stepOn(stepOn(x, "transpose(0, 1)"), "reshape(6)").node->record().inputs[0].isView);
    EXPECT_FALSE(ranOn(addOp(), {x, x}).node->record().inputs[0].isView);
    const auto csr = recordedConversion(x, {.layout = layoutNamed("csr")});
    EXPECT_FALSE(csr->node->record().inputs[0].isView);
    EXPECT_TRUE(stepOn(*csr, "transpose(0, 1)").node->record().inputs[0].isView);
}

// The text on nested tensors: as_nested_tensor preserves the autograd history of the list, nested_tensor does not.
TEST(History, OfAListIsKeptByAsNestedTensorAndCutByNestedTensor)
{
    const auto a = doubles({1, 2}, {1, 2}), b = doubles({2, 2}, {3, 4, 5, 6}), c = doubles({1, 2}, {7, 8}, false);
    const std::vector<Recorded> list{a, b, c};
    const auto kept = asNestedTensor(list);
    ASSERT_TRUE(kept) << kept.error().text;
    ASSERT_TRUE(kept->requiresGradient());
    EXPECT_FALSE(kept->node->isLeaf());
    EXPECT_EQ(kept->node->record().inputs[1].node, b.node);
    EXPECT_FALSE(kept->node->record().inputs[1].isView) << "the list is always copied";
    const auto padded = ranOn(*operationNamed("to_padded"), {*kept});
    const auto loss = ranOn(sumOp(), {ranOn(mulOp(), {padded, padded})});
    const auto gradients = backward(loss);
    ASSERT_TRUE(gradients) << gradients.error().text;
    EXPECT_THAT(valuesIn(gradients->of(a)), ElementsAre(2, 4));
    EXPECT_THAT(valuesIn(gradients->of(b)), ElementsAre(6, 8, 10, 12));
    EXPECT_EQ(gradients->of(c), nullptr);

    const auto cut = nestedTensor(list, false);
    ASSERT_TRUE(cut) << cut.error().text;
    EXPECT_FALSE(cut->made.requiresGradient());
    EXPECT_THAT(cut->cut, ElementsAre(0, 1));
    const auto leaf = nestedTensor(list, true);
    ASSERT_TRUE(leaf->made.requiresGradient());
    EXPECT_TRUE(leaf->made.node->isLeaf());
    const auto other = backward(ranOn(sumOp(), {ranOn(*operationNamed("to_padded"), {leaf->made})}));
    EXPECT_EQ(other->of(a), nullptr);
    EXPECT_THAT(valuesIn(other->of(leaf->made)), ElementsAre(1, 1, 1, 1, 1, 1, 1, 1));
}

TEST(History, OfAJaggedListIsKeptToo)
{
    const auto a = doubles({1, 2}, {1, 2}), b = doubles({2, 2}, {3, 4, 5, 6});
    const std::vector<Recorded> list{a, b};
    const auto made = asNestedTensor(list, {.layout = ComponentLayout::jagged});
    ASSERT_TRUE(made) << made.error().text;
    EXPECT_EQ(made->tensor().layout->name, "jagged");
    const auto gradients =
        backward(ranOn(sumOp(), {ranOn(*operationNamed("to_padded"), {ranOn(mulOp(), {*made, *made})})}));
    ASSERT_TRUE(gradients) << gradients.error().text;
    EXPECT_THAT(valuesIn(gradients->of(b)), ElementsAre(6, 8, 10, 12));
}

TEST(History, EndsAtDetachAndAtTypesWithoutGradients)
{
    const auto x = doubles({2}, {1, 2});
    EXPECT_FALSE(detached(x).requiresGradient());
    EXPECT_FALSE(ranOn(addOp(), {detached(x), detached(x)}).requiresGradient());
    const auto whole = recordedConversion(x, {.layout = layoutNamed("strided"), .dtype = DType(ElementType::i32)});
    ASSERT_TRUE(whole) << whole.error().text;
    EXPECT_FALSE(whole->requiresGradient());
    const auto refused = recordedLeaf(
        test::fromJson(R"({"layout": "strided", "members": {"values": {"dtype": "int32", "data": [1]}}})"), true);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().text, HasSubstr("int32"));
}

TEST(Backward, RefusesWhatHasNoMeaning)
{
    const auto x = doubles({2}, {1, 2}), c = doubles({2}, {3, 4}, false);
    EXPECT_THAT(backward(c).error().text, HasSubstr("requires a gradient"));
    EXPECT_THAT(backward(ranOn(mulOp(), {x, c})).error().text, HasSubstr("one element"));
    EXPECT_THAT(backward(x, doubles({3}, {1, 2, 3}).tensor()).error().text, HasSubstr("found strided (3,)"));
    auto withoutRule = ranOn(sumOp(), {x});
    auto record = withoutRule.node->record();
    record.operation = "median";
    record.rule = nullptr;
    withoutRule.node = std::make_shared<HistoryNode>(std::move(record));
    const auto none = backward(withoutRule);
    ASSERT_FALSE(none);
    EXPECT_THAT(none.error().text, HasSubstr("found median"));
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(backward(ranOn(sumOp(), {x}), {}, {.watch = {.stop = stop.get_token()}}).error().code,
              ErrorCode::cancelled);
    EXPECT_EQ(backward(ranOn(sumOp(), {x}), {}, {.maxBytes = 1}).error().code, ErrorCode::outOfMemory);
}

TEST(Backward, AddsUpWhereATensorIsUsedTwice)
{
    const auto x = doubles({2}, {3, 4});
    const auto y = ranOn(mulOp(), {x, x});
    EXPECT_THAT(valuesIn(backward(ranOn(sumOp(), {ranOn(addOp(), {y, x})}))->of(x)), ElementsAre(7, 9));
    EXPECT_THAT(valuesIn(backward(y, doubles({2}, {1, 10}).tensor())->of(x)), ElementsAre(6, 80));
}

// Each part of unbind has its own gradient, those of parts that nothing was made of are zero.
TEST(Backward, GoesThroughSeveralResultsOfOneStep)
{
    const auto x = doubles({3, 2}, {1, 2, 3, 4, 5, 6});
    const auto parts = recordedStep(x, parseSteps("unbind(0)")->front());
    ASSERT_EQ(parts->size(), 3U);
    const auto loss = ranOn(sumOp(), {ranOn(mulOp(), {(*parts)[0], (*parts)[2]})});
    EXPECT_THAT(valuesIn(backward(loss)->of(x)), ElementsAre(5, 6, 0, 0, 1, 2));
}

class SparseGradient : public testing::TestWithParam<const char*>
{
};

TEST_P(SparseGradient, StaysInThePatternOfItsTensor)
{
    const std::string layout = GetParam();
    const auto dense = doubles({2, 3}, {1, 0, 2, 0, 3, 0}, false);
    ConvertRequest request{.layout = layoutNamed(layout)};
    if (layout == "bsr" || layout == "bsc")
        request.block = {{1, 3}};
    const auto w = leafOf(convert(dense.sound, request)->tensor);
    const auto x = doubles({3, 2}, {1, 2, 3, 4, 5, 6});
    const auto y = ranOn(matmulOp(), {w, x});
    const auto gradients = backward(ranOn(sumOp(), {ranOn(mulOp(), {y, y})}));
    ASSERT_TRUE(gradients) << gradients.error().text;
    // y = [[11, 14], [9, 12]]; 2 y x^T = [[78, 178, 278], [66, 150, 234]]; 2 w^T y below.
    const auto* gradient = gradients->of(w);
    ASSERT_NE(gradient, nullptr);
    EXPECT_EQ(gradient->layout, w.tensor().layout);
    for (std::size_t m = 0; m < gradient->members.size(); ++m) {
        const auto &own = gradient->members[m], &of = w.tensor().members[m];
        EXPECT_EQ(own.array.storage == of.array.storage, own.role->kind != RoleKind::values) << of.role->name;
    }
    const std::map<Extents, double> whole{{{0, 0}, 78}, {{0, 1}, 178}, {{0, 2}, 278},
                                          {{1, 0}, 66}, {{1, 1}, 150}, {{1, 2}, 234}};
    const auto stored = test::logicalOf(w.tensor()), found = test::logicalOf(*gradient);
    ASSERT_EQ(found.size(), stored.size());
    for (const auto& [index, value] : found)
        EXPECT_EQ(value.real(), whole.at(index));
    EXPECT_THAT(valuesIn(gradients->of(x)), ElementsAre(22, 28, 54, 72, 44, 56));
}

INSTANTIATE_TEST_SUITE_P(Layouts, SparseGradient, testing::Values("csr", "csc", "bsr", "bsc", "coo"));

// The text on extensions: the gradient of an embedding has to be sparse.
TEST(Embedding, HasASparseGradient)
{
    const auto weight = doubles({4, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
    const auto asked = leafOf(
        test::fromJson(R"({"layout": "strided", "members": {"values": {"dtype": "int32", "data": [2, 0, 2]}}})"),
        false);
    const auto rows = recordedEmbedding(weight, asked);
    ASSERT_TRUE(rows) << rows.error().text;
    EXPECT_THAT(valuesIn(&rows->tensor()), ElementsAre(5, 6, 1, 2, 5, 6));
    const auto gradients = backward(ranOn(sumOp(), {ranOn(mulOp(), {*rows, *rows})}));
    const auto* gradient = gradients->of(weight);
    ASSERT_NE(gradient, nullptr);
    EXPECT_EQ(gradient->layout->name, "coo");
    EXPECT_EQ(*gradient->size, (Extents{4, 2}));
    EXPECT_EQ(gradient->member("indices").array.geometry.sizes, (Extents{1, 3}));
    EXPECT_THAT(valuesIn(gradient), ElementsAre(10, 12, 2, 4, 10, 12));
    EXPECT_TRUE(proven(*gradient, "it"));
    const auto outside = recordedEmbedding(
        weight,
        leafOf(test::fromJson(R"({"layout": "strided", "members": {"values": {"dtype": "int64", "data": [4]}}})"),
               false));
    EXPECT_THAT(outside.error().text, HasSubstr("found 4 at 0"));

    // Used twice, its entries stand side by side; beside another use of the weight the sum is dense.
    const auto twice = backward(ranOn(sumOp(), {ranOn(addOp(), {*rows, *recordedEmbedding(weight, asked)})}));
    EXPECT_EQ(twice->of(weight)->layout->name, "coo");
    EXPECT_EQ(test::logicalOf(*twice->of(weight)).at({2, 1}).real(), 4);
    const auto both = backward(ranOn(addOp(), {ranOn(sumOp(), {*rows}), ranOn(sumOp(), {weight})}));
    EXPECT_THAT(valuesIn(both->of(weight)), ElementsAre(2, 2, 1, 1, 3, 3, 1, 1));
    // As many rows, but other ones.
    const auto others = leafOf(
        test::fromJson(R"({"layout": "strided", "members": {"values": {"dtype": "int32", "data": [0, 3, 3]}}})"),
        false);
    const auto apart = backward(ranOn(sumOp(), {ranOn(addOp(), {*rows, *recordedEmbedding(weight, others)})}));
    for (const auto& [row, times] : std::map<std::int64_t, double>{{0, 2}, {2, 2}, {3, 2}})
        EXPECT_EQ(test::logicalOf(*apart->of(weight)).at({row, 0}).real(), times) << row;
    // Through an operation in front of it, too.
    const auto doubled = backward(ranOn(sumOp(), {*recordedEmbedding(ranOn(addOp(), {weight, weight}), asked)}));
    EXPECT_THAT(valuesIn(doubled->of(weight)), ElementsAre(2, 2, 0, 0, 4, 4, 0, 0));
}

TEST(Gradients, HaveTheElementTypeOfTheirTensor)
{
    for (const auto type : {ElementType::f16, ElementType::bf16, ElementType::f32}) {
        const auto x = leafOf(
            convert(doubles({2}, {1, 2}).sound, {.layout = layoutNamed("strided"), .dtype = DType(type)})->tensor);
        const auto y = doubles({2}, {3, 4});
        const auto gradients = backward(ranOn(sumOp(), {ranOn(mulOp(), {x, y})}));
        ASSERT_TRUE(gradients) << gradients.error().text;
        EXPECT_EQ(gradients->of(x)->members[0].array.dtype, DType(type));
        EXPECT_THAT(valuesIn(gradients->of(x)), ElementsAre(3, 4));
        EXPECT_EQ(gradients->of(y)->members[0].array.dtype, DType(ElementType::f64));
    }
}

// Of operations that choose: PyTorch's conventions.
TEST(Extremes, ShareTheirGradientEvenly)
{
    const auto x = doubles({2, 3}, {2, 5, 5, -1, -1, -1});
    EXPECT_THAT(valuesIn(backward(ranOn(sumOp(), {ranOn(amaxOp(), {x}, {"dim=1"})}))->of(x)),
                ElementsAre(0, 0.5, 0.5, 1 / 3.0, 1 / 3.0, 1 / 3.0));
    EXPECT_THAT(valuesIn(backward(ranOn(aminOp(), {x}))->of(x)), ElementsAre(0, 0, 0, 1 / 3.0, 1 / 3.0, 1 / 3.0));
    const auto broken = doubles({3}, {1, std::nan(""), 2});
    for (const auto gradient : valuesIn(backward(ranOn(amaxOp(), {broken}))->of(broken)))
        EXPECT_TRUE(std::isnan(gradient)) << "nothing equals a NaN";
}

TEST(Extremes, OfASparseTensorCountTheZerosThatAreNotStored)
{
    const auto x = leafOf(test::fromJson(R"({"layout": "csr", "size": [2, 4], "dtype": "float64",
        "members": {"compressed": [0, 2, 4], "plain": [0, 2, 1, 3], "values": [0, 3, -2, 5]}})"));
    // Of row 0 three elements are the least, one of them is stored.
    EXPECT_THAT(valuesIn(backward(ranOn(sumOp(), {ranOn(aminOp(), {x}, {"dim=1"})}))->of(x)),
                ElementsAre(1 / 3.0, 0, 1, 0));
    // Entries of one index are one element.
    const auto twice = leafOf(test::fromJson(R"({"layout": "coo", "size": [3], "dtype": "float64",
        "members": {"indices": [[0, 0, 2]], "values": [1, 2, 3]}})"));
    EXPECT_THAT(valuesIn(backward(ranOn(amaxOp(), {twice}))->of(twice)), ElementsAre(0.5, 0.5, 0.5));
}

TEST(Softmax, HasTheGradientOfItsShares)
{
    const auto x = doubles({2}, {0, 0});
    const auto shares = ranOn(softmaxOp(), {x});
    EXPECT_THAT(valuesIn(backward(shares, doubles({2}, {1, 0}).tensor())->of(x)), ElementsAre(0.25, -0.25));
    EXPECT_THAT(valuesIn(backward(ranOn(sumOp(), {shares}))->of(x)), ElementsAre(0, 0));
}

TEST(Sddmm, HasNoGradientOfItsPattern)
{
    const auto pattern = leafOf(test::fromJson(R"({"layout": "csr", "size": [2, 2], "dtype": "float64",
        "members": {"compressed": [0, 1, 2], "plain": [1, 0], "values": [7, 7]}})"));
    const auto b = doubles({2, 1}, {2, 3}), c = doubles({1, 2}, {5, 11});
    const auto gradients = backward(ranOn(sumOp(), {ranOn(sddmmOp(), {pattern, b, c})}));
    ASSERT_TRUE(gradients) << gradients.error().text;
    EXPECT_EQ(gradients->of(pattern), nullptr);
    EXPECT_THAT(valuesIn(gradients->of(b)), ElementsAre(11, 5));
    EXPECT_THAT(valuesIn(gradients->of(c)), ElementsAre(3, 2));
}

TEST(Contiguous, BringsGradientsBackToTheirDims)
{
    const auto x = doubles({1, 2, 3}, {1, 2, 3, 4, 5, 6}), w = doubles({3, 1, 2}, {1, 2, 3, 4, 5, 6}, false);
    const auto y = ranOn(contiguousOp(), {x}, {"dims=-1,0,1"}); // its (k, 0, j) is x's (0, j, k)
    EXPECT_THAT(valuesIn(backward(ranOn(sumOp(), {ranOn(mulOp(), {y, w})}))->of(x)),
                ElementsAre(1, 3, 5, 2, 4, 6));
}

TEST(HistoryGraphs, HaveEachNodeBehindItsInputs)
{
    auto x = doubles({2}, {1, 2});
    x.name = "x";
    auto y = ranOn(mulOp(), {x, stepOn(x, "flip(0)")});
    y.name = "y";
    const auto graph = historyGraph(std::vector{y, x});
    ASSERT_EQ(graph.nodes.size(), 3U);
    EXPECT_EQ(graph.nodes[0].names[0], "x");
    EXPECT_EQ(graph.nodes[1].operation, "flip((0,))");
    EXPECT_FALSE(graph.nodes[1].inputs[0].isView) << "no operation takes negative strides";
    EXPECT_EQ(graph.nodes[2].depth, 2U);
    EXPECT_EQ(graph.nodes[2].inputs[0].from, 0U);
    EXPECT_EQ(graph.nodes[2].inputs[1].from, 1U);
    EXPECT_TRUE(graph.nodes[2].inputs[1].keepsValues);
}

// On a stack that a call for each node would overflow.
void* longHistory(void* longest)
{
    auto x = doubles({1}, {2});
    auto y = x;
    for (int i = 0; i < *static_cast<int*>(longest); ++i)
        y = std::move(recordedStep(y, {ViewOp::unsqueeze, {StepArg(std::int64_t{0})}})->front()),
        y = std::move(
            recordedStep(y, {ViewOp::select, {StepArg(std::int64_t{0}), StepArg(std::int64_t{0})}})->front());
    EXPECT_THAT(valuesIn(backward(y)->of(x)), ElementsAre(1));
    EXPECT_EQ(historyGraph(std::vector{y}).nodes.size(),
              2U * static_cast<std::size_t>(*static_cast<int*>(longest)) + 1);
    return nullptr;
}

TEST(History, MayBe100000NodesLong)
{
    int steps = 50'000;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, std::size_t{1} << 19);
    pthread_t thread{};
    ASSERT_EQ(pthread_create(&thread, &attributes, longHistory, &steps), 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
}

} // namespace
} // namespace tscope
