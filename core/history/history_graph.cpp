// SPDX-License-Identifier: Apache-2.0
#include "history/history_graph.h"

#include <algorithm>
#include <unordered_map>

namespace tscope {

namespace {

// Every node once, by its number.
std::vector<const HistoryNode*> nodesOf(std::span<const Recorded> results)
{
    std::vector<const HistoryNode*> nodes, waiting;
    std::unordered_map<const HistoryNode*, bool> known;
    const auto meet = [&](const HistoryNode* node) {
        if (node != nullptr && known.try_emplace(node, true).second)
            waiting.push_back(node);
    };
    for (const auto& result : results)
        meet(result.node.get());
    while (!waiting.empty()) {
        nodes.push_back(waiting.back());
        waiting.pop_back();
        for (const auto& input : nodes.back()->record().inputs)
            meet(input.node.get());
    }
    std::ranges::sort(nodes, {}, &HistoryNode::number);
    return nodes;
}

} // namespace

HistoryGraph historyGraph(std::span<const Recorded> results)
{
    HistoryGraph graph;
    std::unordered_map<const HistoryNode*, std::size_t> place;
    for (const auto* node : nodesOf(results)) {
        const auto& record = node->record();
        HistoryGraph::Node made{
            .number = node->number(), .operation = record.operation, .results = record.results};
        made.names.resize(made.results.size());
        for (const auto& input : record.inputs) {
            HistoryGraph::Edge edge{{}, input.result, input.isView, input.keepsValues, input.name, input.kept};
            edge.form = withoutValues(std::move(edge.form));
            if (input.node) {
                edge.from = place.at(input.node.get());
                made.depth = std::max(made.depth, graph.nodes[*edge.from].depth + 1);
            }
            made.inputs.push_back(std::move(edge));
        }
        place.emplace(node, graph.nodes.size());
        graph.nodes.push_back(std::move(made));
    }
    for (const auto& result : results)
        if (result.node && !result.name.empty())
            graph.nodes[place.at(result.node.get())].names[result.result] = result.name;
    return graph;
}

} // namespace tscope
