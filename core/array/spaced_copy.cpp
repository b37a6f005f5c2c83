// SPDX-License-Identifier: Apache-2.0
#include "array/spaced_copy.h"

#include <cstring>
#include <type_traits>

namespace tscope {

void copySpaced(const std::byte* from, std::int64_t stepBytes, std::int64_t count, std::int64_t itemSize,
                std::byte* to)
{
    const auto copy = [&](auto size) {
        for (std::int64_t i = 0; i < count; ++i)
            std::memcpy(to + i * itemSize, from + i * stepBytes, size);
    };
    switch (itemSize) { // sizes known to the compiler become single moves
    case 1:
        return copy(std::integral_constant<std::size_t, 1>());
    case 2:
        return copy(std::integral_constant<std::size_t, 2>());
    case 4:
        return copy(std::integral_constant<std::size_t, 4>());
    case 8:
        return copy(std::integral_constant<std::size_t, 8>());
    default:
        return copy(static_cast<std::size_t>(itemSize));
    }
}

} // namespace tscope
