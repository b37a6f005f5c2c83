// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"
#include "array/runs.h"

#include <vector>

namespace tscope {

// Reads the elements of an array as bytes, a range of row-major positions at a time, whatever its geometry and
// storage. May be used from several threads, each with its own scratch.
class ElementReader
{
public:
    struct Scratch {
        std::vector<std::byte> packed, window;
    };

    // Precondition: the array is readable.
    explicit ElementReader(const Array& array);

    std::int64_t numel() const { return m_runs.numel(); }
    std::int64_t itemSize() const { return m_itemSize; }

    // The elements at the positions [begin, end), packed: as they lie where they lie so, else in the scratch,
    // until that is used again. Precondition: the positions are all there.
    std::span<const std::byte> read(std::int64_t begin, std::int64_t end, Scratch& scratch) const;
    // The same into bytes of the caller. Precondition: they are as many.
    void copy(std::int64_t begin, std::int64_t end, std::byte* to, Scratch& scratch) const;

private:
    StoragePtr m_storage;
    const std::byte* m_data; // null when the storage does not lie in one run
    std::int64_t m_itemSize;
    Runs m_runs;
};

} // namespace tscope
