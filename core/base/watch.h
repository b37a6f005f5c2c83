// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>

namespace tscope {

// What long work reports to and obeys. Default: nobody listens, never stopped.
struct Watch {
    std::stop_token stop = {};
    std::function<void(double done)> progress = {}; // 0..1, may be called from any thread

    bool isStopped() const { return stop.stop_requested(); }
};

} // namespace tscope
