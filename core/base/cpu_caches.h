// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tscope {

// The data caches of one kind that a processor has. Caches that hold instructions alone are left out.
struct CpuCache {
    int level = 1;
    bool isUnified = false; // holds instructions too
    std::int64_t bytes = 0; // of one of them
    int threads = 1;        // that share one of them
    int count = 1;          // of the processor

    bool operator==(const CpuCache&) const = default;
};

// As the system lists them, the nearest to the cores first. A processor with two kinds of cores may have two kinds
// of one level. Fails where the system lists none.
Result<std::vector<CpuCache>> cpuCaches(const std::string& folder = "/sys/devices/system/cpu");

// "L1d 32.0 KiB for each thread", "L3 32.0 MiB, shared by 2 threads"
std::string text(const CpuCache& cache);

} // namespace tscope
