// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"
#include "base/watch.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace tscope {

// Which elements are meant, on their bytes as one or two unsigned words: those whose words equal the wanted ones
// under a mask (which leaves out the sign of a zero), or, of a NaN, have a word above the last that is a number.
struct WordPattern {
    int wordBytes = 1; // 1, 2, 4 or 8
    int words = 1;     // 2: complex
    bool isAbove = false;
    std::uint64_t mask[2] = {0, 0}, wanted[2] = {0, 0};
};
WordPattern patternOf(const Element& wanted); // precondition: it is readable

// Looks for one value among the elements of an array, at the speed of memory where they lie in runs.
class ElementScan
{
public:
    // Preconditions: the array is readable, the element of its type. Backward, positions count from the end.
    ElementScan(const Array& array, const Element& wanted, bool isForward);

    std::int64_t numel() const { return m_numel; }
    // The first position that has the value in [begin, end), which are counted in the direction of the search; the
    // answer is the row-major one. Nothing also when the watch stops it.
    std::optional<std::int64_t> next(std::int64_t begin, std::int64_t end, const Watch& watch);
    // Elements compared since this was asked for last.
    std::int64_t takeLookedAt() { return std::exchange(m_lookedAt, 0); }

private:
    struct Dim {
        std::int64_t size, stride;
        std::int64_t volume; // elements of the dims behind it
    };
    std::int64_t inDim(std::size_t d, std::int64_t offset, std::int64_t begin, std::int64_t end,
                       const Watch& watch);
    std::int64_t inRun(std::int64_t offset, std::int64_t stride, std::int64_t begin, std::int64_t end,
                       const Watch& watch);
    bool isAnywhere(const Watch& watch);

    StoragePtr m_storage;
    WordPattern m_pattern;
    std::int64_t m_itemSize;
    std::int64_t m_numel;
    std::int64_t m_offset = 0;
    std::vector<Dim> m_dims; // those that continue each other are one
    bool m_isForward;
    std::int64_t m_lookedAt = 0;
    std::optional<bool> m_isAnywhere;     // in the bytes that the elements lie among; asked where many share few
    std::int64_t m_first = 0, m_last = 0; // offsets reached
    std::vector<std::byte> m_scratch;
};

} // namespace tscope
