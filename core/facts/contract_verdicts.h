// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/report.h"
#include "base/watch.h"
#include "rules/contracts.h"
#include "tensor/tensor.h"

#include <string>
#include <vector>

namespace tscope {

// The verdict of one contract on a tensor.
struct ContractVerdict {
    enum class Kind : std::uint8_t { valid, broken, layoutNotKnown };

    const Contract* contract = nullptr; // never null
    Kind kind = Kind::valid;
    std::string text; // "broken under scipy: 2 rules, 5 places"
    // The broken ones of a layout that it knows, in the order of the report, and their places.
    std::vector<std::string> rules = {};
    std::int64_t places = 0;
    std::string why = {}; // its first place; empty: it is valid, or has none
};

// Verdicts of all contracts, the default one first. `known` is an existing report; its contract is not checked
// again. Returns an empty list when the watch stops.
std::vector<ContractVerdict> verdictsOfContracts(const Tensor& tensor, const Report& known,
                                                 const Watch& watch = {});

} // namespace tscope
