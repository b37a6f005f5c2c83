// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/report.h"
#include "base/result.h"
#include "rules/check.h"
#include "tensor/tensor.h"

#include <span>
#include <string>
#include <vector>

namespace tscope {

// A mended tensor, what was done to it in order, and what is left.
struct Repaired {
    Tensor tensor;
    std::vector<std::string> applied; // ids of repairs and of misreadings
    Report remaining;
};

// Applies the repairs of these ids in the order given, each planned anew on what the ones before have left. The id
// of a misreading takes the members for what they may be. Fails when one is not offered then.
Result<Repaired> repaired(const Tensor& tensor, std::span<const std::string> ids,
                          const CheckOptions& options = {});

// Applies repairs that lose nothing and invent nothing, the first offered first, until none is left.
Result<Repaired> repairedWithoutLoss(const Tensor& tensor, const CheckOptions& options = {});

} // namespace tscope
