// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tscope::timing {

// What this machine does in a nanosecond, as far as estimates need it.
struct Pace {
    double moveRate = 2;         // bytes that a conversion reads or writes, in memory that the system has to clear
    double streamRate = 8;       // bytes that a kernel reads, with all threads
    double productRate = 0.5;    // of a kernel: stored elements times numbers that lie anywhere
    double referenceRate = 1e-3; // the same of the reference that results are checked against
    std::int64_t cacheBytes = std::int64_t{32} << 20; // emptied before each time with cold caches
    int threads = 1;
    double correction = 1; // how many times as long measurements took as was foreseen
};

// Of this machine, measured once in a few milliseconds, and corrected by what was learnt since. For any thread.
Pace paceOfMachine();
// What a whole measurement took, and what was foreseen for it by the pace of then.
void learnPace(double foreseenNs, double tookNs);

} // namespace tscope::timing
