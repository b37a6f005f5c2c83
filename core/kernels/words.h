// SPDX-License-Identifier: Apache-2.0
// Bytes of items, as many at a time as an item has: byte by byte a device takes several times as long.
#pragma once

#include "kernels/both.h"

#include <cstdint>

namespace tscope::kernels {

template <class Word>
TSCOPE_BOTH Word loadWord(const std::uint8_t* from)
{
    Word word;
    __builtin_memcpy(&word, __builtin_assume_aligned(from, alignof(Word)), sizeof word);
    return word;
}
template <class Word>
TSCOPE_BOTH void moveWords(std::uint8_t* to, const std::uint8_t* from, std::int64_t bytes)
{
    for (std::int64_t b = 0; b < bytes; b += sizeof(Word)) {
        const auto word = loadWord<Word>(from + b);
        __builtin_memcpy(__builtin_assume_aligned(to + b, alignof(Word)), &word, sizeof word);
    }
}

// `bytes` of items of `itemBytes` each, which lie at multiples of that (of 8, if it is a multiple of 8).
TSCOPE_BOTH inline void moveItems(std::uint8_t* to, const std::uint8_t* from, std::int64_t bytes,
                                  std::int64_t itemBytes)
{
    if (itemBytes % 8 == 0)
        moveWords<std::uint64_t>(to, from, bytes);
    else if (itemBytes % 4 == 0)
        moveWords<std::uint32_t>(to, from, bytes);
    else if (itemBytes % 2 == 0)
        moveWords<std::uint16_t>(to, from, bytes);
    else
        moveWords<std::uint8_t>(to, from, bytes);
}

} // namespace tscope::kernels
