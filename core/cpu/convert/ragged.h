// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "cpu/convert/ending.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace tscope::cpu {

// A run of bytes and where it goes. Runs that are written do not overlap.
struct CopyRun {
    std::byte* to = nullptr;
    const std::byte* from = nullptr;
    std::int64_t byteSize = 0;
};

// Pieces of a list -> buffer, and back.
Ending copyRuns(std::span<const CopyRun> runs, const Watch& watch);

// The components of a nested or jagged tensor: each one's items lie in one run, row-major, somewhere in a buffer.
struct Components {
    std::int64_t count = 0, dims = 1;      // at least one dim
    const std::int64_t* offsets = nullptr; // of each component, in items
    const std::int64_t* sizes = nullptr;   // [count][dims]
    std::int64_t itemBytes = 0;            // what has the same size in all: an element, or a dense tail
};

// One dense [count][paddedSizes...] of items. Precondition: no component is larger in any dim.
// Buffer -> padded: what no component has becomes the padding element, of 1, 2, 4, 8 or 16 bytes, which divide an
// item; `padded` is a multiple of its size.
Ending toPadded(const Components& components, const std::byte* buffer, std::span<const std::int64_t> paddedSizes,
                std::span<const std::byte> padding, std::byte* padded, const Watch& watch);
// Padded -> buffer.
Ending fromPadded(const Components& components, std::byte* buffer, std::span<const std::int64_t> paddedSizes,
                  const std::byte* padded, const Watch& watch);

} // namespace tscope::cpu
