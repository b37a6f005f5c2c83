// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

namespace tscope {

class LineageStep;
using LineageStepPtr = std::shared_ptr<const LineageStep>;

// Where a tensor came from: one of the results of a step, which knows what these were made of (lineage_step.h).
struct Lineage {
    LineageStepPtr step = nullptr; // null: nothing is known of what was before it
    std::size_t result = 0;
};

} // namespace tscope
