// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history_lanes.h"

#include <algorithm>
#include <array>

namespace tscope {

namespace {

// How many tensors are on each lane; only the last one may have several.
class LanesInUse
{
public:
    int take()
    {
        int lane = 0;
        while (lane < HistoryLanes::most - 1 && m_count[static_cast<std::size_t>(lane)] > 0)
            ++lane;
        ++m_count[static_cast<std::size_t>(lane)];
        return lane;
    }
    void give(int lane) { --m_count[static_cast<std::size_t>(lane)]; }
    std::uint32_t mask() const
    {
        std::uint32_t out = 0;
        for (std::size_t lane = 0; lane < m_count.size(); ++lane)
            out |= m_count[lane] > 0 ? 1U << lane : 0U;
        return out;
    }

private:
    std::array<int, HistoryLanes::most> m_count{};
};

constexpr std::size_t neverUsed = ~std::size_t{0};

} // namespace

HistoryLanes historyLanes(const LineageGraph& graph)
{
    std::vector<std::size_t> last(graph.nodes.size(), neverUsed); // row that a node is used in
    for (std::size_t i = 0; i < graph.nodes.size(); ++i)
        for (const auto& edge : graph.nodes[i].inputs)
            if (edge.from)
                last[*edge.from] = i;
    HistoryLanes out;
    LanesInUse lanes;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        HistoryLanes::Row row;
        row.above = lanes.mask();
        std::vector<std::size_t> ended;
        for (const auto& edge : graph.nodes[i].inputs) {
            if (!edge.from)
                continue;
            const HistoryLanes::Input input{out.rows[*edge.from].lane, edge.isView.value_or(false)};
            if (std::ranges::find(row.inputs, input) == row.inputs.end())
                row.inputs.push_back(input);
            if (last[*edge.from] == i && std::ranges::find(ended, *edge.from) == ended.end())
                ended.push_back(*edge.from);
        }
        for (const auto from : ended)
            lanes.give(out.rows[from].lane);
        row.lane = lanes.take();
        if (last[i] == neverUsed)
            lanes.give(row.lane);
        row.below = lanes.mask();
        out.width = std::max(out.width, row.lane + 1);
        out.rows.push_back(std::move(row));
    }
    return out;
}

} // namespace tscope
