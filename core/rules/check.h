// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/reading.h"
#include "anatomy/report.h"
#include "base/watch.h"
#include "rules/contracts.h"
#include "tensor/tensor.h"

#include <cstdint>

namespace tscope {

inline constexpr std::int64_t witnessLimit = 1'000'000; // per rule, however many are asked for

struct CheckOptions {
    const Contract* contract = nullptr; // null: the default one
    std::int64_t maxWitnesses = 16;     // per rule; 0: all, up to witnessLimit
    bool advice = true;                 // causes, misreadings, remarks and repairs too
    Watch watch = {};
    ScanDevice* device = nullptr; // who counts in data scans; null: the processor. The report is the same
};

// Every rule that the contract asks of this tensor, all violations at once. Reads only what is proven to lie
// inside its storage, so any tensor may be given.
Report check(const Tensor& tensor, const CheckOptions& options = {});

// The same answer for a tensor that differs from the one `before` was made of in `edited` only, at a fraction of
// the cost: windows that no edit touched keep their counts. Same contract and options as then.
Report recheck(const Tensor& tensor, const Report& before, std::span<const Slots> edited,
               const CheckOptions& options = {});

} // namespace tscope
