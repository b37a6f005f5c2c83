// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/probe/hand_made.h"

#include <span>
#include <string_view>

namespace tscope::probe {

// What is to come of a fault.
enum class Expected {
    works,    // it is none
    refused,  // an error, after which the device can be used on
    fatal,    // an error that says that the device is lost to the process
    killed,   // it never ends, so the parent ends it
    anything, // nobody promises anything; it is looked at
};
std::string_view name(Expected expected);

// A call that no proven tensor would make, done once in a process of its own.
struct FaultCase {
    std::string_view name, says;
    Expected expected;
    tscope_error (*commit)(HandMade& hand);
    bool isForHost = false;          // a device that the host plays survives it, and it has a meaning there
    const char* simulated = nullptr; // only there, with this in TSCOPE_SIMULATED
};
std::span<const FaultCase> faultCases();

} // namespace tscope::probe
