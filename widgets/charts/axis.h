// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/measures.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace tscope::charts {

struct Range {
    double low = 0, high = 1;

    double length() const { return high - low; }
    // The number of the range that is next to this one; `low` where rounding, or a chart without room, has turned
    // the ends around.
    double nearest(double number) const { return std::max(low, std::min(number, high)); }
    bool operator==(const Range&) const = default;
};

// What stays as it is when a chart is zoomed or pulled.
enum class Hold : std::uint8_t {
    nothing,
    low,    // bars begin there, and their lengths must not lie
    length, // rows have a height that can be read: they are scrolled, not zoomed
    all
};

// A direction of a field: what of it is shown, and how it is told.
struct Axis {
    Range shown, full; // shown lies in full
    bool isLog = false;
    bool isDown = false; // of a vertical one: the low end is on top
    Hold hold = Hold::nothing;
    Unit unit;
    QString title;                   // without its unit
    bool hasTicks = true;            // else the rows or columns have names of their own
    bool areWhole = false;           // nothing lies between whole numbers
    std::vector<double> marked = {}; // numbers that ticks stand at, in place of round ones
};

struct Tick {
    double at = 0;
    QString text;
};
// At round numbers of the axis' unit: 1, 2, 5 and their tenfold; on a scale of logarithms powers of ten, with
// those between them where there is room. About so many at most.
std::vector<Tick> ticksOf(const Axis& axis, int most);

// From zero to a bit more than this.
Range fromZero(double greatest);
// Whole powers of ten around these, with some room below; of positive numbers.
Range decadesAround(double least, double greatest);

// The part of the axis that is seen after a turn of the wheel there, or after a pull by this share of what is
// seen.
Range zoomed(const Axis& axis, double at, double factor);
Range pulled(const Axis& axis, double share);

} // namespace tscope::charts
