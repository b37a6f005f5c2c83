// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tscope::probe {

struct Options {
    std::string device = "cuda";
    std::string out = {};   // file; empty: standard output
    bool isSmall = false;   // sizes for a device that the host plays
    double seconds = 80;    // after which nothing new is begun
    std::string fault = {}; // of the verb `fault`
};

// What programs end with.
enum Exit { fine = 0, wrong = 1, misused = 3, noDevice = 4 };

Exit measureRoofs(const Options& options);
Exit bench(const Options& options);
Exit injectFaults(const Options& options);
Exit injectOne(const Options& options); // in a process of its own

} // namespace tscope::probe
