// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>

namespace tscope {

// What saving reports to and obeys. Default: nobody listens, never stopped. How long a text will be is not known
// before it is written, so that there is no share that is done.
struct SaveWatch {
    std::stop_token stop = {};
    std::function<void(std::int64_t bytes)> written = {}; // so far, called where it is written

    bool isStopped() const { return stop.stop_requested(); }
};

} // namespace tscope
