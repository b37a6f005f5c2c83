// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tscope::compressed {

inline constexpr std::int64_t longestWindow = 1 << 14;

// What one window of plain indices holds, in one look.
struct EntryCounts {
    std::int64_t disorder = 0; // neighbours within the window that break the order
    std::int64_t largest = 0;
    bool anyNegative = false;
    std::int64_t starts = 0;                 // of `disorder`, those where a slice that is not empty starts
    std::int64_t negative = 0, tooLarge = 0; // where asked for
};

// Where the slices start whose first entry does not have to come after the entry before it. Every pointer but the
// last lies in the window or just at its begin, where the entry before it can be read all the same.
template <class T>
struct Starts {
    const T* pointers = nullptr; // slices + 1 of them, ascending
    std::int64_t slices = 0;
    std::int64_t origin = 0;  // what a pointer to the window's first entry holds
    std::int64_t longest = 0; // entries of the longest slice, or more
};

struct PointerCounts {
    std::int64_t falling = 0; // next < this
    std::int64_t tooMany = 0; // next - this > limit
    std::uint64_t longest = 0;
};

enum class Order : std::uint8_t {
    strict, // 5.6: each index above its predecessor
    weak,   // CU-5: none below it
};

// Which of 64 positions of a line are out of order against the one before, and how many are before all of these.
struct RankedWord {
    std::uint64_t bits;
    std::int64_t before;
};

// A question to such words: how many out of order lie below a place, taken `rank` times, less whether it is one
// itself, taken `bit` times.
struct RankQuestion {
    std::int64_t word;
    std::int32_t at; // in the word
    std::int16_t rank, bit;
};

// The inner loops of the scan over contiguous indices of one type, for one instruction set. Windows of entries are
// no longer than longestWindow, and all are short: counts fit 31 bits.
template <class T>
struct ScanKernels {
    // precondition: count > 0
    EntryCounts (*entries)(const T* values, std::int64_t count, Order order, const Starts<T>& starts);
    // The same, and how many are negative or at least `limit`.
    EntryCounts (*entriesOutside)(const T* values, std::int64_t count, Order order, const Starts<T>& starts,
                                  T limit);
    PointerCounts (*pointers)(const T* pointers, std::int64_t slices, std::uint64_t limit);
    // Fills the words that hold the positions [begin, end]: those from begin / 64, of which `words` is the first.
    // `values` is the entry at `begin`, with one before it unless that is 0.
    void (*rank)(const T* values, std::int64_t begin, std::int64_t end, Order order, std::int64_t before,
                 RankedWord* words);
    std::int64_t (*answers)(const RankedWord* words, const RankQuestion* questions, std::int64_t count);
};

// The best that this processor can run. T: int32_t, int64_t.
template <class T>
const ScanKernels<T>& scanKernels();

} // namespace tscope::compressed
