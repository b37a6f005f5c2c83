// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/index_reader.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tscope::compressed {

// An index member as rows along its last dim, one for each batch entry. A dim that repeats the same places
// (stride 0) may be folded: it then counts as one. Owns nothing but its share of the storage.
class IndexLines
{
public:
    // Which places of which type make up the lines; nothing of the memory behind them.
    struct Shape {
        DType dtype;
        Runs starts;
        std::int64_t lines = 0;
        std::int64_t length = 1;
        std::int64_t stride = 1;
        bool operator==(const Shape&) const = default;
    };

    // Room for a window that has to be put together, and for one that is widened too.
    struct Scratch {
        std::vector<std::byte> bytes, widened;
    };

    // Preconditions: the array can be read as indices; folded dims have stride 0. With `entriesAreLines` each
    // element is a line of its own, so that the last dim can be folded as well; else there is a last dim.
    IndexLines(const Array& array, const std::vector<bool>& folded, bool entriesAreLines = false);

    const Shape& shape() const { return m_shape; }
    std::int64_t lines() const { return m_shape.lines; }
    std::int64_t length() const { return m_shape.length; }
    const DType& dtype() const { return m_shape.dtype; }

    // The same as an array of two dims; nothing where the begins of lines are not evenly spaced.
    std::optional<Array> array() const;

    std::int64_t at(std::int64_t line, std::int64_t k) const
    {
        return m_reader.atOffset(m_shape.starts.offsetAt(line) + k * m_shape.stride);
    }
    // The indices [begin, end) of a line in one run, as T: in place where they lie so, else in `scratch`.
    // Precondition: T holds every value of the type.
    template <class T>
    const T* window(std::int64_t line, std::int64_t begin, std::int64_t end, Scratch& scratch) const;

private:
    IndexLines(const Array& folded, bool entriesAreLines);

    std::int64_t m_itemSize;
    IndexReader m_reader; // holds the storage
    Shape m_shape;
};

} // namespace tscope::compressed
