// SPDX-License-Identifier: Apache-2.0
#include "facts/history_text.h"

#include "base/say.h"
#include "facts/info.h"
#include "facts/wording.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace tscope {

namespace {

using Edge = HistoryGraph::Edge;

std::string inputTitle(const HistoryGraph& graph, const Edge& edge)
{
    if (!edge.from)
        return edge.name.empty() ? formText(edge.form) : edge.name;
    const auto& node = graph.nodes[*edge.from];
    if (!node.names[edge.result].empty())
        return node.names[edge.result];
    const auto title = titleOf(graph, *edge.from);
    return node.results.size() > 1 ? title + "[" + std::to_string(edge.result) + "]" : title;
}

// What of its inputs backward() will read: "keeps the values of W, x".
std::string keptText(const HistoryGraph& graph, const HistoryGraph::Node& node)
{
    std::vector<std::string> titles;
    for (const auto& input : node.inputs)
        if (auto title = inputTitle(graph, input);
            input.keepsValues && std::ranges::find(titles, title) == titles.end())
            titles.push_back(std::move(title));
    std::string values;
    for (const auto& title : titles)
        values += (values.empty() ? "" : ", ") + title;
    return values.empty() ? "" : say("keeps the values of {0}", values);
}

Json jsonOf(const HistoryGraph& graph, const Edge& edge)
{
    return {{"node", edge.from ? Json(*edge.from) : Json(nullptr)},
            {"result", edge.result},
            {"name", inputTitle(graph, edge)},
            {"relation", edge.isView ? "view" : "copy"},
            {"keeps_values", edge.keepsValues}};
}

} // namespace

std::string formText(const Tensor& form)
{
    return summaryOf(info(form));
}

std::string titleOf(const HistoryGraph& graph, std::size_t node)
{
    std::string names;
    for (const auto& name : graph.nodes[node].names)
        if (!name.empty())
            names += (names.empty() ? "" : ", ") + name;
    return names.empty() ? say("step {0}", node) : names;
}

std::string callText(const HistoryGraph& graph, std::size_t node)
{
    std::string inputs;
    for (const auto& input : graph.nodes[node].inputs) {
        inputs += (inputs.empty() ? "" : ", ") + inputTitle(graph, input);
        if (input.from)
            inputs += " " + (input.isView ? say("view") : say("copy"));
    }
    return graph.nodes[node].operation + " <- " + inputs;
}

Telling tellHistory(const HistoryGraph& graph)
{
    Telling out;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto& node = graph.nodes[i];
        const auto what = node.inputs.empty() ? say("leaf, requires a gradient") : callText(graph, i);
        out.push_back({{titleOf(graph, i), Tone::strong}, {"  " + what}});
        for (const auto& result : node.results)
            out.push_back({{"    " + formText(result), Tone::faint}});
        if (const auto kept = keptText(graph, node); !kept.empty())
            out.push_back({{"    " + kept, Tone::faint}});
    }
    return out;
}

Json jsonOf(const HistoryGraph& graph)
{
    auto nodes = Json::array();
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto& node = graph.nodes[i];
        auto inputs = Json::array(), results = Json::array();
        for (const auto& input : node.inputs)
            inputs.push_back(jsonOf(graph, input));
        for (std::size_t r = 0; r < node.results.size(); ++r)
            results.push_back({{"name", node.names[r].empty() ? Json(nullptr) : Json(node.names[r])},
                               {"tensor", jsonOf(info(node.results[r], node.names[r]))}});
        nodes.push_back({{"id", i},
                         {"operation", node.operation},
                         {"leaf", node.inputs.empty()},
                         {"inputs", std::move(inputs)},
                         {"results", std::move(results)}});
    }
    return nodes;
}

} // namespace tscope
