// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tscope {

// One answer of a table that is asked with the next bits of deflate data. From the lowest bit: 8 bits of how many
// bits are used, the codes' own and the extra ones behind them; 8 of how many the next table is asked with. Of
// literals: one or two bytes, two codes being one entry where both fit into its bits; otherwise signs. 16 bits of
// what the code stands for (how many literals; the least of a length or distance; of a link: where its table
// begins); 8 of how many bits are the (first) code's own (of a link: how many bits its table is asked with); 7 of
// how many extra ones stand behind it; the sign of a literal.
struct DeflateCode {
    static constexpr std::uint64_t isNoLength = 1U << 16, endOfBlock = 1U << 17, noCode = 1U << 18,
                                   literal = std::uint64_t{1} << 63;

    // Of a symbol, whose code is not known yet.
    static constexpr std::uint64_t of(std::uint64_t value, unsigned extraBits, unsigned nextRoot = 0,
                                      std::uint64_t signs = 0)
    {
        return signs | std::uint64_t{extraBits} << 56 | value << 32 | nextRoot << 8 | extraBits;
    }
    static constexpr std::uint64_t ofLiteral(unsigned byte, unsigned nextRoot)
    {
        return of(1, 0, nextRoot, literal | std::uint64_t{byte} << 16);
    }
    static constexpr std::uint64_t withBits(std::uint64_t symbol, int bits)
    {
        return symbol + (static_cast<std::uint64_t>(bits) << 48 | static_cast<std::uint64_t>(bits));
    }
    // The own bits stay those of the first, so that it can be taken alone.
    static constexpr std::uint64_t pair(std::uint64_t first, std::uint64_t second)
    {
        return first + (std::uint64_t{1} << 32 | (second >> 16 & 0xff) << 24 | (second & 0xff));
    }
    static constexpr std::uint64_t linkTo(std::size_t begin, int tableBits)
    {
        return isNoLength | std::uint64_t{begin} << 32 | static_cast<std::uint64_t>(tableBits) << 48;
    }
    static constexpr bool isLink(std::uint64_t code)
    {
        return (code & (isNoLength | noCode | endOfBlock | literal)) == isNoLength;
    }

    static constexpr int allBits(std::uint64_t code) { return static_cast<int>(code & 0xff); }
    static constexpr int ownBits(std::uint64_t code) { return static_cast<int>(code >> 48 & 0xff); }
    static constexpr int extraBits(std::uint64_t code) { return static_cast<int>(code >> 56 & 0x7f); }
    static constexpr std::uint32_t value(std::uint64_t code) { return code >> 32 & 0xffff; }
    static constexpr std::byte byte(std::uint64_t code) { return static_cast<std::byte>(code >> 16 & 0xff); }
};

// Lays out the table of a canonical code: `lengths` of its symbols' codes, 0 for those without one; `symbols` as
// DeflateCode without bits. Codes of more than `rootBits` bits are found by a link. Where no code leads stands
// noCode. `table` has room for the largest table of so many symbols. False: the lengths make no code; as zlib, one
// that leaves bits without a meaning is taken only when it has a single bit, or none at all.
bool layOutCode(std::span<const std::uint8_t> lengths, std::span<const std::uint64_t> symbols, int rootBits,
                std::span<std::uint64_t> table);

} // namespace tscope
