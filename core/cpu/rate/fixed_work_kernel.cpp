// SPDX-License-Identifier: Apache-2.0
#include "cpu/rate/fixed_work.h"

namespace tscope::cpu {

double fetchAround(const double* table, std::int64_t size, std::int64_t count)
{
    // Two strands, so that an element need not wait for the place of the next.
    const auto last = static_cast<std::uint64_t>(size - 1);
    std::uint64_t here = 1, there = 2;
    double some = 0, others = 0;
    for (std::int64_t i = 0; i < count; i += 2) {
        here = here * 6364136223846793005U + 1442695040888963407U;
        there = there * 6364136223846793005U + 1442695040888963407U;
        some += table[(here >> 33) & last];
        others += table[(there >> 33) & last];
    }
    return some + others;
}

void addInPlace(float* sums, std::int64_t count, std::int64_t times)
{
    for (std::int64_t s = 0; s < count; ++s) {
        volatile float& here = sums[s]; // else it would be added up in a register
        for (std::int64_t i = 0; i < times; ++i)
            here = here * 0.5F + 0.25F;
    }
}

void addBesideOthers(float* lines, std::int64_t count, std::int64_t threads, std::int64_t thread)
{
    constexpr std::int64_t perLine = 64 / static_cast<std::int64_t>(sizeof(float));
    std::uint64_t place = 1;
    for (std::int64_t i = 0; i < count; ++i) {
        place = place * 6364136223846793005U + 1442695040888963407U;
        auto* line = lines + ((static_cast<std::int64_t>(place >> 33) & (count - 1)) * threads + thread) * perLine;
        for (std::int64_t at = 0; at < perLine; ++at)
            line[at] = line[at] * 0.5F + 0.25F;
    }
}

} // namespace tscope::cpu
