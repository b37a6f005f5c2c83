// SPDX-License-Identifier: Apache-2.0
#include "history/lineage_graph.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace tscope {

namespace {

class LineageWalk
{
public:
    LineageWalk(std::span<const OpenTensor> open, std::size_t mostNodes) : m_open(open), m_mostNodes(mostNodes)
    {
        for (std::size_t i = 0; i < open.size(); ++i)
            m_byOwner.emplace(open[i].owner, i);
    }

    LineageGraph from(const OpenTensor& root)
    {
        const LineageSource own{root.name, root.tensor, root.from, root.owner};
        for (const auto& step : stepsTo(std::span(&root.from, 1), m_mostNodes))
            append(step);
        m_graph.root = placeOf(own);
        m_graph.rootResult = resultOf(own);
        fillOpen();
        fill(m_graph.nodes[m_graph.root].results[m_graph.rootResult], own);
        return std::move(m_graph);
    }

private:
    void append(const LineageStepPtr& step)
    {
        std::vector<LineageGraph::Edge> inputs;
        for (const auto& source : step->sources()) {
            LineageGraph::Edge edge{{}, 0, source.name};
            if (!source.isNumber) {
                m_graph.isWhole =
                    m_graph.isWhole && (!source.from.step || m_places.contains(source.from.step.get()));
                edge.from = placeOf(source);
                edge.result = resultOf(source);
                fill(m_graph.nodes[*edge.from].results[edge.result], source);
            }
            inputs.push_back(std::move(edge));
        }
        m_places.emplace(step.get(), m_graph.nodes.size());
        m_graph.nodes.push_back({step, operationOf(step->call()), std::move(inputs),
                                 std::vector<LineageTensor>(std::max<std::size_t>(1, step->results()))});
    }

    // The node that a source is a result of; one that has no history, or whose history is left out, begins here.
    std::size_t placeOf(const LineageSource& source)
    {
        if (const auto at = m_places.find(source.from.step.get()); source.from.step && at != m_places.end())
            return at->second;
        const auto held = source.tensor.lock();
        const auto [at, isNew] =
            m_leaves.try_emplace({held.get(), source.owner, held ? "" : source.name}, m_graph.nodes.size());
        if (isNew)
            m_graph.nodes.push_back({nullptr, {}, {}, std::vector<LineageTensor>(1)});
        return at->second;
    }

    std::size_t resultOf(const LineageSource& source) const
    {
        const auto at = m_places.find(source.from.step.get());
        if (!source.from.step || at == m_places.end())
            return 0;
        return std::min(source.from.result, m_graph.nodes[at->second].results.size() - 1);
    }

    // What a source was called then; who has it now goes by the name that it has now.
    void fill(LineageTensor& tensor, const LineageSource& source)
    {
        if (!tensor.tensor)
            tensor.tensor = source.tensor.lock();
        if (tensor.name.empty())
            tensor.name = source.name;
        const auto at = m_byOwner.find(source.owner);
        if (tensor.owner != 0 || at == m_byOwner.end())
            return;
        const auto& now = m_open[at->second];
        tensor.owner = now.owner;
        tensor.name = now.name;
        tensor.isOther = now.tensor != tensor.tensor;
    }

    // All results that are open, whether or not anything was made of them.
    void fillOpen()
    {
        for (const auto& open : m_open)
            if (const auto at = m_places.find(open.from.step.get()); open.from.step && at != m_places.end()) {
                auto& results = m_graph.nodes[at->second].results;
                auto& tensor = results[std::min(open.from.result, results.size() - 1)];
                tensor.tensor = open.tensor;
                tensor.owner = open.owner;
                tensor.name = open.name;
                tensor.isOther = false;
            }
    }

    std::span<const OpenTensor> m_open;
    std::size_t m_mostNodes;
    std::unordered_map<int, std::size_t> m_byOwner;
    std::unordered_map<const LineageStep*, std::size_t> m_places;
    std::map<std::tuple<const Tensor*, int, std::string>, std::size_t> m_leaves;
    LineageGraph m_graph;
};

} // namespace

LineageGraph lineageGraph(std::span<const OpenTensor> open, std::size_t root, std::size_t mostNodes)
{
    return LineageWalk(open, mostNodes).from(open[root]);
}

} // namespace tscope
