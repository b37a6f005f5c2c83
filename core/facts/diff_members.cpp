// SPDX-License-Identifier: Apache-2.0
#include "facts/diff_members.h"

#include "array/element_reader.h"

#include <algorithm>
#include <cstring>

namespace tscope {

namespace {

constexpr std::int64_t pieceBytes = 1 << 16;

bool sameMetadata(const Member& a, const Member& b)
{
    return a.role->name == b.role->name && a.layout == b.layout && a.array.dtype == b.array.dtype &&
           a.array.geometry.sizes == b.array.geometry.sizes &&
           a.array.geometry.strides == b.array.geometry.strides;
}

// Precondition: readable, and of the same metadata.
std::optional<std::int64_t> firstOtherSlot(const Array& a, const Array& b, const Watch& watch)
{
    const ElementReader left(a), right(b);
    ElementReader::Scratch scratchLeft, scratchRight;
    const auto itemSize = left.itemSize();
    const auto piece = std::max<std::int64_t>(pieceBytes / itemSize, 1);
    for (std::int64_t begin = 0; begin < left.numel() && !watch.isStopped(); begin += piece) {
        const auto end = std::min(begin + piece, left.numel());
        const auto x = left.read(begin, end, scratchLeft), y = right.read(begin, end, scratchRight);
        if (std::memcmp(x.data(), y.data(), x.size()) != 0)
            return begin + (std::ranges::mismatch(x, y).in1 - x.begin()) / itemSize;
    }
    return std::nullopt;
}

} // namespace

std::optional<DifferentPlace> firstOtherBytes(const Tensor& a, const Tensor& b, const Watch& watch)
{
    const auto place = [](std::size_t member, std::int64_t slot) {
        return DifferentPlace{"bytes", {static_cast<std::int64_t>(member), slot}, {}, {}};
    };
    if (a.layout != b.layout || a.members.size() != b.members.size())
        return place(0, 0);
    for (std::size_t m = 0; m < a.members.size(); ++m) {
        const auto& left = a.members[m];
        const auto& right = b.members[m];
        if (!sameMetadata(left, right) || left.isReadable() != right.isReadable())
            return place(m, 0);
        if (!left.isReadable())
            continue;
        const auto slot = firstOtherSlot(left.array, right.array, watch);
        if (!slot)
            continue;
        auto out = place(m, *slot);
        out.a = left.array.at(*slot);
        out.b = right.array.at(*slot);
        return out;
    }
    return std::nullopt;
}

} // namespace tscope
