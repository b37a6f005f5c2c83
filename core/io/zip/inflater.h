// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/zip/huffman.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace tscope {

// Unpacks raw deflate data (RFC 1951) that lie in one run into another run, with pauses. Written for what zlib is
// not made for: where both runs are at hand whole, nothing has to be kept in a window of its own, which takes half
// the time. Reads and writes inside the two runs only, whatever the data say.
class Inflater
{
public:
    enum class State : std::uint8_t {
        paused, // more is to come
        done,   // the data have ended
        broken, // they are no deflate data from here on
        cut,    // they end before they should
        full,   // more comes out than there is room for
    };

    Inflater(std::span<const std::byte> packed, std::span<std::byte> out);

    // Goes on until so many bytes have come out in all, or somewhat more, or so much was read that a look at who
    // waits is due.
    State run(std::size_t until);

    std::size_t made() const { return static_cast<std::size_t>(m_out - m_outBegin); }
    std::size_t unused() const; // packed bytes behind those that were needed

private:
    // The largest tables that codes of 288 and of 32 symbols and 15 bits can ask for with roots of 11 and 8 bits.
    static constexpr std::size_t lengthTableSize = 2342, distanceTableSize = 402;

    bool has(int bits); // reads on as far as needed; false: the data end before
    std::uint32_t take(int bits);
    void drop(int bits);

    State beginBlock();
    State copyStored();
    void useFixedCodes();
    State readCodes();
    State readLengths(std::span<std::uint8_t> lengths, std::span<const std::uint64_t> table);

    State decode(std::size_t until);
    State decodeFast(std::byte* limit);
    template <bool hasBmi>
    State decodeLoop(std::byte* limit);
    State decodeWithBmi(std::byte* limit);
    State decodeOne();
    State nextCode(std::span<const std::uint64_t> table, int rootBits, std::uint64_t& code);
    State nextNumber(std::span<const std::uint64_t> table, int rootBits, std::size_t& number);
    State extended(std::uint64_t code, std::size_t& number);

    const std::byte *m_in, *m_inEnd;
    std::byte *m_out, *m_outBegin, *m_outEnd;
    std::uint64_t m_bits = 0; // read and not yet used, the next one lowest; zeros above them
    int m_count = 0;          // of them
    bool m_isInBlock = false, m_isLastBlock = false, m_hasFixedCodes = false;
    State m_state = State::paused;
    std::array<std::uint64_t, lengthTableSize> m_lengths; // literals, lengths, and the end of a block
    std::array<std::uint64_t, distanceTableSize> m_distances;
};

} // namespace tscope
