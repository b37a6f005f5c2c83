// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/watch.h"

#include <cstddef>
#include <cstdint>

namespace tscope {

// The part from..to of what `whole` waits for, as a watch of its own.
Watch partOfWatch(const Watch& whole, double from, double to);

// For work of many small steps: once in so many it tells the watch how far it is and asks whether to go on.
class Pace
{
public:
    // The watch must outlive this.
    Pace(const Watch& watch, std::uint32_t stepsBetweenLooks) : m_watch(watch), m_between(stepsBetweenLooks) {}

    // Called before each step, when `done` of `all` lies behind. False: stop.
    bool goesOn(std::size_t done, std::size_t all) { return --m_left > 0 || look(done, all); }

private:
    bool look(std::size_t done, std::size_t all);

    const Watch& m_watch;
    std::uint32_t m_between, m_left = 1; // the first step is one to look at
};

// What is said of a file that was not read to its end because nobody waits any more.
Error openingCancelled();

} // namespace tscope
