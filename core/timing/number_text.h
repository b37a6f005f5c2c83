// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace tscope::timing {

// Numbers for people, the same on every machine and in every language.

// So many significant digits, no power of ten between 0.0001 and 10^7: "2.1", "0.052", "130".
std::string significant(double value, int digits = 2);
std::string ratioText(double ratio);      // two digits, but two decimals where it is near 1: "2.1", "1.04"
std::string percentText(double share);    // two digits: "62 %"; "99.7 %", where it is nearly all
std::string timeText(double nanoseconds); // "850 ns", "1.2 µs"
std::string timeText(double nanoseconds, double low, double high); // "1.20 µs (1.15-1.31)"
std::string amountText(std::int64_t bytes);                        // "512 B", "1.2 MiB"
std::string countText(std::int64_t count);                         // "9999", "10,000"

} // namespace tscope::timing
