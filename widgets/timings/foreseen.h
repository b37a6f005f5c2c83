// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calls/proofs.h"
#include "timings/timing_choices.h"

namespace tscope {

// What a measurement would take, before it begins.
struct Foreseen {
    QString text;           // "Measurements: 32; time: about 25 s; memory: ...", or why nothing can be measured
    double nanoseconds = 0; // 0: unknown, or nothing can be measured
};
// Takes a look at each entry: work for a job. `proofs` keeps what was proven for the next time.
Foreseen foreseenOf(const std::vector<TimedTensor>& tensors, const TimingChoices& choices, Proofs& proofs,
                    const Watch& watch);

} // namespace tscope
