// SPDX-License-Identifier: Apache-2.0
// One wrong call, and whether the device can be used afterwards: told in one line of JSON.
#include "cuda/probe/fault_cases.h"
#include "cuda/probe/opened.h"
#include "dispatch/device_call.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>

namespace tscope::probe {

namespace {

Json jsonOf(const tscope_error& error)
{
    return {{"code", error.code},
            {"vendor_code", error.vendor_code},
            {"fatal", error.fatal != 0},
            {"text", std::string(error.text)}};
}

} // namespace

Exit injectOne(const Options& options)
{
    const auto known = faultCases();
    const auto found = std::ranges::find(known, options.fault, &FaultCase::name);
    if (found == known.end()) {
        say("there is no fault '" + options.fault + "'");
        return misused;
    }
    const auto device = opened(options);
    if (!device)
        return noDevice;
    auto hand = HandMade::make(*device);
    if (!hand) {
        say(hand.error().text);
        return wrong;
    }
    const auto told = found->commit(*hand);
    auto line = jsonOf(told);
    if (told.fatal == 0)
        ::unsetenv("TSCOPE_SIMULATED"); // what a device had too little of it may have again
    auto afterwards = noError();
    line["works_afterwards"] = hand->multiplies(afterwards);
    line["afterwards"] = std::string(afterwards.text);
    std::cout << line.dump() << std::endl;
    std::_Exit(fine); // nothing is given back: that may be what fails next
}

} // namespace tscope::probe
