// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace tscope::probe {

using Clock = std::chrono::steady_clock;

inline double secondsSince(Clock::time_point begun)
{
    return std::chrono::duration<double>(Clock::now() - begun).count();
}

} // namespace tscope::probe
