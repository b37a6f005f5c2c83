// SPDX-License-Identifier: Apache-2.0
#include "facts/ordered_entries.h"

#include "facts/ordered_sources.h"

#include <algorithm>

namespace tscope {

bool IndexNumbering::isRowMajor() const
{
    if (digits.size() != rank)
        return false;
    for (std::size_t d = 0; d < rank; ++d)
        if (digits[d] != Digit{d, 1})
            return false;
    return true;
}

Extents IndexNumbering::indexOf(std::int64_t key, const Extents& box) const
{
    Extents index(rank, 0);
    for (auto d = digits.size(); d-- > 0;) {
        index[digits[d].dim] += key % box[d] * digits[d].scale;
        key /= box[d];
    }
    return index;
}

void EntryChunk::drop(std::int64_t front)
{
    if (!keys.empty())
        keys = keys.subspan(static_cast<std::size_t>(front));
    firstKey += front;
    firstSlot += front;
    count -= front;
}

std::unique_ptr<OrderedEntries> OrderedEntries::of(const Tensor& tensor)
{
    if (tensor.layout->family == "strided")
        return orderedStrided(tensor);
    if (tensor.layout->family == "coo")
        return orderedCoo(tensor);
    if (tensor.layout->family == "compressed")
        return orderedCompressed(tensor);
    return nullptr;
}

} // namespace tscope
