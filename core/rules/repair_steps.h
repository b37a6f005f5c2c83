// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/report.h"
#include "base/result.h"
#include "base/watch.h"
#include "rules/contracts.h"
#include "tensor/edit.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// Repairs of several steps. Their ids are those of the steps with a plus between them:
// "set-last-pointer+restore-pointer".

std::vector<std::string> stepsOf(std::string_view repair); // one, of a repair of one step

// The edits of a repair. Each step is planned on what the ones before it have left.
Result<EditList> planSteps(const Tensor& tensor, const Report& report, std::string_view repair,
                           const Watch& watch = {});

// Whether a broken rule holds after the repair. One that loses nothing helps as well where fewer places are
// broken: a rule may be broken in several places for different reasons.
bool helps(const Repair& repair, const Report& before, const Report& after);

// A repair, the tensor that it gives, and what was found on that.
struct MadeRepair {
    Repair repair;
    Tensor tensor;
    Report report;
};

// Repairs of two or three steps that leave no rule broken. `first` are the repairs that may come first. Their
// titles say all steps; their outcomes are not known yet.
struct RepairsOfSteps {
    std::vector<MadeRepair> lossless; // that also add nothing: those of the fewest steps
    // That overwrite one index after such steps, keep the shape and the order of entries: those of the fewest
    // steps.
    std::vector<MadeRepair> overwriting;
    // That keep the shape, and whose last step sets numbers of which nothing says that these are the wrong ones.
    std::vector<MadeRepair> guessing;
};
RepairsOfSteps repairsOfSteps(const Tensor& tensor, const Contract& contract, const Report& report,
                              const std::vector<MadeRepair>& first, const Watch& watch = {});

// Repairs of two or three steps that leave no rule broken, keep the shape and set no number but those that
// findings name. Steps may overwrite one number each. Those of the fewest steps.
std::vector<MadeRepair> repairsOfNamedNumbers(const Tensor& tensor, const Contract& contract, const Report& report,
                                              const Watch& watch = {});

// The bytes of the members of `after` that do not lie in the storages of `before`.
std::int64_t bytesMadeAnew(const Tensor& before, const Tensor& after);

} // namespace tscope
