// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "memory/lost_pages.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

namespace tscope {

// What saving reports to and obeys. Default: nobody listens, never stopped. How long a text will be is not known
// before it is written, so that there is no share that is done.
struct SaveWatch {
    std::stop_token stop = {};
    std::function<void(std::int64_t bytes)> written = {}; // so far, called where it is written
    // How many mapped files had lost pages before the first byte was read of what is saved: where there are more
    // when all is written, zeros may stand for the source, and nothing is saved. Nothing: it is saved all the
    // same.
    std::optional<std::int64_t> lostMappings = mappingsWithLostPages();
    bool toStreams = false; // pipes and devices may be written to, which can take as long as their readers like
    std::function<Result<void>()> mayStay = {}; // asked when all is written: an error keeps it from its place

    bool isStopped() const { return stop.stop_requested(); }
};

} // namespace tscope
