// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/little_endian.h"

#include <cstdint>
#include <initializer_list>
#include <span>

namespace tscope {

// In front of every entry: how it begins, and how long it is without name and extra fields.
inline constexpr std::uint32_t zipLocalMark = 0x04034b50;
inline constexpr std::int64_t zipLocalLength = 30;

inline constexpr std::uint64_t mostZipEntries = 100'000;
inline constexpr std::int64_t longestZipName = 4096;

// The zip64 field among the extra ones holds, in this order, the numbers whose own field is all ones.
inline void readZipLongNumbers(std::span<const std::byte> extra, std::initializer_list<std::uint64_t*> numbers)
{
    constexpr std::uint64_t elsewhere = 0xffffffff;
    while (extra.size() >= 4) {
        const auto id = littleEndian<std::uint16_t>(extra.data());
        const std::size_t length = littleEndian<std::uint16_t>(extra.data() + 2);
        extra = extra.subspan(4);
        if (length > extra.size())
            return;
        auto field = extra.first(length);
        for (auto* value : numbers)
            if (id == 1 && *value == elsewhere && field.size() >= 8) {
                *value = littleEndian<std::uint64_t>(field.data());
                field = field.subspan(8);
            }
        extra = extra.subspan(length);
    }
}

} // namespace tscope
