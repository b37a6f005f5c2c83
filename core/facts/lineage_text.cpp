// SPDX-License-Identifier: Apache-2.0
#include "facts/lineage_text.h"

#include "base/say.h"
#include "dispatch/call.h"
#include "facts/history_text.h"
#include "facts/telling.h"
#include "facts/wording.h"

#include <algorithm>

namespace tscope {

namespace {

std::string nameOf(const LineageTensor& tensor, std::size_t node)
{
    if (tensor.name.empty() && tensor.owner == 0 && !tensor.tensor)
        return say("step {0}", node);
    auto name = harmless(titleOf(tensor.name)); // names come from files
    if (tensor.owner == 0)
        return say("{0} (closed)", name);
    return tensor.isOther ? say("{0} (changed since)", name) : name;
}

std::string inputText(const LineageGraph& graph, const LineageGraph::Edge& edge)
{
    if (!edge.from)
        return harmless(edge.name);
    const auto& results = graph.nodes[*edge.from].results;
    auto out = nameOf(results[edge.result], *edge.from);
    if (results.size() > 1 && results[edge.result].name.empty())
        out += "[" + std::to_string(edge.result) + "]";
    return out;
}

std::string callOf(const LineageGraph& graph, const LineageGraph::Node& node)
{
    std::string inputs;
    for (const auto& edge : node.inputs) {
        inputs += (inputs.empty() ? "" : ", ") + inputText(graph, edge);
        if (edge.isView)
            inputs += " " + (*edge.isView ? say("view") : say("copy"));
    }
    return harmless(node.operation) + " <- " + inputs;
}

std::string formOfAll(const LineageGraph::Node& node)
{
    const auto* first = node.results.front().known();
    if (first == nullptr)
        return {};
    auto form = formText(*first);
    return node.results.size() == 1 ? form : say("{0} tensors, the first: {1}", node.results.size(), form);
}

std::string savedText(const LineageGraph& graph, const LineageGraph::Node& node)
{
    std::vector<std::string> titles;
    for (const auto& edge : node.inputs)
        if (auto title = inputText(graph, edge);
            edge.keepsValues && std::ranges::find(titles, title) == titles.end())
            titles.push_back(std::move(title));
    std::string all;
    for (const auto& title : titles)
        all += (all.empty() ? "" : ", ") + title;
    return all.empty() ? "" : say("keeps the values of {0}", all) + " (" + bytesText(node.keptBytes) + ")";
}

// Precondition: it was made, and is one of those that the history begins with.
std::string leafText(const LineageReplay& replay, std::size_t node)
{
    std::string out;
    for (const auto& gradient : replay.gradients)
        if (gradient.node == node)
            out += (out.empty() ? "" : "; ") + say("gradient {0}", gradientText(gradient));
    if (!out.empty() || !replay.whyNone.empty())
        return out;
    const auto& type = valuesMember(replay.made[node]->front().tensor()).array.dtype;
    return canRequireGradient(type) ? say("no gradient: the result does not depend on it")
                                    : say("no gradient: {0} has no fractions", type.name());
}

} // namespace

std::string gradientText(const LeafGradient& gradient)
{
    const auto form = formText(gradient.tensor);
    switch (gradient.form) {
    case GradientForm::densified:
        return say("densified, zero where the sparse tensor made of it stores nothing, {0}", form);
    case GradientForm::keptSparse:
        return say("kept sparse, {0}", form);
    case GradientForm::masked:
        return say("masked to what is stored, {0}", form);
    case GradientForm::components:
        return say("packed like its components, {0}", form);
    case GradientForm::dense:
        break;
    }
    return say("dense, {0}", form);
}

LineageWords wordsOf(const LineageGraph& graph, std::size_t at, const LineageReplay* replay)
{
    const auto& node = graph.nodes[at];
    LineageWords out;
    for (const auto& result : node.results)
        out.title += (out.title.empty() ? "" : ", ") + nameOf(result, at);
    if (!node.isLeaf())
        out.call = callOf(graph, node);
    out.form = formOfAll(node);
    out.isProblem = !node.problem.empty();
    if (out.isProblem)
        out.note = harmless(node.problem);
    else if (!node.isLeaf() && !node.isCut())
        out.note = savedText(graph, node);
    else if (replay != nullptr && replay->made[at])
        out.note = leafText(*replay, at);
    return out;
}

} // namespace tscope
