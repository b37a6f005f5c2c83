// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/watch.h"
#include "timing/session.h"

#include <string>

namespace tscope::timing {

// What a device reaches, as a plan names it ("cpu", "cpu (1 thread)", "cuda:0"): the best of several passes, in
// about a third of a second. Fails where there is no such device, or when it is stopped.
Result<Limits> measureLimits(const std::string& device, const Watch& watch = {});
// The best of each rate; `repeats` of the result are the measurements. Precondition: there is one.
Limits bestOf(std::vector<Limits> measurements);
// Whether these measurements are enough to call their best rates those of the device: three of which two come near
// the best while other programs left the processor alone, or nine of any kind.
bool areEnough(const std::vector<Limits>& measurements);
// The best of the measurements for this device and number of threads, in this process and, where limits are
// remembered (limits_memory.h), before it. Other programs may slow down a whole measurement, so each call measures
// once more until the best rates have been reached twice; but not within a second of the last one, when the same
// programs run.
Result<Limits> limitsOf(const std::string& device, const Watch& watch = {});

// The same with further measurements in any case, which are kept: "measure again" by the user.
Result<Limits> limitsMeasuredAgain(const std::string& device, const Watch& watch = {});
// The limits of a processor that uses more threads than these others of the same machine: more threads can do at
// least as much as fewer, so each rate is at least that of the others. `repeats` stay as they were measured.
Limits withThoseOfFewerThreads(Limits limits, const std::vector<Limits>& fewer);

// This machine, without remarks.
Machine thisMachine();
bool isThisMachine(const Machine& machine); // the same processor, threads and memory; its system may be another

} // namespace tscope::timing
