// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/thread_pool.h"

#include <algorithm>
#include <cstdint>

namespace tscope::cpu {

// Work in parts for parallelFor: one part where a thread would cost more than it brings, otherwise some for each
// thread, so that uneven ones even out. What a kernel makes does not depend on how many there are.
inline constexpr std::int64_t worthAThread = std::int64_t{1} << 17; // entries

inline std::int64_t partsOfWork(std::int64_t work)
{
    return threadCount() == 1 ? 1
                              : std::clamp<std::int64_t>(work / worthAThread, 1, 4 * std::int64_t{threadCount()});
}

inline std::int64_t partBegin(std::int64_t part, std::int64_t parts, std::int64_t work)
{
    return work / parts * part + std::min(part, work % parts);
}

} // namespace tscope::cpu
