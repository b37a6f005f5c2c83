// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>

namespace tscope {

// What long work reports to and obeys. Default: nobody listens, never stopped.
struct Watch {
    std::stop_token stop = {};
    std::function<void(double done)> progress = {}; // 0..1, may be called from any thread
    const std::int32_t* stopFlag = nullptr;         // of a caller in plain C: stopped when it is not 0

    bool isStopped() const
    {
        return stop.stop_requested() || (stopFlag != nullptr && __atomic_load_n(stopFlag, __ATOMIC_RELAXED) != 0);
    }
    // For a part of the work whose progress is not that of the whole; it is stopped together with the whole.
    Watch withoutProgress() const { return {.stop = stop, .progress = {}, .stopFlag = stopFlag}; }
};

} // namespace tscope
