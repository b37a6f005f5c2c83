// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace tscope {

// Where a pointer's slice or a component begins and ends: [begin, end).
struct SpanRun {
    std::int64_t begin = 0, end = 0;
};

// Calls visit(number, run) for those of `count` runs that lie over [begin, end) or at its ends, in their order,
// until it returns false. `runOf` tells a run, or nothing where it falls or reaches outside; `endOf` where it
// ends, whatever else. Few runs may come in any order. Many are taken to rise, so only those near the window are
// looked at, and what lies out of order may be missed.
template <class RunOf, class EndOf, class Visit>
void forRunsOver(std::int64_t count, std::int64_t begin, std::int64_t end, RunOf&& runOf, EndOf&& endOf,
                 Visit&& visit)
{
    constexpr std::int64_t few = 4096;
    std::int64_t first = 0;
    if (count > few)
        for (auto high = count; first < high;) {
            const auto middle = first + (high - first) / 2;
            if (endOf(middle) < begin)
                first = middle + 1;
            else
                high = middle;
        }
    std::int64_t missed = 0;
    for (auto i = first; i < count; ++i) {
        const std::optional<SpanRun> run = runOf(i);
        if (run && run->end >= begin && run->begin <= end) {
            missed = 0;
            if (!visit(i, *run))
                return;
        } else if (count > few && (++missed > few || (run && run->begin > end))) {
            return;
        }
    }
}

} // namespace tscope
