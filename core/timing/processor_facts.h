// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/cpu_caches.h"
#include "timing/session.h"

#include <string>
#include <vector>

namespace tscope::timing {

// The CPU as the page of devices and `tscope devices` show it.
struct ProcessorFacts {
    std::string name;
    int threads = 1;
    Result<std::vector<CpuCache>> caches;
    std::vector<Limits> limits; // measured before, of the most threads first; none: not measured yet
};
// Reads files of the system and of the user.
ProcessorFacts processorFacts();

// "L1d 32.0 KiB for each thread; L3 32.0 MiB, shared by 2 threads"; empty: not known.
std::string cachesText(const ProcessorFacts& facts);
// "memory bandwidth 18.2 GB/s (3 measurements gave 17.5 to 18.2); peak in float32 ...; measured 2026-11-25 10:00
// UTC"
std::string ratesText(const Limits& limits);
// In the place of limits where there are none.
std::string noLimitsText();

} // namespace tscope::timing
