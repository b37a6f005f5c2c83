// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mutations/running/limited_run.h"

#include <initializer_list>
#include <string>

namespace tscope::mutations {

// The properties that a run must have.
struct Expected {
    std::vector<int> codes;
    bool isForPeople = true; // no control characters in what it prints, and valid UTF-8
    bool isJson = false;     // its standard output is JSON, if there is any
    bool saysWhy = true;     // a failure (code 2 and above) has words
};

// One sentence that says what is wrong with a run; empty if nothing is.
std::string complaintOf(const LimitedRun& run, const Limits& limits, const Expected& expected);

} // namespace tscope::mutations
