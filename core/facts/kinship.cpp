// SPDX-License-Identifier: Apache-2.0
#include "facts/kinship.h"

#include "base/say.h"
#include "layouts/shared/sentences.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace tscope {

namespace {

constexpr std::int64_t blockBytes = 1 << 16;
constexpr std::int64_t mostScattered = 1 << 22; // elements that are compared one by one

bool isAlike(const Member& a, const Member& b)
{
    return a.role->name == b.role->name && a.layout == b.layout && a.array.dtype == b.array.dtype &&
           a.array.geometry.sizes == b.array.geometry.sizes;
}

bool haveSameFrame(const Tensor& a, const Tensor& b)
{
    return a.layout == b.layout && a.size == b.size && a.declaredDType() == b.declaredDType() &&
           a.claims == b.claims && std::ranges::equal(a.members, b.members, [](const Member& x, const Member& y) {
               return isAlike(x, y);
           });
}

bool areSame(const Tensor& a, const Tensor& b)
{
    return haveSameFrame(a, b) && std::ranges::equal(a.members, b.members, [](const Member& x, const Member& y) {
               return x.array.storage == y.array.storage && x.array.geometry == y.array.geometry;
           });
}

bool haveEqualBlocks(const Array& a, const Array& b, std::int64_t byteSize, const Watch& watch)
{
    const auto firstOf = [](const Array& array) { return array.geometry.offset * array.dtype.itemSize(); };
    std::vector<std::byte> scratchA, scratchB;
    for (std::int64_t begin = 0; begin < byteSize; begin += blockBytes) {
        const auto end = std::min(begin + blockBytes, byteSize);
        const auto blockA = a.storage->window(firstOf(a) + begin, firstOf(a) + end, scratchA);
        const auto blockB = b.storage->window(firstOf(b) + begin, firstOf(b) + end, scratchB);
        if (watch.isStopped())
            return false;
        // Pages that neither of a tensor and its duplicate has written are the same memory.
        if (blockA.data() != blockB.data() && std::memcmp(blockA.data(), blockB.data(), blockA.size()) != 0)
            return false;
    }
    return true;
}

bool haveEqualElements(const Member& a, const Member& b, const Watch& watch)
{
    if (!a.isReadable() || !b.isReadable() || a.array.dtype.isOpaque())
        return false;
    const auto count = numel(a.array.geometry).value_or(0);
    if (count == 0)
        return true;
    if (isContiguous(a.array.geometry) && isContiguous(b.array.geometry))
        return haveEqualBlocks(a.array, b.array, count * a.array.dtype.itemSize(), watch);
    if (count > mostScattered)
        return false;
    for (std::int64_t position = 0; position < count; ++position)
        if (watch.isStopped() || a.array.at(position) != b.array.at(position))
            return false;
    return true;
}

std::string wordOf(Sharing bytes)
{
    switch (bytes) {
    case Sharing::full:
        return "";
    case Sharing::partial:
        return say(" (some of the bytes)");
    case Sharing::none:
        return say(" (other bytes of one storage)");
    case Sharing::undecided:
        break;
    }
    return say(" (in one storage)");
}

} // namespace

Kinship kinship(const Tensor& tensor, const Tensor& other, const Watch& watch)
{
    Kinship out;
    bool isView = false;
    for (const auto& member : tensor.members) {
        const auto before = out.shared.size();
        const auto& array = member.array;
        for (const auto& theirs : other.members)
            if (array.storage == theirs.array.storage)
                out.shared.push_back({member.role->name, theirs.role->name,
                                      sharing({array.geometry, array.dtype.itemSize()},
                                              {theirs.array.geometry, theirs.array.dtype.itemSize()})});
        if (out.shared.size() == before)
            out.own.push_back(member.role->name);
        else
            isView = isView || member.role->kind == RoleKind::values;
    }
    if (!out.shared.empty())
        out.kin = areSame(tensor, other) ? Kin::same : isView ? Kin::view : Kin::part;
    else if (haveSameFrame(tensor, other) &&
             std::ranges::equal(tensor.members, other.members,
                                [&](const Member& a, const Member& b) { return haveEqualElements(a, b, watch); }))
        out.kin = Kin::copy;
    return out;
}

std::string kinshipText(const Kinship& kinship, const Tensor& tensor, const Tensor& other)
{
    switch (kinship.kin) {
    case Kin::none:
        return say("nothing in common");
    case Kin::same:
        return say("shares all memory and reads it in the same way");
    case Kin::copy:
        return say("an equal copy in memory of its own");
    case Kin::view:
    case Kin::part:
        break;
    }
    std::string shared, own;
    for (const auto& one : kinship.shared) {
        const auto name = nameOf(tensor, one.member), theirs = nameOf(other, one.other);
        shared += (shared.empty() ? "" : say(", ")) + (name == theirs ? name : say("{0} with {1}", name, theirs)) +
                  wordOf(one.bytes);
    }
    for (const auto member : kinship.own)
        own += (own.empty() ? "" : say(", ")) + nameOf(tensor, member);
    return (kinship.kin == Kin::view ? say("view, shares memory: {0}", shared)
                                     : say("shares memory: {0}", shared)) +
           (own.empty() ? "" : say("; own: {0}", own));
}

std::vector<StorageUsers> storageUsers(std::span<const Tensor* const> tensors)
{
    std::vector<StorageUsers> out;
    std::map<const Storage*, std::size_t> numbers;
    for (std::size_t i = 0; i < tensors.size(); ++i)
        for (const auto& member : tensors[i]->members) {
            const auto& array = member.array;
            const auto [at, isNew] = numbers.emplace(array.storage.get(), out.size());
            if (isNew)
                out.push_back({array.storage, {}});
            ByteRun bytes;
            if (const auto range = reach(array.geometry)) {
                const auto size = array.storage->byteSize();
                const auto clipped = [&](std::int64_t element) {
                    return std::clamp<std::int64_t>(saturatingMul(element, array.dtype.itemSize()), 0, size);
                };
                bytes = {clipped(range->first.clamped()), clipped(saturatingAdd(range->last.clamped(), 1))};
            }
            out[at->second].users.push_back({i, member.role->name, bytes});
        }
    return out;
}

} // namespace tscope
