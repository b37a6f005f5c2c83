// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/answers.h"
#include "facts/telling.h"
#include "history/history_graph.h"

namespace tscope {

// A history for people, a node to a line, and its gradients behind it; the same for programs.

// How a node is called: the names of its results, else "step 3".
std::string titleOf(const HistoryGraph& graph, std::size_t node);
// "strided (3, 4) float64"
std::string formText(const Tensor& form);
// "matmul(W copied, x copied)"
std::string callText(const HistoryGraph& graph, std::size_t node);

Telling tellHistory(const HistoryGraph& graph);
Json jsonOf(const HistoryGraph& graph);

} // namespace tscope
