// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/report.h"
#include "base/watch.h"
#include "rules/contracts.h"
#include "tensor/tensor.h"

#include <string>
#include <vector>

namespace tscope {

// What each consumer would say of one tensor.
struct ContractVerdict {
    enum class Kind : std::uint8_t { valid, broken, layoutNotKnown };

    const Contract* contract = nullptr; // never null
    Kind kind = Kind::valid;
    std::string text; // "broken under scipy: 2 rules, 5 places"
};

// Of all contracts, the default one first. `known` is the report of one of them, which is not asked again. Empty
// when the watch stops.
std::vector<ContractVerdict> verdictsOfContracts(const Tensor& tensor, const Report& known,
                                                 const Watch& watch = {});

} // namespace tscope
