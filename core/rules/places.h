// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/check.h"

#include <functional>

namespace tscope {

// What a report keeps of the places of each rule where more of them are going to be looked at: the rest is found
// anew, one by one. A tensor of a few bytes can have millions of places, and each takes some hundred bytes.
inline constexpr std::int64_t witnessesKept = 1000;

// The places of a finding in order, at most `most` of them (0: up to witnessLimit), until `visit` says false:
// first those that the report keeps, then the others, for which the rule is asked again. Precondition: the report
// is that of the tensor under the contract.
void forEachPlace(const Tensor& tensor, const Contract& contract, const Finding& finding, std::int64_t most,
                  const std::function<bool(const Witness&)>& visit, const Watch& watch = {});

// How many of its places forEachPlace() visits.
std::int64_t placesListed(const Finding& finding, std::int64_t most);

} // namespace tscope
