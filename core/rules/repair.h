// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/report.h"
#include "base/result.h"
#include "rules/check.h"
#include "tensor/tensor.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tscope {

// A repaired tensor, what was done to it in order, and what is left.
struct Repaired {
    Tensor tensor;
    std::vector<std::string> applied; // ids of repairs and of misreadings
    Report remaining;
    std::optional<Repair> next = {}; // suggested and not made, since it loses or adds something
};

// Applies the repairs of these ids in the order given, each planned anew on what the ones before have left. The id
// of a misreading takes the members for what they may be. Fails when one is not offered then.
Result<Repaired> repaired(const Tensor& tensor, std::span<const std::string> ids,
                          const CheckOptions& options = {});

// Makes the first suggestion, checks, and does so again, until one comes first that loses or adds something, or
// none is left.
Result<Repaired> repairedAsSuggested(const Tensor& tensor, const CheckOptions& options = {});

} // namespace tscope
