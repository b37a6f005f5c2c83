// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tscope {

// One answer of a table that is asked with the next bits of deflate data. From the lowest bit: 8 bits of how many
// bits are used, the code's own and the extra ones behind it; 4 of how many are its own (of a link: how many bits
// its table is asked with); a gap and three signs; 15 bits of what the code stands for (a byte, the least of a
// length or distance; of a link: where its table begins); one sign.
struct DeflateCode {
    static constexpr std::uint32_t endOfBlock = 1U << 13, noCode = 1U << 14, isNoLength = 1U << 15,
                                   literal = 1U << 31;

    // Of a symbol, whose code is not known yet.
    static constexpr std::uint32_t of(std::uint32_t value, int extraBits, std::uint32_t signs = 0)
    {
        return signs | value << 16 | static_cast<std::uint32_t>(extraBits);
    }
    static constexpr std::uint32_t withBits(std::uint32_t symbol, int bits)
    {
        return symbol + (static_cast<std::uint32_t>(bits) << 8 | static_cast<std::uint32_t>(bits));
    }
    static constexpr std::uint32_t linkTo(std::size_t begin, int tableBits, int rootBits)
    {
        return isNoLength | static_cast<std::uint32_t>(begin) << 16 | static_cast<std::uint32_t>(tableBits) << 8 |
               static_cast<std::uint32_t>(rootBits);
    }
    static constexpr bool isLink(std::uint32_t code)
    {
        return (code & (isNoLength | noCode | endOfBlock | literal)) == isNoLength;
    }

    static constexpr int allBits(std::uint32_t code) { return static_cast<int>(code & 0xff); }
    static constexpr int ownBits(std::uint32_t code) { return static_cast<int>(code >> 8 & 0xf); }
    static constexpr std::uint32_t value(std::uint32_t code) { return code >> 16 & 0x7fff; }
};

// Lays out the table of a canonical code: `lengths` of its symbols' codes, 0 for those without one; `symbols` as
// DeflateCode without bits. Codes of more than `rootBits` bits are found by a link. Where no code leads stands
// noCode. `table` has room for the largest table of so many symbols. False: the lengths make no code; as zlib, one
// that leaves bits without a meaning is taken only when it has a single bit, or none at all.
bool layOutCode(std::span<const std::uint8_t> lengths, std::span<const std::uint32_t> symbols, int rootBits,
                std::span<std::uint32_t> table);

} // namespace tscope
