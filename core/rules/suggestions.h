// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/report.h"

#include <string_view>
#include <variant>
#include <vector>

namespace tscope {

// One way to get rid of findings: to take the members for something else, or to repair them. Points into the
// report and the list of repairs that it was made of.
using Suggestion = std::variant<const Misreading*, const Repair*>;

// All of a report, the best first: readings that leave nothing broken, then these repairs of it in their order and
// the other readings, each before the first repair that leaves more places. A reading is left out where a
// repair that loses nothing gives the same tensor.
std::vector<Suggestion> suggestionsFor(const Report& report, const std::vector<Repair>& repairs);

std::string_view idOf(const Suggestion& suggestion);

bool losesNothing(const Repair& repair); // and adds no elements: it may be made without being asked for

} // namespace tscope
