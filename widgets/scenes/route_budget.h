// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/watch.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace tscope {

// How much work a plan of routes may be: how often a place or a path is compared with a cell. It is counted, not
// timed, so that the same cells have the same routes on every machine.
class RouteBudget
{
public:
    static constexpr std::size_t mostCompared = 150'000'000; // a second or two

    explicit RouteBudget(Watch watch = {}, std::size_t compared = mostCompared)
        : m_watch(std::move(watch)), m_left(compared)
    {
    }

    // One is compared with so many cells. Nothing is left once the work is stopped.
    void take(std::size_t cells) { m_left = m_watch.isStopped() ? 0 : m_left - std::min(m_left, cells + 1); }
    bool isSpent() const { return m_left == 0; }
    std::size_t left() const { return m_left; }

private:
    Watch m_watch;
    std::size_t m_left;
};

} // namespace tscope
