// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/median.h"

#include <cstdint>
#include <string>

namespace tscope::timing {

// Numbers for people, the same on every machine and in every language.

// So many significant digits, no power of ten between 0.0001 and 10^7: "2.1", "0.052", "130".
std::string significant(double value, int digits = 2);
std::string ratioText(double ratio); // two digits, but two decimals where it is near 1: "2.1", "1.04"
// The numbers of an interval, all with the same decimals.
struct IntervalText {
    std::string value, low, high;

    std::string range() const { return low + '-' + high; }
};
// With as many digits as the interval is narrow: two or three of the value. An end is written as 1 only where it
// is nearer to 1 than 0.005, as on which side of 1 it lies is what counts.
IntervalText ratioTexts(const Ratio& ratio);
std::string ratioWithInterval(const Ratio& ratio); // "2.1x (1.9-2.3)"
// With three digits of the value.
IntervalText threeDigits(double value, double low, double high);

std::string percentText(double share);            // two digits: "62 %"; "99.7 %", where it is nearly all
std::string timeText(double nanoseconds);         // "850 ns", "1.2 µs"
std::string timeWithInterval(const Median& time); // "1.20 µs (1.15-1.31)"
std::string timeRangeText(const Median& time);    // "1.15-1.31 µs", as they are written there
std::string amountText(std::int64_t bytes);       // "512 B", "1.2 MiB"
std::string countText(std::int64_t count);        // "9999", "10,000"

} // namespace tscope::timing
