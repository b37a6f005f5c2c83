// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/geometry.h"

#include <span>

namespace tscope {

// One term of a sum: `step` times a whole number between `least` and `most`.
struct SumTerm {
    std::int64_t step = 0;
    std::int64_t least = 0;
    std::int64_t most = 0;
};

// Finds all choices of one number per term for which the sum of step * number is `target`, by branch and bound:
// a number is only tried when what the later terms can reach, in range and in common divisor, may still make up
// the rest. This is "which index reads this slot" and "do two indices read the same one". Terms are tried in the
// order given: large steps first is quickest, row-major order gives row-major solutions. Work is counted in
// steps, so that the same question always gets the same answer.
class SumSearch
{
public:
    SumSearch(std::span<const SumTerm> terms, std::int64_t target, std::int64_t budget);

    // Goes to the next solution, in lexicographic order; false when there is none or the budget is used up.
    bool next();
    const Extents& numbers() const { return m_numbers; }
    // The budget did not suffice, or the sums leave 120 bits: solutions may be missing.
    bool ranOut() const { return m_ranOut; }

    // How many solutions there are, without visiting each: the last two terms are counted as a progression.
    // Stops early when `enough` are found. Preconditions: next() was not called, no step is 0.
    Wide count(Wide enough);

private:
    __extension__ using Big = __int128;
    struct Level {
        Big step, least, most;
        Big tailLow = 0, tailHigh = 0; // what the later terms can add up to
        Big tailDivisor = 0;           // what every sum of them is a multiple of; 0: they only reach 0
        Big divisor = 1;               // gcd of step and tailDivisor: the rest has to be a multiple of it
        Big stride = 1;                // distance between the numbers that leave a multiple of tailDivisor
        Big inverse = 0;               // of step / divisor modulo stride
        Big rest = 0, number = 0, end = -1;
    };

    void open(Level& level) const;
    bool spend();

    std::vector<Level> m_levels;
    Extents m_numbers;
    std::int64_t m_budget;
    std::size_t m_depth = 0;
    bool m_started = false;
    bool m_done = false;
    bool m_ranOut = false;
    bool m_emptySolution = false;
};

// The terms in the order of falling |step|.
void sortForSearch(std::vector<SumTerm>& terms);

} // namespace tscope
