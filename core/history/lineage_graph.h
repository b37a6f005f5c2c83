// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "history/lineage_step.h"
#include "tensor/tensor.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tscope {

// A tensor that its owner has now.
struct OpenTensor {
    int owner = 0; // never 0
    std::string name;
    std::shared_ptr<const Tensor> tensor;
    Lineage from = {}; // of this very tensor
};

// A tensor of a history.
struct LineageTensor {
    std::string name = {}; // empty: it never had one
    int owner = 0;         // who has it, or a later version of it, now; 0: it is closed, or never was open
    bool isOther = false;  // the owner has another version of it now
    std::shared_ptr<const Tensor> tensor = nullptr; // null: it is not held
    std::optional<Tensor> form = {};                // without values, of one that was made again

    const Tensor* known() const { return tensor ? tensor.get() : form ? &*form : nullptr; }
};

// How one tensor was made: steps and the tensors that these begin with, each behind those that it was made of.
struct LineageGraph {
    struct Edge {
        std::optional<std::size_t> from; // number in `nodes`; nothing: a number, which is the name
        std::size_t result = 0;          // of that node
        std::string name;
        std::optional<bool> isView = {}; // the result lies in its storage; nothing: not known
        bool keepsValues = false;        // for the way back
    };
    struct Node {
        LineageStepPtr step = nullptr; // null: a tensor that the history begins with
        std::string operation = {};
        std::vector<Edge> inputs = {};
        std::vector<LineageTensor> results = {};
        std::string problem = {}; // why it can't be made again, or no gradient gets through it
        std::int64_t keptBytes = 0;

        bool isLeaf() const { return step == nullptr; }
        // What it made has no history: no gradient gets through it.
        bool isCut() const { return step != nullptr && std::holds_alternative<HistoryCut>(step->call()); }
    };
    std::vector<Node> nodes;
    std::size_t root = 0, rootResult = 0; // the tensor whose history it is: always the last node
    bool isWhole = true;                  // false: what was before some of them is left out

    const LineageTensor& rootTensor() const { return nodes[root].results[rootResult]; }
};

inline constexpr std::size_t mostLineageNodes = 10'000;

// Precondition: `root` is one of `open`.
LineageGraph lineageGraph(std::span<const OpenTensor> open, std::size_t root,
                          std::size_t mostNodes = mostLineageNodes);

} // namespace tscope
