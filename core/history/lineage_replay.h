// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "history/history_node.h"
#include "history/lineage_graph.h"

namespace tscope {

// What became of the gradient of a tensor that a history begins with. Views are seen through.
enum class GradientForm : std::uint8_t {
    dense,      // of a strided tensor, from strided ones
    densified,  // of a strided tensor from a sparse one: zero where that stores nothing
    keptSparse, // entries, as they came
    masked,     // of a sparse tensor from a strided one: only what is stored has one
    components, // of a list of tensors, packed as it is
};

struct LeafGradient {
    std::size_t node = 0; // of the graph
    Tensor tensor;
    GradientForm form = GradientForm::dense;
    std::size_t result = 0; // of that node: a cut may have made several
};

struct LineageReplay {
    std::vector<LeafGradient> gradients;                         // in the order of the nodes
    std::string whyNone = {};                                    // there is no gradient at all
    bool isTooLarge = false;                                     // for so many bytes
    std::vector<std::optional<std::vector<Recorded>>> made = {}; // by node; nothing: could not be made
};

struct ReplayOptions {
    std::int64_t maxBytes =
        0; // what all that is made anew may take, and what each step back; 0: half of the memory
    Watch watch = {};
};

// Makes everything anew, recorded, from the tensors that the history begins with, and goes back from the sum of
// all stored elements of the root: the gradient of each tensor that it begins with. Tells the graph what came out:
// the forms of tensors that are not held, what is a view, what is kept for the way back, and what went wrong.
LineageReplay replay(LineageGraph& graph, const ReplayOptions& options = {});

} // namespace tscope
