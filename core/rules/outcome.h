// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/report.h"
#include "base/result.h"
#include "base/watch.h"
#include "rules/contracts.h"
#include "tensor/tensor.h"

#include <cstdint>
#include <vector>

namespace tscope {

// The repair with what it achieves, which its title names in numbers where that is a sentence.
void setOutcome(Repair& repair, RepairOutcome outcome);

// The order of all lists, and of what is applied unasked. What repairs only rules that follow from others comes
// after the repairs of those, and what moves entries after the repairs of earlier causes, since it hides where
// these are. Before them is what sets the size of the tensor, where another repair clears all of its rules, and so
// are several steps with that one among them. Of the others first what loses nothing and leaves no rule broken,
// then what leaves none broken by setting one number, then what loses nothing, then what only adds. Of each kind
// first what leaves no rule broken, then what repairs the first cause, then what leaves the fewest places, then
// what sets one number only.
void sortByOutcome(std::vector<Repair>& repairs, const Report& report);

// Makes each repair that has no outcome yet and keeps those that help: none that breaks what was found to hold,
// clears nothing or can't be made, and of two that give the same tensor the one that loses less. Those that give
// what a misreading of the report takes the tensor for name it. Where none that loses nothing is enough, those of
// several steps are added that are; where these set the size, also those that overwrite one index. Sorted by
// outcome. When the watch stops it, those that are left stay as they are.
void tryOut(std::vector<Repair>& repairs, const Tensor& tensor, const Contract& contract, const Report& report,
            const Watch& watch = {});

std::int64_t violationsIn(const Report& report); // places of broken rules

} // namespace tscope
