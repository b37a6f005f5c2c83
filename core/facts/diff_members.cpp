// SPDX-License-Identifier: Apache-2.0
#include "facts/diff_members.h"

#include "array/element_reader.h"

#include <algorithm>
#include <cstring>

namespace tscope {

namespace {

constexpr std::int64_t pieceBytes = 1 << 16;

} // namespace

bool haveSameForm(const Member& a, const Member& b)
{
    return a.role->name == b.role->name && a.layout == b.layout && a.array.dtype == b.array.dtype &&
           a.array.geometry.sizes == b.array.geometry.sizes &&
           a.array.geometry.strides == b.array.geometry.strides;
}

bool haveComparableSlots(const Member& a, const Member& b)
{
    return a.role == b.role && a.isReadable() && b.isReadable() && a.array.dtype == b.array.dtype &&
           a.array.geometry.sizes == b.array.geometry.sizes;
}

void forEachOtherSlot(const Array& a, const Array& b, const Watch& watch,
                      const std::function<bool(std::int64_t slot)>& visit)
{
    const ElementReader left(a), right(b);
    ElementReader::Scratch scratchLeft, scratchRight;
    const auto itemSize = static_cast<std::size_t>(left.itemSize());
    const auto piece = std::max<std::int64_t>(pieceBytes / left.itemSize(), 1);
    for (std::int64_t begin = 0; begin < left.numel() && !watch.isStopped(); begin += piece) {
        const auto end = std::min(begin + piece, left.numel());
        const auto x = left.read(begin, end, scratchLeft), y = right.read(begin, end, scratchRight);
        if (std::memcmp(x.data(), y.data(), x.size()) == 0)
            continue;
        for (auto slot = begin; slot < end; ++slot) {
            const auto at = static_cast<std::size_t>(slot - begin) * itemSize;
            if (std::memcmp(x.data() + at, y.data() + at, itemSize) != 0 && !visit(slot))
                return;
        }
    }
}

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
        if (!haveSameForm(left, right) || left.isReadable() != right.isReadable())
            return place(m, 0);
        if (!left.isReadable())
            continue;
        std::optional<std::int64_t> slot;
        forEachOtherSlot(left.array, right.array, watch, [&](std::int64_t at) {
            slot = at;
            return false;
        });
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
