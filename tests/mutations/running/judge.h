// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mutations/running/limited_run.h"

#include <initializer_list>
#include <string>

namespace tscope::mutations {

// What a run is to be like.
struct Expected {
    std::vector<int> codes;
    bool isForPeople = true; // no control characters in what it prints, and valid UTF-8
    bool isJson = false;     // its standard output is JSON, if there is any
    bool saysWhy = true;     // a failure (code 2 and above) has words
};

// What is wrong with a run, in one sentence; empty: nothing.
std::string complaintOf(const LimitedRun& run, const Limits& limits, const Expected& expected);

} // namespace tscope::mutations
