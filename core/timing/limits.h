// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/watch.h"
#include "timing/session.h"

#include <string>

namespace tscope::timing {

// What a device reaches, as a plan names it ("cpu", "cpu (1 thread)", "cuda:0"): the best of several passes, in
// about half a second. Fails where there is no such device, or when it is stopped.
Result<Limits> measureLimits(const std::string& device, const Watch& watch = {});
// The same, once in the life of the process for each device and number of threads.
Result<Limits> limitsOf(const std::string& device, const Watch& watch = {});

// This machine, without remarks.
Machine thisMachine();

} // namespace tscope::timing
