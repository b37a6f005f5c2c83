// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tscope::compressed {

// What one window of plain indices holds, in one look.
struct EntryCounts {
    std::int64_t disorder = 0; // neighbours within the window that break the order
    std::int64_t largest = 0;
    bool anyNegative = false;
    std::int64_t starts = 0; // of `disorder`, those where a slice that is not empty starts
};

// Where the slices start whose first entry does not have to come after the entry before it. Every pointer but the
// last lies in the window or just at its begin, where the entry before it can be read all the same.
template <class T>
struct Starts {
    const T* pointers = nullptr; // slices + 1 of them, ascending
    std::int64_t slices = 0;
    std::int64_t origin = 0; // what a pointer to the window's first entry holds
};

struct OutsideCounts {
    std::int64_t negative = 0;
    std::int64_t tooLarge = 0;
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

// The inner loops of the scan over contiguous indices of one type, for one instruction set. Windows are short:
// counts fit 31 bits.
template <class T>
struct ScanKernels {
    // precondition: count > 0
    EntryCounts (*entries)(const T* values, std::int64_t count, Order order, const Starts<T>& starts);
    OutsideCounts (*outside)(const T* values, std::int64_t count, T limit); // negative, >= limit
    PointerCounts (*pointers)(const T* pointers, std::int64_t slices, std::uint64_t limit);
};

// The best that this processor can run. T: int32_t, int64_t.
template <class T>
const ScanKernels<T>& scanKernels();

} // namespace tscope::compressed
