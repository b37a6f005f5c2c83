// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace tscope::probe {

// How a process ended, with what it had printed on standard output.
struct ChildEnd {
    std::string out;
    bool wasKilled = false; // it took too long
    int signal = 0;         // that ended it otherwise; 0: none
    int code = -1;
    double seconds = 0;
};
// This program once more, with these arguments and settings ("NAME=value"), for so many seconds at most.
ChildEnd runAgain(const std::vector<std::string>& arguments, const std::vector<std::string>& settings,
                  double most);

} // namespace tscope::probe
