// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tscope {

// A place in a content that may be 10^20 pixels long: its first pixels and its last ones have to be told apart.
using Position = long double;

// Which of `count` units, `width` wide each from `begin` on, lie in a window of `size` at `origin`: [first, last),
// with one to spare at the end.
struct UnitRange {
    std::int64_t first = 0, last = 0;
};
inline UnitRange unitsInSight(Position origin, Position size, Position begin, Position width, std::int64_t count)
{
    if (count <= 0)
        return {};
    const auto unit = [&](Position at) {
        return static_cast<std::int64_t>(
            std::clamp<Position>(std::floor((at - begin) / width), 0, static_cast<Position>(count - 1)));
    };
    if (origin + size < begin || origin > begin + width * static_cast<Position>(count))
        return {};
    return {unit(origin), unit(origin + size) + 1};
}

// Calls f(n) for the multiples of `step` in [begin, end), also where the one after the last does not fit 64 bits.
template <class F>
void forMultiples(std::int64_t begin, std::int64_t end, std::int64_t step, F&& f)
{
    const auto rest = begin % step;
    if (rest != 0 && end - begin <= step - rest)
        return;
    for (auto at = rest == 0 ? begin : begin + (step - rest); at < end;) {
        f(at);
        if (end - at <= step)
            return;
        at += step;
    }
}

} // namespace tscope
