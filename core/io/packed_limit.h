// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/checked_math.h"

#include <algorithm>
#include <cstdint>

namespace tscope {

// How many bytes may come out of a packed file: so much of any, as a small file of zeros is an honest one, and of
// larger ones so many times their size, which nothing but a trap comes near.
inline constexpr std::int64_t unpackedOfAnyFile = std::int64_t{64} << 20;
inline constexpr std::int64_t unpackedPerByte = 1000;

inline std::int64_t mostUnpackedOf(std::int64_t packedBytes)
{
    return std::max(unpackedOfAnyFile, saturatingMul(packedBytes, unpackedPerByte));
}

// How much memory what comes out may take where it has to be there as a whole.
inline constexpr std::int64_t heldOfAnyFile = std::int64_t{160} << 20;
inline constexpr std::int64_t heldPerByte = 250;

inline std::int64_t mostHeldOf(std::int64_t packedBytes)
{
    return std::max(heldOfAnyFile, saturatingMul(packedBytes, heldPerByte));
}

} // namespace tscope
