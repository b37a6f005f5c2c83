// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "history/history_node.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tscope {

// A history as it is told and drawn.
struct HistoryGraph {
    struct Edge {
        std::optional<std::size_t> from; // number in `nodes`; nothing: an input that requires no gradient
        std::size_t result = 0;          // of that node
        bool isView = false;             // else the operation made new elements
        bool keepsValues = false;        // for backward(); else only how they lie
        std::string name;                // of the input
        Tensor form;                     // of the input, without values
    };
    struct Node {
        std::uint64_t number = 0;
        std::string operation;
        std::vector<Edge> inputs = {};       // none: a leaf
        std::vector<Tensor> results = {};    // without values
        std::vector<std::string> names = {}; // of the results
        // The longest way to a leaf: where the node is drawn.
        std::size_t depth = 0;
    };
    std::vector<Node> nodes; // each behind those that it was made of
};

// All that these came from. Names are those of the tensors.
HistoryGraph historyGraph(std::span<const Recorded> results);

} // namespace tscope
