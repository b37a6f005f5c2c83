// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"
#include "literals/json_tree.h"

#include <cstddef>
#include <optional>
#include <span>

namespace tscope {

// What one text may make beyond the elements that are written in it: components filled with running numbers, gaps
// that strides leave.
class JsonAllowance
{
public:
    static constexpr std::int64_t limit = std::int64_t{1} << 24;

    // False when there is not so much left.
    bool take(std::int64_t elements)
    {
        if (elements > m_left)
            return false;
        m_left -= elements;
        return true;
    }

private:
    std::int64_t m_left = limit;
};

// How a JSON list (or a lone number) stands for the elements of an array: nested to this shape, and whether
// the innermost pairs are complex numbers.
struct JsonShape {
    Extents sizes;
    std::int64_t numel = 0;
};

// The shape of the nesting. Fails when rows differ in length. For a complex type the innermost pairs are elements.
Result<JsonShape> nestedShape(const JsonTree& tree, JsonTree::Index at, const DType& dtype);
// Of a list whose direct parts are the elements.
JsonShape flatShape(const JsonTree& tree, JsonTree::Index at);

// Writes the elements below `at`, `rank` levels deep, one after the other. `out` has room for all of them: its
// size is numel times the element size.
Result<void> storeElements(const JsonTree& tree, JsonTree::Index at, const JsonShape& shape, const DType& dtype,
                           std::span<std::byte> out);

} // namespace tscope
