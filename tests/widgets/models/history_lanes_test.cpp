// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history_lanes.h"

#include <gtest/gtest.h>

using namespace tscope;

namespace {

// A graph whose nodes are made of those with these numbers.
LineageGraph laneGraph(const std::vector<std::vector<std::size_t>>& inputs)
{
    LineageGraph graph;
    for (const auto& from : inputs) {
        LineageGraph::Node node;
        for (const auto each : from)
            node.inputs.push_back({each, 0, {}, false});
        node.results.resize(1);
        graph.nodes.push_back(std::move(node));
    }
    graph.root = graph.nodes.size() - 1;
    return graph;
}

std::vector<int> lanesOf(const HistoryLanes& lanes)
{
    std::vector<int> out;
    for (const auto& row : lanes.rows)
        out.push_back(row.lane);
    return out;
}

} // namespace

TEST(HistoryLanes, AChainHasOneLane)
{
    const auto lanes = historyLanes(laneGraph({{}, {0}, {1}, {2}}));
    EXPECT_EQ(lanesOf(lanes), (std::vector{0, 0, 0, 0}));
    EXPECT_EQ(lanes.width, 1);
    EXPECT_EQ(lanes.rows[0].above, 0U);
    EXPECT_EQ(lanes.rows[0].below, 1U);
    EXPECT_EQ(lanes.rows[3].below, 0U);
}

TEST(HistoryLanes, TensorsThatAreStillReadKeepTheirs)
{
    // Two that it begins with, a product of both, another one with the first, and the sum of both.
    const auto lanes = historyLanes(laneGraph({{}, {}, {0, 1}, {0, 2}, {2, 3}}));
    EXPECT_EQ(lanesOf(lanes), (std::vector{0, 1, 1, 0, 0}));
    EXPECT_EQ(lanes.rows[2].above, 3U);
    EXPECT_EQ(lanes.rows[2].below, 3U);
    EXPECT_EQ(lanes.rows[2].inputs, (std::vector<HistoryLanes::Input>{{0, false}, {1, false}}));
    EXPECT_EQ(lanes.rows[4].above, 3U);
    EXPECT_EQ(lanes.rows[4].below, 0U);
    EXPECT_EQ(lanes.width, 2);
}

TEST(HistoryLanes, ManyShareTheLastOne)
{
    std::vector<std::vector<std::size_t>> inputs(100);
    std::vector<std::size_t> all(100);
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = i;
    inputs.push_back(all);
    const auto lanes = historyLanes(laneGraph(inputs));
    EXPECT_EQ(lanes.width, HistoryLanes::most);
    EXPECT_EQ(lanes.rows[99].lane, HistoryLanes::most - 1);
    EXPECT_EQ(lanes.rows[100].inputs.size(), static_cast<std::size_t>(HistoryLanes::most));
    EXPECT_EQ(lanes.rows[100].lane, 0);
    EXPECT_EQ(lanes.rows[100].below, 0U);
}

TEST(HistoryLanes, AResultThatNobodyReadsEndsAtItsRow)
{
    const auto lanes = historyLanes(laneGraph({{}, {}, {0}}));
    EXPECT_EQ(lanesOf(lanes), (std::vector{0, 1, 0}));
    EXPECT_EQ(lanes.rows[1].below, 1U);
}
