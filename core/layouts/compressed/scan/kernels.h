// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tscope::compressed {

// What one window of plain indices holds, in one look.
struct EntryCounts {
    std::int64_t disorder = 0; // neighbours within the window that break the order
    std::int64_t largest = 0;
    bool anyNegative = false;
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
    EntryCounts (*entries)(const T* values, std::int64_t count, Order order); // precondition: count > 0
    OutsideCounts (*outside)(const T* values, std::int64_t count, T limit);   // negative, >= limit
    PointerCounts (*pointers)(const T* pointers, std::int64_t slices, std::uint64_t limit);
    // Slices that are not empty and whose first entry breaks the order against the entry before it.
    // `values` stands at plain position `origin`; every pointer but the last lies in [origin + 1, its end).
    std::int64_t (*starts)(const T* pointers, std::int64_t slices, const T* values, std::int64_t origin,
                           Order order);
};

// The best that this processor can run. T: int32_t, int64_t.
template <class T>
const ScanKernels<T>& scanKernels();

} // namespace tscope::compressed
