// SPDX-License-Identifier: Apache-2.0
#include "facts/storage_overlap.h"

#include "base/say.h"
#include "facts/wording.h"
#include "layouts/shared/sentences.h"

#include <algorithm>

namespace tscope {

namespace {

ByteRun reachedBytes(const Array& array)
{
    const auto range = reach(array.geometry);
    if (!range)
        return {};
    const auto itemSize = array.dtype.itemSize();
    const auto clipped = [&](Wide element) {
        return std::clamp<std::int64_t>((element * Wide(itemSize)).clamped(), 0, array.storage->byteSize());
    };
    return {clipped(range->first), clipped(range->last + Wide(1))};
}

std::string runOf(const ByteRun& bytes)
{
    return std::to_string(bytes.begin) + ".." + std::to_string(bytes.end - 1);
}

} // namespace

ByteRun StorageOverlap::common() const
{
    return {std::max(bytes.begin, otherBytes.begin), std::min(bytes.end, otherBytes.end)};
}

std::vector<StorageOverlap> storageOverlaps(const Tensor& a, const Tensor& b)
{
    std::vector<StorageOverlap> out;
    for (const auto& member : a.members)
        for (const auto& other : b.members) {
            const auto &x = member.array, &y = other.array;
            if (x.storage != y.storage)
                continue;
            const auto shared = sharing({x.geometry, x.dtype.itemSize()}, {y.geometry, y.dtype.itemSize()});
            const auto bytes = reachedBytes(x), otherBytes = reachedBytes(y);
            const bool isRead = bytes.begin < bytes.end && otherBytes.begin < otherBytes.end;
            if (isRead && (member.role->name == other.role->name || shared != Sharing::none))
                out.push_back({member.role->name, other.role->name, x.storage->id(), x.storage->byteSize(), bytes,
                               otherBytes, shared});
        }
    return out;
}

std::string overlapText(const StorageOverlap& overlap, const Tensor& a, const Tensor& b)
{
    const auto name = nameOf(a, overlap.member), other = nameOf(b, overlap.other);
    const auto size = bytesText(overlap.storageBytes);
    const auto views = name == other ? say("{0} of both are views of one storage of {1}", name, size)
                                     : say("{0} and {1} are views of one storage of {2}", name, other, size);
    if (overlap.sharing == Sharing::full)
        return say("{0}: both read bytes {1}", views, runOf(overlap.common()));
    const auto ranges = say("{0}: the first reads bytes {1}, the second bytes {2}", views, runOf(overlap.bytes),
                            runOf(overlap.otherBytes));
    switch (overlap.sharing) {
    case Sharing::none:
        return say("{0}; they have no byte in common", ranges);
    case Sharing::partial:
        return say("{0}; they overlap in bytes {1}", ranges, runOf(overlap.common()));
    default:
        return ranges;
    }
}

} // namespace tscope
