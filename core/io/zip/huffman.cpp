// SPDX-License-Identifier: Apache-2.0
#include "io/zip/huffman.h"

#include "base/check.h"

#include <algorithm>
#include <array>
#include <bit>

namespace tscope {

namespace {

constexpr int mostBits = 15;
constexpr std::size_t mostSymbols = 288;

using Counts = std::array<int, mostBits + 1>;

// The next code of so many bits, whose first bit is the lowest one; 0 behind the last one.
std::uint32_t next(std::uint32_t code, int bits)
{
    const auto carry = std::bit_floor(~code & ((std::uint32_t{1} << bits) - 1));
    return carry == 0 ? 0 : (code & (carry - 1)) + carry;
}

// With how many bits the table is asked that begins with codes of `bits`; what is left of each length is counted.
int bitsOfTable(const Counts& left, int bits, int rootBits, int longest)
{
    int out = bits - rootBits;
    for (int room = 1 << out; out + rootBits < longest; ++out, room *= 2) {
        room -= left[static_cast<std::size_t>(out + rootBits)];
        if (room <= 0)
            break;
    }
    return out;
}

// A literal whose code leaves some of the root's bits.
struct ShortLiteral {
    std::uint32_t code = 0;
    int bits = 0;
    std::uint64_t entry = 0;
};

// Two literals become one answer where the root's bits tell both: bytes of numbers often go along with one that is
// nearly always the same. `literals` in the order of their lengths.
void pairUp(std::span<const ShortLiteral> literals, int rootBits, std::span<std::uint64_t> table)
{
    const auto rootSize = std::size_t{1} << rootBits;
    for (const auto& first : literals)
        for (const auto& second : literals) {
            const int bits = first.bits + second.bits;
            if (bits > rootBits)
                break;
            const auto entry = DeflateCode::pair(first.entry, second.entry);
            for (auto at = std::size_t{first.code | second.code << first.bits}; at < rootSize;
                 at += std::size_t{1} << bits)
                table[at] = entry;
        }
}

} // namespace

bool layOutCode(std::span<const std::uint8_t> lengths, std::span<const std::uint64_t> symbols, int rootBits,
                std::span<std::uint64_t> table)
{
    Counts counts{};
    for (const auto length : lengths)
        ++counts[length];
    counts[0] = 0;
    int longest = mostBits;
    while (longest > 0 && counts[static_cast<std::size_t>(longest)] == 0)
        --longest;
    int room = 1;
    for (int bits = 1; bits <= mostBits; ++bits) {
        room = 2 * room - counts[static_cast<std::size_t>(bits)];
        if (room < 0)
            return false; // more codes than there are
    }
    if (room > 0 && longest > 1)
        return false;
    const auto rootSize = std::size_t{1} << rootBits;

    // Symbols in the order of their codes.
    std::array<std::uint16_t, mostBits + 2> places{};
    for (std::size_t bits = 1; bits <= mostBits; ++bits)
        places[bits + 1] = static_cast<std::uint16_t>(places[bits] + counts[bits]);
    std::array<std::uint16_t, mostSymbols> order{};
    for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol)
        if (lengths[symbol] > 0)
            order[places[lengths[symbol]]++] = static_cast<std::uint16_t>(symbol);
    const std::size_t used = places[mostBits];

    auto left = counts;
    std::uint32_t code = 0;
    const auto rootMask = static_cast<std::uint32_t>(rootSize - 1);
    auto linkedBy = ~std::uint32_t{0};
    std::size_t begin = 0, size = 0, end = rootSize; // of the last table behind a link, and of all of them
    // With each bit more that the root is asked with, what is known of it stands there once more. Not asked for a
    // bit, it knows no code.
    table[0] = DeflateCode::noCode | DeflateCode::isNoLength;
    std::size_t known = 1;
    const auto repeatRoot = [&](std::size_t until) {
        for (; known < until; known *= 2)
            std::copy_n(table.data(), known, table.data() + known);
    };
    std::array<ShortLiteral, mostSymbols> literals;
    std::size_t literalCount = 0;
    for (std::size_t k = 0; k < used; ++k) {
        const int bits = lengths[order[k]];
        const auto entry = DeflateCode::withBits(symbols[order[k]], bits);
        if (bits <= rootBits) {
            repeatRoot(std::size_t{1} << bits);
            table[code] = entry;
            if (bits < rootBits && (entry & DeflateCode::literal) != 0)
                literals[literalCount++] = {code, bits, entry};
        } else {
            if ((code & rootMask) != linkedBy) {
                repeatRoot(rootSize);
                linkedBy = code & rootMask;
                const int tableBits = bitsOfTable(left, bits, rootBits, longest);
                begin = end;
                size = std::size_t{1} << tableBits;
                end += size;
                TSCOPE_CHECK(end <= table.size(), "the table has room for any code");
                table[linkedBy] = DeflateCode::linkTo(begin, tableBits);
            }
            for (auto at = std::size_t{code >> rootBits}; at < size; at += std::size_t{1} << (bits - rootBits))
                table[begin + at] = entry;
        }
        --left[static_cast<std::size_t>(bits)];
        code = next(code, bits);
    }
    repeatRoot(rootSize);
    pairUp(std::span(literals).first(literalCount), rootBits, table);
    return true;
}

} // namespace tscope
