// SPDX-License-Identifier: Apache-2.0
#include "history/lineage_replay.h"

#include "anatomy/report.h"
#include "base/checked_math.h"
#include "base/memory_budget.h"
#include "base/say.h"
#include "dispatch/call.h"
#include "history/backward.h"
#include "history/gradient_form.h"
#include "history/recording.h"
#include "ops/number_input.h"

#include <algorithm>
#include <set>

namespace tscope {

namespace {

using GraphNode = LineageGraph::Node;
using MadeTensors = std::vector<Recorded>;

std::int64_t bytesOfAll(const Tensor& tensor)
{
    std::int64_t bytes = 0;
    for (const auto& member : tensor.members)
        bytes = saturatingAdd(bytes, member.array.byteSize().value_or(int64Max));
    return bytes;
}

bool sharesValuesOf(const Tensor& result, const Tensor& input)
{
    return valuesMember(result).array.storage == valuesMember(input).array.storage;
}

std::string whyBroken(const Report& report)
{
    const auto* obstacle = report.standingInTheWay();
    return obstacle == nullptr || obstacle->rule.empty()
               ? say("can't be proven to be sound: nothing runs on it")
               : say("broken, rule {0}: nothing runs on it", obstacle->rule);
}

class LineageReplayer
{
public:
    LineageReplayer(LineageGraph& graph, const ReplayOptions& options)
        : m_graph(graph), m_options(options), m_maxBytes(options.maxBytes > 0 ? options.maxBytes : memoryBudget()),
          m_bytesLeft(m_maxBytes)
    {
        m_out.made.resize(graph.nodes.size());
    }

    LineageReplay run()
    {
        for (std::size_t i = 0; i < m_graph.nodes.size() && !m_out.isTooLarge; ++i) {
            if (m_options.watch.isStopped())
                return std::move(m_out);
            make(i);
            if (m_out.made[i])
                tell(i);
        }
        goBack();
        return std::move(m_out);
    }

private:
    // --- forth ---

    void make(std::size_t i)
    {
        auto& node = m_graph.nodes[i];
        if (node.isLeaf() || node.isCut())
            return begin(i);
        std::vector<Recorded> inputs;
        for (const auto& edge : node.inputs)
            if (edge.from) {
                const auto& from = m_out.made[*edge.from];
                if (!from || edge.result >= from->size()) {
                    node.problem = say("not made again: something that it was made of is not there");
                    return;
                }
                inputs.push_back((*from)[edge.result]);
            }
        auto made = called(node, std::move(inputs));
        if (made && made->size() != node.results.size())
            made = invalidArgument(say("{0} tensors were wanted, found {1}", node.results.size(), made->size()));
        if (!made) {
            node.problem = made.error().text;
            m_out.isTooLarge = made.error().code == ErrorCode::outOfMemory;
            if (m_out.isTooLarge)
                m_out.whyNone = node.problem;
            return;
        }
        for (std::size_t k = 0; k < made->size(); ++k)
            (*made)[k].name = node.results[k].name;
        m_out.made[i] = std::move(*made);
    }

    // What the history begins with: all that is there is a leaf, which requires a gradient if it can.
    void begin(std::size_t i)
    {
        auto& node = m_graph.nodes[i];
        MadeTensors made;
        for (const auto& result : node.results) {
            if (!result.tensor) {
                node.problem = say("gone: it was closed or changed, and nothing else holds it");
                return;
            }
            if (!spend(bytesOfAll(*result.tensor)))
                return;
            auto proof = prove(*result.tensor, m_options.watch);
            if (const auto* report = std::get_if<Report>(&proof)) {
                node.problem = whyBroken(*report);
                return;
            }
            auto& sound = std::get<Sound>(proof);
            const bool isWanted = canRequireGradient(valuesMember(sound.tensor()).array.dtype);
            auto leaf = recordedLeaf(std::move(sound), isWanted);
            if (!leaf) {
                node.problem = leaf.error().text;
                return;
            }
            leaf->name = result.name;
            made.push_back(std::move(*leaf));
        }
        m_out.made[i] = std::move(made);
    }

    Result<MadeTensors> called(const GraphNode& node, MadeTensors inputs)
    {
        const auto& call = node.step->call();
        const auto alone = [](Result<Recorded> made) -> Result<MadeTensors> {
            if (!made)
                return made.error();
            return MadeTensors{std::move(*made)};
        };
        if (const auto* operation = std::get_if<OperationCall>(&call)) {
            auto all = withNumbers(node, inputs);
            if (!all)
                return all.error();
            const auto wanted = operation->op->inputs.size();
            if (all->size() != wanted)
                return invalidArgument(
                    say("{0} takes {1} inputs, found {2}", operation->op->name, wanted, all->size()));
            return alone(recordedRun(*operation->op, *all, operation->params,
                                     {.maxBytes = room(), .watch = m_options.watch}));
        }
        if (inputs.size() != 1 || node.inputs.size() != 1)
            return invalidArgument(say("a tensor was wanted for {0}", node.operation));
        if (const auto* request = std::get_if<ConvertRequest>(&call))
            return alone(
                recordedConversion(inputs.front(), *request, {.maxBytes = room(), .watch = m_options.watch}));
        if (const auto* step = std::get_if<ViewStep>(&call))
            return recordedStep(inputs.front(), *step, {.maxBytes = room()});
        return MadeTensors{inputs.front()}; // the same tensor
    }

    // Numbers get the type that fits the tensors beside them.
    static Result<MadeTensors> withNumbers(const GraphNode& node, const MadeTensors& tensors)
    {
        DType beside;
        if (!tensors.empty())
            beside = tensors.back().tensor().declaredDType();
        MadeTensors all;
        std::size_t next = 0;
        for (const auto& edge : node.inputs) {
            if (edge.from) {
                all.push_back(tensors[next++]);
                continue;
            }
            auto number = numberTensor(edge.name, beside);
            if (!number)
                return invalidArgument(say("a number was wanted, found \"{0}\"", edge.name));
            auto leaf = recordedLeaf(std::move(*number), false);
            if (!leaf)
                return leaf.error();
            leaf->name = edge.name;
            all.push_back(std::move(*leaf));
        }
        return all;
    }

    // For one step: 0 would ask for half of the memory.
    std::int64_t room() const { return std::max<std::int64_t>(1, m_bytesLeft); }

    bool spend(std::int64_t bytes)
    {
        m_out.isTooLarge = bytes > m_bytesLeft;
        if (m_out.isTooLarge)
            m_out.whyNone = overBudget(say("the history, made again"),
                                       saturatingAdd(m_maxBytes - m_bytesLeft, bytes), m_maxBytes)
                                .text;
        m_bytesLeft -= m_out.isTooLarge ? 0 : bytes;
        return !m_out.isTooLarge;
    }

    // What came out, to the graph.
    void tell(std::size_t i)
    {
        auto& node = m_graph.nodes[i];
        auto& made = *m_out.made[i];
        if (node.isLeaf() || node.isCut())
            return;
        const HistoryNode* recorded = nullptr;
        for (std::size_t k = 0; k < made.size(); ++k) {
            const auto& tensor = made[k].tensor();
            if (!node.results[k].tensor)
                node.results[k].form = withoutValues(tensor);
            if (made[k].requiresGradient())
                recorded = made[k].node.get();
        }
        const bool isSame = std::holds_alternative<SameTensor>(node.step->call());
        if (!isSame && recorded != nullptr)
            node.operation = recorded->record().operation;
        std::set<const Storage*> known;
        std::set<std::pair<std::size_t, std::size_t>> kept; // results of nodes, each once: x * x keeps x
        for (std::size_t e = 0; e < node.inputs.size(); ++e) {
            auto& edge = node.inputs[e];
            const auto* input = edge.from ? &(*m_out.made[*edge.from])[edge.result].tensor() : nullptr;
            if (input != nullptr) {
                known.insert(valuesMember(*input).array.storage.get());
                edge.isView = !isSame && sharesValuesOf(made.front().tensor(), *input);
            }
            if (isSame || recorded == nullptr)
                continue;
            const auto& asRecorded = recorded->record().inputs[e];
            edge.keepsValues = asRecorded.keepsValues;
            if (input == nullptr)
                continue;
            edge.isView = asRecorded.isView;
            if (asRecorded.keepsValues && kept.emplace(*edge.from, edge.result).second)
                node.keptBytes = saturatingAdd(node.keptBytes, bytesOfAll(*input));
        }
        for (const auto& each : made)
            if (!known.contains(valuesMember(each.tensor()).array.storage.get()) &&
                !spend(bytesOfAll(each.tensor())))
                return;
    }

    // --- back ---

    void goBack()
    {
        const auto& root = m_out.made[m_graph.root];
        if (m_out.isTooLarge || !m_out.whyNone.empty())
            return;
        if (!root) {
            m_out.whyNone = say("no gradients: not all that it was made of could be made again");
            return;
        }
        const auto& result = (*root)[m_graph.rootResult];
        if (!result.requiresGradient()) {
            m_out.whyNone = say("no gradients: only numbers with fractions have some, and none lead to it");
            return;
        }
        const BackwardOptions options{.maxBytes = m_maxBytes, .watch = m_options.watch};
        const auto ones = gatheredGradient(
            result.tensor(), [](const Extents&) { return 1.0; }, options);
        const auto found = ones ? backward(result, *ones, options) : Result<Gradients>(ones.error());
        if (!found) {
            m_out.whyNone = found.error().text;
            m_out.isTooLarge = found.error().code == ErrorCode::outOfMemory;
            return;
        }
        m_users.resize(m_graph.nodes.size());
        for (std::size_t i = 0; i < m_graph.nodes.size(); ++i)
            for (const auto& edge : m_graph.nodes[i].inputs)
                if (edge.from)
                    m_users[*edge.from].push_back(i);
        for (std::size_t i = 0; i < m_graph.nodes.size(); ++i) {
            const auto& node = m_graph.nodes[i];
            if (!m_out.made[i] || (!node.isLeaf() && !node.isCut()))
                continue;
            const auto& leaves = *m_out.made[i];
            for (std::size_t k = 0; k < leaves.size(); ++k)
                if (const auto* gradient = found->of(leaves[k]))
                    m_out.gradients.push_back({i, *gradient, formOfGradient(i, leaves[k].tensor(), *gradient), k});
        }
    }

    GradientForm formOfGradient(std::size_t leaf, const Tensor& tensor, const Tensor& gradient) const
    {
        const auto isSparse = [](const Tensor& of) {
            const auto family = of.layout->family;
            return family != "strided" && family != "nested" && family != "jagged";
        };
        const bool isLeafSparse = isSparse(tensor);
        if (!isLeafSparse && tensor.layout->family != "strided")
            return GradientForm::components;
        if (!isLeafSparse && isSparse(gradient))
            return GradientForm::keptSparse;
        // Views read the same elements: what counts is what the first step behind them made.
        std::vector<std::size_t> same{leaf};
        bool isFromOther = false;
        for (std::size_t k = 0; k < same.size(); ++k)
            for (const auto user : m_users[same[k]]) {
                const auto& node = m_graph.nodes[user];
                if (!m_out.made[user] || node.isCut()) // a cut passes no gradient on
                    continue;
                const auto& call = node.step->call();
                if (std::holds_alternative<SameTensor>(call) || std::holds_alternative<ViewStep>(call))
                    same.push_back(user); // met once: it has one input
                else
                    isFromOther = isFromOther || isSparse(m_out.made[user]->front().tensor()) != isLeafSparse;
            }
        if (isLeafSparse)
            return isFromOther ? GradientForm::masked : GradientForm::keptSparse;
        return isFromOther ? GradientForm::densified : GradientForm::dense;
    }

    LineageGraph& m_graph;
    const ReplayOptions& m_options;
    std::int64_t m_maxBytes, m_bytesLeft;
    std::vector<std::vector<std::size_t>> m_users; // steps that each node is an input of
    LineageReplay m_out;
};

} // namespace

LineageReplay replay(LineageGraph& graph, const ReplayOptions& options)
{
    return LineageReplayer(graph, options).run();
}

} // namespace tscope
