// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tscope::cpu {

// A rectangle that is turned: to[i * toStride + j] = from[j * fromStride + i] for i < rows, j < columns; in items.
struct Turned {
    std::byte* to = nullptr;
    const std::byte* from = nullptr;
    std::int64_t toStride = 0, fromStride = 0;
    std::int64_t rows = 0, columns = 0;
    bool pastCaches = false; // a wish: kept where lines of memory can be written whole
};

// The inner loops of copying, for one instruction set; items of 1, 2, 4, 8, 16 bytes by their logarithm.
struct CopyLoops {
    void (*turn[5])(const Turned& rectangle) = {};
    void (*copyPastCaches)(std::byte* to, const std::byte* from, std::int64_t bytes) = nullptr;
};

extern const CopyLoops baselineCopyLoops, avx2CopyLoops, avx512CopyLoops;
const CopyLoops& copyLoops();

// to[i * toStride] = from[i * fromStride], in items of 1 << logSize bytes.
void copySteps(std::byte* to, std::int64_t toStride, const std::byte* from, std::int64_t fromStride,
               std::int64_t count, int logSize);

} // namespace tscope::cpu
