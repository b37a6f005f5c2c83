// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/checked_math.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace tscope {

// Quantities for people: counts, extents, sizes in bytes. An index, a pointer or a stored value is no quantity: it
// is compared with code and typed again, so it is written as std::to_string writes it.

// With separators above 9999: "9999", "10,000,000", "-12,345".
std::string grouped(std::int64_t number);
std::string grouped(const Wide& number);

// "1 entry", "12,000 entries": what say("{0|entry|entries}", count) says.
std::string counted(std::int64_t count, std::string_view one, std::string_view many);

// Below 10,000 to the byte, above with three digits: "1 byte", "4096 bytes", "76.3 MiB".
std::string byteSizeText(std::int64_t bytes);

// A share in per cent, three digits: "30", "1.25", "0.00012"; the sign is for the caller to add.
std::string percentText(double share);

} // namespace tscope
