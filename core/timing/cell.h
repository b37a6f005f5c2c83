// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/gate.h"
#include "timing/measure.h"
#include "timing/session.h"
#include "timing/workload.h"

#include <chrono>

namespace tscope::timing {

struct CellOptions {
    std::chrono::nanoseconds budget = std::chrono::milliseconds(500); // of one round
    // That may be taken beside the tensor: by other inputs and by two results, as a whole call makes one while the
    // kernel's own is kept. 0: memoryBudget().
    std::int64_t maxBytes = 0;
    bool isCold = true; // times with emptied caches are taken too
    Watch watch = {};
};

// One more round of a cell, with the tensor in the form of its row; the device is the row's. What it tells is
// added to the row: samples of all kinds, bytes and operations, the kernel, or why there is nothing to tell.
// Nothing is timed whose result does not pass the gate. `gate`: null once it has been passed.
void measureRound(Row& row, const Workload& workload, const Sound& tensor, const Gate* gate,
                  const CellOptions& options);

} // namespace tscope::timing
