// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "history/gradient_rule.h"

#include <span>
#include <string>
#include <vector>

namespace tscope {

// What the recorded operations have in common.

struct NewStep {
    std::string operation;
    const GradientRule* rule = nullptr;
    std::variant<std::monostate, Params, ViewStep> call = {};
    bool isView = false; // the results lie in the storages of the first input
};
// The results of a step with a node behind them, if one is needed.
Result<std::vector<Recorded>> withHistory(NewStep step, std::span<const Recorded> inputs,
                                          std::vector<Tensor> results, const Watch& watch);

} // namespace tscope
