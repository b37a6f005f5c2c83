// SPDX-License-Identifier: Apache-2.0
// How tensors were made of each other: as a graph, made again with gradients, and as a script that tells the same.
#include "facts/lineage_text.h"
#include "history/history_graph.h"
#include "history/lineage_replay.h"
#include "history/lineage_script.h"
#include "history/recording.h"
#include "history/script.h"
#include "layouts/registry.h"
#include "ops/operations.h"
#include "ops/step_code.h"
#include "support/from_json.h"
#include "support/same_document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <map>

namespace tscope {
namespace {

using testing::HasSubstr;

constexpr auto denseMatrix = R"({"layout": "strided", "dtype": "float64",
    "members": {"values": [[1, 0, 2, 0], [0, 0, 3, 4], [5, 0, 0, 6], [0, 7, 8, 0]]}})";
constexpr auto csrMatrix = R"({"layout": "csr", "size": [4, 4], "dtype": "float64",
    "members": {"compressed": [0, 2, 4, 6, 8], "plain": [0, 2, 2, 3, 0, 3, 1, 2], "values": [1, 2, 3, 4, 5, 6, 7, 8]}})";

// Tensors that are made of each other, with what the window keeps of how.
class MadeOfEachOther
{
public:
    void leaf(const std::string& name, const char* json) { add(name, test::fromJson(json), {}); }
    LineageSource source(const std::string& name) const
    {
        const auto& open = *std::ranges::find(m_open, name, &OpenTensor::name);
        return {open.name, open.tensor, open.from, open.owner};
    }
    Sound proven(const std::string& name) const
    {
        return *tscope::proven(*source(name).tensor.lock(), "a tensor of the test");
    }

    std::string convert(const std::string& name, const std::string& from, const ConvertRequest& request)
    {
        auto made = tscope::convert(proven(from), request);
        if (!made)
            return made.error().text;
        add(name, std::move(made->tensor), {lineageStep(request, {source(from)})});
        return {};
    }
    void run(const std::string& name, const char* op, const std::vector<std::string>& inputs,
             const std::vector<std::string>& params = {})
    {
        const auto& spec = *operationNamed(op);
        const auto read = parseParams(spec.params, params);
        ASSERT_TRUE(read) << read.error().text;
        std::vector<LineageSource> sources;
        std::vector<Sound> sound;
        for (const auto& input : inputs)
            if (std::ranges::count(m_open, input, &OpenTensor::name) > 0) {
                sources.push_back(source(input));
                sound.push_back(proven(input));
            } else {
                sources.push_back({input, {}, {}, 0, true});
                sound.push_back(*tscope::proven(test::fromJson(R"({"layout": "strided", "dtype": "float64",
                    "members": {"values": )" + input + "}}"),
                                                "a number"));
            }
        auto made = tscope::run(spec, sound, *read);
        ASSERT_TRUE(made) << name << ": " << made.error().text;
        add(name, std::move(made->tensor), {lineageStep(OperationCall{&spec, *read}, std::move(sources))});
    }
    // A name for each tensor that comes out.
    void chain(const std::vector<std::string>& names, const std::string& from, const char* text)
    {
        const auto steps = parseSteps(text);
        ASSERT_TRUE(steps) << text;
        auto made = tscope::transform(*source(from).tensor.lock(), *steps);
        ASSERT_TRUE(made) << text << ": " << made.error().text;
        ASSERT_EQ(made->tensors.size(), names.size()) << text;
        const auto lineages = chainLineage(source(from), *steps, names.size());
        for (std::size_t i = 0; i < names.size(); ++i)
            add(names[i], std::move(made->tensors[i]), lineages[i]);
    }
    void duplicate(const std::string& name, const std::string& from)
    {
        add(name, *source(from).tensor.lock(), {lineageStep(SameTensor{}, {source(from)})});
    }
    void add(const std::string& name, Tensor tensor, Lineage from)
    {
        m_open.push_back({++m_last, name, std::make_shared<const Tensor>(std::move(tensor)), std::move(from)});
    }
    // It is not open any more, but held here as undo holds it.
    void close(const std::string& name)
    {
        const auto at = std::ranges::find(m_open, name, &OpenTensor::name);
        m_closed.push_back(at->tensor);
        m_open.erase(at);
    }
    void forget() { m_closed.clear(); }
    void change(const std::string& name, Tensor tensor)
    {
        auto& open = *std::ranges::find(m_open, name, &OpenTensor::name);
        m_closed.push_back(open.tensor);
        open.tensor = std::make_shared<const Tensor>(std::move(tensor));
        open.from = {};
    }

    LineageGraph graph(std::size_t most = mostLineageNodes) const
    {
        return lineageGraph(m_open, m_open.size() - 1, most);
    }

private:
    std::vector<OpenTensor> m_open;
    std::vector<std::shared_ptr<const Tensor>> m_closed;
    int m_last = 0;
};

// --- the same in the words of both ------------------------------------------------------------------------------

std::string expressionOf(const HistoryGraph& graph, std::size_t node)
{
    std::string out = graph.nodes[node].operation + "(";
    for (const auto& edge : graph.nodes[node].inputs) {
        out += out.back() == '(' ? "" : ", ";
        if (!edge.from)
            out += edge.name;
        else if (const auto& name = graph.nodes[*edge.from].names[edge.result]; !name.empty())
            out += name;
        else
            out += expressionOf(graph, *edge.from);
        if (edge.from)
            out += edge.isView ? " view" : " copy";
        out += edge.keepsValues ? " kept" : "";
    }
    return out + ")";
}

std::string expressionOf(const LineageGraph& graph, const LineageReplay& replay, std::size_t node)
{
    std::string out = graph.nodes[node].operation + "(";
    for (const auto& edge : graph.nodes[node].inputs) {
        out += out.back() == '(' ? "" : ", ";
        const bool isRecorded = edge.from && (*replay.made[*edge.from])[edge.result].requiresGradient();
        if (!edge.from)
            out += edge.name;
        else if (const auto& name = graph.nodes[*edge.from].results[edge.result].name; !name.empty())
            out += name;
        else
            out += expressionOf(graph, replay, *edge.from);
        if (isRecorded)
            out += *edge.isView ? " view" : " copy";
        out += edge.keepsValues ? " kept" : "";
    }
    return out + ")";
}

using Told = std::map<std::string, std::string>; // by the names of tensors

// What `tscope history` knows of the script, and of its gradients.
struct OfScript {
    Told steps;
    std::map<std::string, Tensor> gradients;
    std::size_t nodes = 0;
};
OfScript ofScript(const LineageGraph& graph, const LineageScript& script)
{
    std::vector<Recorded> given;
    for (const auto& each : script.given) {
        const auto& tensor = *graph.nodes[each.node].results[each.result].tensor;
        auto sound = *proven(tensor, "a tensor of the test");
        const bool isWanted = canRequireGradient(sound.tensor().declaredDType());
        auto leaf = *recordedLeaf(std::move(sound), isWanted);
        leaf.name = each.name;
        given.push_back(std::move(leaf));
    }
    const auto run = runScript(script.text, given);
    OfScript out;
    EXPECT_TRUE(run) << script.text << (run ? "" : run.error().text + " at " + run.error().where);
    if (!run)
        return out;
    const auto history = historyGraph(run->names);
    out.nodes = history.nodes.size();
    for (std::size_t i = 0; i < history.nodes.size(); ++i)
        for (const auto& name : history.nodes[i].names)
            if (!name.empty())
                out.steps[name] = expressionOf(history, i);
    for (const auto& leaf : given)
        if (run->gradients)
            if (const auto* gradient = run->gradients->of(leaf))
                out.gradients.emplace(leaf.name, *gradient);
    return out;
}

void expectToldAlike(LineageGraph graph)
{
    const auto made = replay(graph);
    EXPECT_EQ(made.whyNone, "");
    for (const auto& node : graph.nodes)
        EXPECT_EQ(node.problem, "") << node.operation;
    const auto script = lineageScript(graph, true);
    const auto told = ofScript(graph, script);
    std::size_t recorded = 0;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto& node = graph.nodes[i];
        if (node.step && std::holds_alternative<SameTensor>(node.step->call()))
            continue;
        bool isRecorded = false;
        for (std::size_t k = 0; k < node.results.size(); ++k) {
            if (!(*made.made[i])[k].requiresGradient())
                continue;
            isRecorded = true;
            const auto& name = node.results[k].name;
            if (name.empty() || !told.steps.contains(name))
                continue;
            EXPECT_EQ(node.isLeaf() ? "leaf()" : expressionOf(graph, made, i), told.steps.at(name)) << script.text;
        }
        recorded += isRecorded ? 1 : 0;
    }
    EXPECT_EQ(recorded, told.nodes) << script.text;
    ASSERT_EQ(made.gradients.size(), told.gradients.size()) << script.text;
    for (const auto& gradient : made.gradients) {
        const auto name = graph.nodes[gradient.node].results.front().name;
        ASSERT_TRUE(told.gradients.contains(name)) << name << " of " << script.text;
        EXPECT_EQ(test::firstDifference({{{"", gradient.tensor}}, {}}, {{{"", told.gradients.at(name)}}, {}}), "")
            << name << " of " << script.text;
    }
}

} // namespace

TEST(Lineage, IsWhatTheSameScriptTells)
{
    MadeOfEachOther made;
    made.leaf("W", csrMatrix);
    made.leaf("x", denseMatrix);
    made.run("y", "matmul", {"W", "x"});
    made.run("z", "mul", {"y", "2"});
    made.chain({"t"}, "z", "transpose(0, 1).narrow(0, 1, 2).reshape(4, 2)");
    made.run("s", "sum", {"t"}, {"dim=0", "keepdim=yes"});
    made.chain({"a", "b"}, "s", "unbind(1)");
    made.run("loss", "mul", {"a", "b"});
    expectToldAlike(made.graph());
    auto graph = made.graph();
    replay(graph);
    EXPECT_EQ(lineageScript(graph, true).text, "y = matmul(W, x)\n"
                                               "z = mul(y, 2)\n"
                                               "t = z.transpose(0, 1).narrow(0, 1, 2).reshape((4, 2))\n"
                                               "s = sum(t, dim=0, keepdim=yes)\n"
                                               "a, b = s.unbind(1)\n"
                                               "loss = mul(a, b)\n"
                                               "loss.sum().backward()\n");
}

TEST(Lineage, KnowsEachStepOfAChain)
{
    for (const auto* chain :
         {"select(0, 1)", "narrow(1, 0, 2)", "slice(0, 1, 4, 2)", "permute(1, 0)", "transpose(0, 1)",
          "unsqueeze(0).expand(3, -1, -1)", "unsqueeze(1).squeeze(1)", "diagonal()", "unfold(0, 2, 1)", "flip(0)",
          "view(2, 8)", "transpose(0, 1).reshape(16)", "flatten()", "transpose(0, 1).contiguous()",
          "as_strided((2, 2), (4, 1), 1)"}) {
        SCOPED_TRACE(chain);
        MadeOfEachOther made;
        made.leaf("x", denseMatrix);
        made.chain({"y"}, "x", chain);
        expectToldAlike(made.graph());
        EXPECT_EQ(made.graph().nodes.size(), 1 + parseSteps(chain)->size());
    }
}

namespace {

ConvertRequest requestFor(const Layout& layout)
{
    ConvertRequest request{.layout = &layout};
    if (isBlocked(layout))
        request.block = {{2, 2}};
    return request;
}

} // namespace

TEST(Lineage, KnowsEachConversion)
{
    int count = 0;
    for (const auto* from : {"strided", "coo", "csr", "csc", "bsr", "bsc"})
        for (const auto* layout : layouts()) {
            SCOPED_TRACE(std::string(from) + " to " + std::string(layout->name));
            MadeOfEachOther made;
            made.leaf("x", denseMatrix);
            if (!made.convert("a", "x", requestFor(*layoutNamed(from))).empty() ||
                !made.convert("b", "a", requestFor(*layout)).empty())
                continue;
            ++count;
            auto graph = made.graph();
            const auto again = replay(graph);
            for (const auto& node : graph.nodes)
                EXPECT_EQ(node.problem, "");
            if (again.gradients.empty()) { // numbers that have no fractions any more
                EXPECT_FALSE(again.whyNone.empty());
                continue;
            }
            // The sum of all elements is not known to every layout; the script is the same without it.
            const auto told = ofScript(graph, lineageScript(graph, false));
            EXPECT_EQ(told.steps.at("a"), expressionOf(graph, again, 1));
            EXPECT_EQ(told.steps.at("b"), expressionOf(graph, again, 2));
        }
    EXPECT_GE(count, 36);
}

TEST(Lineage, KnowsTypesAndAllThatAConversionTakes)
{
    MadeOfEachOther made;
    made.leaf("x", denseMatrix);
    const ConvertRequest request{.layout = layoutNamed("csr"),
                                 .dtype = DType(ElementType::f32),
                                 .indexDType = DType(ElementType::i32),
                                 .denseDims = 0,
                                 .dropZeros = true};
    ASSERT_EQ(made.convert("y", "x", request), "");
    expectToldAlike(made.graph());
    EXPECT_EQ(lineageScript(made.graph(), false).text,
              "y = x.convert(layout=csr, dtype=float32, index_dtype=int32, dense_dims=0, drop_zeros=yes)\n");
    const auto again = requestOf(wordsOf(request));
    ASSERT_TRUE(again);
    EXPECT_EQ(wordsOf(*again), wordsOf(request));
}

TEST(Lineage, OfAnIntegerIsKnownThoughItHasNoGradient)
{
    MadeOfEachOther made;
    made.leaf("n", R"({"layout": "strided", "dtype": "int64", "members": {"values": [[1, 0], [0, 2]]}})");
    ASSERT_EQ(made.convert("m", "n", {.layout = layoutNamed("csr")}), "");
    auto graph = made.graph();
    const auto again = replay(graph);
    EXPECT_EQ(graph.nodes.size(), 2U);
    EXPECT_EQ(graph.nodes[1].operation, "to csr");
    EXPECT_TRUE(again.gradients.empty());
    EXPECT_THAT(again.whyNone, HasSubstr("fractions"));
}

TEST(Lineage, SaysInWhatFormGradientsCame)
{
    const auto formOf = [](MadeOfEachOther& made, std::size_t which = 0) {
        auto graph = made.graph();
        const auto again = replay(graph);
        EXPECT_GT(again.gradients.size(), which) << again.whyNone;
        return again.gradients.at(which).form;
    };
    MadeOfEachOther masked;
    masked.leaf("W", csrMatrix);
    masked.leaf("x", denseMatrix);
    masked.run("y", "matmul", {"W", "x"});
    EXPECT_EQ(formOf(masked), GradientForm::masked);
    EXPECT_EQ(formOf(masked, 1), GradientForm::dense);
    MadeOfEachOther turned;
    turned.leaf("W", csrMatrix);
    turned.leaf("x", denseMatrix);
    turned.chain({"t"}, "W", "transpose(0, 1)");
    turned.run("y", "matmul", {"t", "x"});
    EXPECT_EQ(formOf(turned), GradientForm::masked) << "a view is seen through";
    MadeOfEachOther kept;
    kept.leaf("W", csrMatrix);
    ASSERT_EQ(kept.convert("c", "W", {.layout = layoutNamed("csc")}), "");
    EXPECT_EQ(formOf(kept), GradientForm::keptSparse);
    MadeOfEachOther densified;
    densified.leaf("x", denseMatrix);
    ASSERT_EQ(densified.convert("c", "x", {.layout = layoutNamed("csr"), .dropZeros = true}), "");
    EXPECT_EQ(formOf(densified), GradientForm::densified);
    auto graph = densified.graph();
    const auto again = replay(graph);
    const auto words = wordsOf(graph, 0, &again);
    EXPECT_THAT(words.note, HasSubstr("densified"));
}

TEST(Lineage, TellsWhatIsKeptAndWhatAViewIs)
{
    MadeOfEachOther made;
    made.leaf("W", csrMatrix);
    made.leaf("x", denseMatrix);
    made.chain({"v"}, "x", "transpose(0, 1)");
    made.run("y", "matmul", {"W", "v"});
    auto graph = made.graph();
    const auto again = replay(graph);
    const auto view = wordsOf(graph, 1, &again), product = wordsOf(graph, 3, &again);
    EXPECT_EQ(view.title, "v");
    EXPECT_EQ(view.call, "transpose(0, 1) <- x view");
    EXPECT_EQ(view.note, "");
    EXPECT_EQ(product.call, "matmul <- W copy, v copy");
    EXPECT_THAT(product.note, HasSubstr("keeps the values of W, v ("));
    EXPECT_FALSE(product.isProblem);
}

TEST(Lineage, OfClosedTensorsIsKnownAsLongAsTheyAreHeld)
{
    MadeOfEachOther made;
    made.leaf("x", denseMatrix);
    ASSERT_EQ(made.convert("c", "x", {.layout = layoutNamed("csr")}), "");
    ASSERT_EQ(made.convert("d", "c", {.layout = layoutNamed("csc")}), "");
    made.close("x");
    made.close("c");
    auto graph = made.graph();
    auto again = replay(graph);
    EXPECT_EQ(again.gradients.size(), 1U) << again.whyNone;
    EXPECT_EQ(wordsOf(graph, 0, &again).title, "x (closed)");
    EXPECT_EQ(graph.nodes[0].results[0].owner, 0);
    for (auto& node : graph.nodes) // which held them, too
        node.results.clear();
    again = {};
    made.forget();
    graph = made.graph();
    again = replay(graph);
    EXPECT_TRUE(again.gradients.empty());
    EXPECT_EQ(graph.nodes.size(), 3U);
    EXPECT_THAT(wordsOf(graph, 0, &again).note, HasSubstr("gone"));
    EXPECT_TRUE(wordsOf(graph, 0, &again).isProblem);
    EXPECT_FALSE(again.whyNone.empty());
}

TEST(Lineage, ReadsATensorAsItWasThen)
{
    MadeOfEachOther made;
    made.leaf("x", denseMatrix);
    ASSERT_EQ(made.convert("c", "x", {.layout = layoutNamed("csr")}), "");
    made.change("x", test::fromJson(R"({"layout": "strided", "dtype": "float64", "members": {"values": [9]}})"));
    auto graph = made.graph();
    const auto again = replay(graph);
    ASSERT_EQ(again.gradients.size(), 1U) << again.whyNone;
    EXPECT_EQ(wordsOf(graph, 0, &again).title, "x (changed since)");
    EXPECT_NE(graph.nodes[0].results[0].owner, 0);
}

// Names come from files, steps from what was kept of the last time.
TEST(Lineage, IsToldWithoutWhatWouldTurnTheTextAroundIt)
{
    MadeOfEachOther made;
    made.leaf("x\u202ey\nz", denseMatrix);
    made.add("b", test::fromJson(denseMatrix),
             {lineageStep(HistoryCut{"cut\u202e"},
                          {made.source("x\u202ey\nz"), LineageSource{"2\u202e", {}, {}, 0, true}})});
    made.duplicate("c", "b");
    auto graph = made.graph();
    const auto again = replay(graph);
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto words = wordsOf(graph, i, &again);
        for (const auto& line : {words.title, words.call, words.form, words.note}) {
            EXPECT_EQ(line.find("\u202e"), std::string::npos) << line;
            EXPECT_EQ(line.find('\n'), std::string::npos) << line;
        }
    }
    EXPECT_THAT(wordsOf(graph, 1, &again).call, HasSubstr(" <- "));
}

TEST(Lineage, OfABrokenTensorSaysWhatIsBroken)
{
    MadeOfEachOther made;
    made.leaf("x", csrMatrix);
    auto broken = test::fromJson(R"({"layout": "csr", "size": [2, 2], "dtype": "float64",
        "members": {"compressed": [0, 9, 2], "plain": [0, 1], "values": [1, 2]}})");
    made.add("b", broken, {lineageStep(HistoryCut{"broken on purpose"}, {made.source("x")})});
    made.duplicate("c", "b");
    auto graph = made.graph();
    const auto again = replay(graph);
    ASSERT_EQ(graph.nodes.size(), 3U);
    EXPECT_THAT(graph.nodes[1].problem, HasSubstr("broken, rule"));
    EXPECT_EQ(wordsOf(graph, 1, &again).call, "broken on purpose <- x");
    EXPECT_TRUE(again.gradients.empty());
}

TEST(Lineage, EndsAtACut)
{
    MadeOfEachOther made;
    made.leaf("x", denseMatrix);
    made.add("b", test::fromJson(denseMatrix), {lineageStep(HistoryCut{"a cut"}, {made.source("x")})});
    made.run("y", "sum", {"b"});
    auto graph = made.graph();
    const auto again = replay(graph);
    ASSERT_EQ(again.gradients.size(), 1U);
    EXPECT_EQ(again.gradients[0].node, 1U) << "no gradient gets through it";
    EXPECT_EQ(lineageScript(graph, true).given.size(), 2U);
}

TEST(Lineage, TakesNoMoreThanItMay)
{
    MadeOfEachOther made;
    made.leaf("x", denseMatrix);
    made.run("y", "mul", {"x", "3"});
    auto graph = made.graph();
    const auto small = replay(graph, {.maxBytes = 200});
    EXPECT_TRUE(small.isTooLarge);
    EXPECT_THAT(small.whyNone, HasSubstr("that may be used"));
    EXPECT_TRUE(small.gradients.empty());
    graph = made.graph();
    EXPECT_EQ(replay(graph).gradients.size(), 1U);
}

// A limit of 0 bytes means half of the memory to those who make things.
TEST(Lineage, TakesNoMoreThanItMayWhenNothingIsLeft)
{
    MadeOfEachOther made;
    made.leaf("x", denseMatrix);
    made.run("y", "mul", {"x", "3"});
    auto graph = made.graph();
    const auto exact = replay(graph, {.maxBytes = 4 * 4 * 8}); // x and no byte more
    EXPECT_TRUE(exact.isTooLarge);
    EXPECT_TRUE(exact.made[0]);
    EXPECT_FALSE(exact.made[1]) << "it is not tried at all";
}

TEST(Lineage, WhatIsReadTwiceIsKeptOnce)
{
    MadeOfEachOther made;
    made.leaf("x", denseMatrix);
    made.run("y", "mul", {"x", "x"});
    auto graph = made.graph();
    replay(graph);
    EXPECT_EQ(graph.nodes[1].keptBytes, 4 * 4 * 8);
}

TEST(Lineage, AGradientOfACutTellsOfWhichResultItIs)
{
    MadeOfEachOther made;
    made.leaf("x", R"({"layout": "strided", "dtype": "float64",
        "members": {"values": [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]}})");
    made.chain({"a", "b", "c", "d"}, "x", "unbind(0).unbind(0)"); // how many each made is not known
    made.run("y", "add", {"b", "d"});
    auto graph = made.graph();
    const auto again = replay(graph);
    ASSERT_EQ(again.gradients.size(), 2U) << again.whyNone;
    EXPECT_TRUE(graph.nodes[again.gradients[0].node].isCut());
    EXPECT_EQ(again.gradients[0].result, 1U);
    EXPECT_EQ(again.gradients[1].result, 3U);
}

TEST(Lineage, ACutSaysNothingOfTheFormOfAGradient)
{
    MadeOfEachOther made;
    made.leaf("W", csrMatrix);
    made.add("d", test::fromJson(denseMatrix), {lineageStep(HistoryCut{"a cut"}, {made.source("W")})});
    ASSERT_EQ(made.convert("c", "W", {.layout = layoutNamed("csc")}), "");
    made.run("y", "matmul", {"c", "d"});
    auto graph = made.graph();
    const auto again = replay(graph);
    ASSERT_EQ(again.gradients.size(), 2U) << again.whyNone;
    EXPECT_EQ(graph.nodes[again.gradients[0].node].results[0].name, "W");
    EXPECT_EQ(again.gradients[0].form, GradientForm::keptSparse);
}

TEST(Lineage, ThousandsOfOneNameAreWrittenAtOnce)
{
    constexpr std::size_t many = 30'000;
    LineageGraph graph;
    graph.nodes.push_back({nullptr, {}, {}, std::vector<LineageTensor>(many)});
    const auto begin = std::chrono::steady_clock::now();
    const auto script = lineageScript(graph, false);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10)); // not with their square
    ASSERT_EQ(script.given.size(), many);
    EXPECT_EQ(script.given[0].name, "step");
    EXPECT_EQ(script.given[1].name, "step_2");
    EXPECT_EQ(script.given.back().name, "step_30000");
}

TEST(Lineage, NamesThatAScriptCannotWriteAreWrittenOtherwise)
{
    MadeOfEachOther made;
    made.leaf("fc1.weight", denseMatrix);
    made.leaf("fc1 weight", denseMatrix);
    made.run("1st", "add", {"fc1.weight", "fc1 weight"});
    EXPECT_EQ(lineageScript(made.graph(), true).text,
              "_1st = add(fc1_weight, fc1_weight_2)\n_1st.sum().backward()\n");
    auto graph = made.graph();
    EXPECT_EQ(ofScript(graph, lineageScript(graph, true)).gradients.size(), 2U);
}

TEST(Lineage, OfADuplicateGoesThroughIt)
{
    MadeOfEachOther made;
    made.leaf("x", denseMatrix);
    made.duplicate("d", "x");
    made.run("y", "mul", {"d", "x"});
    auto graph = made.graph();
    const auto again = replay(graph);
    ASSERT_EQ(again.gradients.size(), 1U);
    EXPECT_EQ(again.gradients[0].node, 0U);
    EXPECT_EQ(wordsOf(graph, 1, &again).call, "duplicate <- x copy");
    EXPECT_THAT(lineageScript(graph, true).text, HasSubstr("d = x\n"));
}

namespace {

// Ends a long history on a thread with a small stack.
void* endLongLineage(void* /*nothing*/)
{
    MadeOfEachOther made;
    made.leaf("x", denseMatrix);
    Lineage last;
    auto source = made.source("x");
    for (int i = 0; i < 100'000; ++i)
        source = {"y", source.tensor, {lineageStep(ViewStep{ViewOp::contiguous, {}}, {source})}, 0};
    EXPECT_EQ(stepsTo(std::span(&source.from, 1), 1'000'000).size(), 100'000U);
    made.add("y", *source.tensor.lock(), source.from);
    const auto graph = made.graph();
    EXPECT_EQ(graph.nodes.size(), mostLineageNodes + 1);
    EXPECT_FALSE(graph.isWhole);
    EXPECT_EQ(graph.root, mostLineageNodes);
    return nullptr;
}

} // namespace

TEST(Lineage, MayBeLong)
{
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, std::size_t{512} << 10);
    pthread_t thread{};
    ASSERT_EQ(pthread_create(&thread, &small, endLongLineage, nullptr), 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&small);
}

TEST(Lineage, CallsAreKeptAsTexts)
{
    const auto& sum = *operationNamed("sum");
    const std::vector<LineageCall> calls{
        ConvertRequest{.layout = layoutNamed("bsr"), .block = {{2, 3}}, .inOrder = true},
        OperationCall{&sum, *parseParams(sum.params, std::vector<std::string>{"dim=0,1", "keepdim=yes"})},
        parseSteps("narrow(0, 2, 3)")->front(), SameTensor{}, HistoryCut{"something"}};
    for (const auto& call : calls) {
        const auto words = wordsOf(call);
        const auto again = callOf(words);
        ASSERT_TRUE(again) << words.kind;
        EXPECT_EQ(again->index(), call.index());
        EXPECT_EQ(wordsOf(*again).name, words.name);
        EXPECT_EQ(wordsOf(*again).words, words.words);
    }
    for (const auto& wrong :
         {CallWords{"run", "no such operation"}, CallWords{"fly", ""}, CallWords{"view", "narrow("},
          CallWords{"view", "flip(0).flip(0)"}, CallWords{"convert", "", {{"layout", "no"}}},
          CallWords{"convert", "", {{"blocksize", "2"}}}, CallWords{"convert", "", {{"x", "2"}}},
          CallWords{"convert", "", {{"dtype", "number"}}}, CallWords{"convert", "", {{"drop_zeros", "2"}}},
          CallWords{"convert", "", {{"dense_dims", "two"}}}})
        EXPECT_FALSE(callOf(wrong)) << wrong.kind << ' ' << wrong.name;
}

} // namespace tscope
