// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/plan.h"

#include <string>
#include <vector>

namespace tscope::timing {

// A plan as people ask for it. What they leave out is what usualPlan() has.
struct PlanWords {
    std::vector<std::string> ops;        // "spmm:64"
    std::vector<std::string> layouts;    // "csr", "bsr:16x16", "padded"
    std::vector<std::string> blocks;     // "16x16": of bsr and bsc where the layout does not say its own
    std::vector<std::string> dtypes;     // each form once in each of these types
    std::vector<std::string> indexTypes; // likewise
    std::vector<std::string> devices;
    std::vector<int> threads = {};      // the processor once with so many; none: with all that kernels may use
    std::vector<double> densities = {}; // as Plan has them
    // Numbers of columns of what stands beside the tensor, "64": each operation that does not say its own is
    // measured with each of them; none: the usual number.
    std::vector<std::string> columns = {};
    bool isOwnFormAdded = false; // the form of the tensor comes first, whichever layouts are asked for
};

// Fails for a word that it does not know. The first tensor decides what is usual; block sizes and forms as given
// of the others are measured too, where they are of its kind. Precondition: there is one.
Result<Plan> planOf(const PlanWords& words, std::span<const PlanSubject> tensors, const Watch& watch = {});
Result<Plan> planOf(const PlanWords& words, const Sound& tensor, const Watch& watch = {});

} // namespace tscope::timing
