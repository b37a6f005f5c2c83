// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/geometry.h"
#include "base/result.h"
#include "base/say.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

namespace tscope {

// A box of logical indices, both ends included so that any int64 can be in one: first[d] <= index[d] <= last[d].
// It may reach outside a tensor's size; it is empty where a last is below its first.
struct IndexBox {
    Extents first, last;

    bool isEmpty() const
    {
        for (std::size_t d = 0; d < first.size(); ++d)
            if (last[d] < first[d])
                return true;
        return false;
    }
    // Precondition: of as many numbers.
    bool contains(const Extents& index) const
    {
        for (std::size_t d = 0; d < first.size(); ++d)
            if (index[d] < first[d] || index[d] > last[d])
                return false;
        return true;
    }
};

// The numbers begin .. of a box that extents have as well: [0, sizes[d]).
inline IndexBox inside(const IndexBox& box, std::size_t begin, const Extents& sizes)
{
    IndexBox out;
    for (std::size_t d = 0; d < sizes.size(); ++d) {
        out.first.push_back(std::max<std::int64_t>(box.first[begin + d], 0));
        out.last.push_back(std::min(box.last[begin + d], std::max<std::int64_t>(sizes[d], 0) - 1));
    }
    return out;
}

// Calls visit(index) for all of the box in row-major order, until it says false. Returns whether it never did.
template <class Visit>
bool forEachIndex(const IndexBox& box, Visit&& visit)
{
    if (box.isEmpty())
        return true;
    for (auto index = box.first;;) {
        if (!visit(std::as_const(index)))
            return false;
        auto d = index.size();
        while (d > 0 && index[d - 1] == box.last[d - 1]) {
            --d;
            index[d] = box.first[d];
        }
        if (d == 0)
            return true;
        ++index[d - 1];
    }
}

// Fails unless all boxes are of indices of so many numbers.
inline Result<void> haveRank(std::span<const IndexBox> boxes, std::int64_t rank)
{
    for (const auto& box : boxes)
        if (std::ssize(box.first) != rank || std::ssize(box.last) != rank)
            return invalidArgument(
                rank == 1 ? say("indices of {0} number were wanted, found a box of {1}", rank, box.first.size())
                          : say("indices of {0} numbers were wanted, found a box of {1}", rank, box.first.size()));
    return {};
}

} // namespace tscope
