// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "history/lineage_replay.h"

#include <string>

namespace tscope {

// A node of a history for people.
struct LineageWords {
    std::string title; // its tensors
    std::string call;  // "matmul <- W copy, x copy"; empty of what it begins with
    std::string form;  // "csr (4, 5) float32, 6 stored, int64 indices, 112 bytes"; empty: not known
    std::string note;  // what went wrong, else the gradient, or what is kept for the way back
    bool isProblem = false;
};
// `replay`: null while it is not there.
LineageWords wordsOf(const LineageGraph& graph, std::size_t node, const LineageReplay* replay);

// "masked to what is stored, csr (4, 5) float32, 6 stored"
std::string gradientText(const LeafGradient& gradient);

} // namespace tscope
