// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <string>

namespace tscope {

// Numbers as files keep them, lowest byte first, whatever the machine's own order.
template <std::unsigned_integral T>
T littleEndian(const std::byte* from)
{
    T value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i)
        value = static_cast<T>(value | std::to_integer<T>(from[i]) << (8 * i));
    return value;
}

template <std::unsigned_integral T>
void putLittleEndian(std::string& out, T value)
{
    for (std::size_t i = 0; i < sizeof(T); ++i)
        out += static_cast<char>(value >> (8 * i) & 0xff);
}

} // namespace tscope
