// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/checked_math.h"

#include <algorithm>
#include <cstdint>

namespace tscope {

// How many bytes may come out of a packed file: so much of any, as a small file of zeros is an honest one, and of
// larger ones so many times their size, which nothing but a trap comes near.
inline constexpr std::int64_t unpackedOfAnyFile = std::int64_t{160} << 20;
inline constexpr std::int64_t unpackedPerByte = 250;

inline std::int64_t mostUnpackedOf(std::int64_t fileBytes)
{
    return std::max(unpackedOfAnyFile, saturatingMul(fileBytes, unpackedPerByte));
}

} // namespace tscope
