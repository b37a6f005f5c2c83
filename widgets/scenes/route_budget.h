// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/watch.h"

#include <cstddef>
#include <utility>

namespace tscope {

// How much work a plan of routes may be. A step compares one place or one path with all cells; it is counted, not
// timed, so that the same cells have the same routes on every machine.
class RouteBudget
{
public:
    static constexpr std::size_t mostSteps = 600'000; // a second or two with as many cells as are routed

    explicit RouteBudget(Watch watch = {}, std::size_t steps = mostSteps)
        : m_watch(std::move(watch)), m_left(steps)
    {
    }

    // Nothing is left once the work is stopped.
    void take() { m_left = m_left == 0 || m_watch.isStopped() ? 0 : m_left - 1; }
    bool isSpent() const { return m_left == 0; }
    std::size_t left() const { return m_left; }

private:
    Watch m_watch;
    std::size_t m_left;
};

} // namespace tscope
