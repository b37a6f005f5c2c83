// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "history/history_node.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace tscope {

struct BackwardOptions {
    std::int64_t maxBytes = 0; // what one step may take; 0: half of the machine's memory
    Watch watch = {};
};

// One node on its way back: from gradients of its results to those of its inputs.
struct GradientCall {
    const HistoryRecord& record;
    std::span<const std::optional<Tensor>> results; // absent: nothing depends on it. Strided ones are never sparse
    const BackwardOptions& options;

    bool wants(std::size_t input) const { return record.inputs[input].node != nullptr; }
    const Tensor& kept(std::size_t input) const { return record.inputs[input].kept; }
    // Of an operation with one result, which is there, or backward() would not have come here.
    const Tensor& gradient() const { return *results.front(); }
};

// One for each input; absent: none is wanted, or it is zero.
using InputGradients = std::vector<std::optional<Tensor>>;

// How an operation goes back. A gradient has the form of its tensor (gradient_form.h); its element type may be
// another one.
struct GradientRule {
    std::string_view operation;
    Result<InputGradients> (*gradients)(const GradientCall& call) = nullptr;
    // Whether backward reads the values of an input, where `wanted` says which inputs a gradient is wanted of.
    // Null: it reads none.
    bool (*readsValues)(std::size_t input, const std::vector<bool>& wanted) = nullptr;
};

// A new one is one line in gradient_rules.cpp.
const GradientRule& addGradient();
const GradientRule& mulGradient();
const GradientRule& sumGradient();
const GradientRule& meanGradient();
const GradientRule& aminGradient();
const GradientRule& amaxGradient();
const GradientRule& softmaxGradient();
const GradientRule& matmulGradient();
const GradientRule& sddmmGradient();
const GradientRule& linearGradient();
const GradientRule& toPaddedGradient();
const GradientRule& fromPaddedGradient();
const GradientRule& contiguousGradient();
const GradientRule& viewGradient();
const GradientRule& conversionGradient();
const GradientRule& nestingGradient();
const GradientRule& embeddingGradient();

// Of an operation by its name; null: there is none.
const GradientRule* gradientRuleOf(std::string_view operation);
std::string differentiableNames(); // for sentences: "add mul sum"

} // namespace tscope
