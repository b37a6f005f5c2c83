// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace tscope {

// One step of what was done, and what it cost.
struct RouteStep {
    std::string op;     // "narrow(0, 2, 3)", "csr to bsr"
    std::string kernel; // "geometry", "rename members", "copy"
    std::string device = "cpu";
    std::int64_t bytesMoved = 0;
    bool view = true;     // the result shares the storages it was made of
    std::string why = {}; // it does not
};
std::string routeText(const RouteStep& step); // "narrow(0, 2, 3): view, 0 bytes moved"

} // namespace tscope
