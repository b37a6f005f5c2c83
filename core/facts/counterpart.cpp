// SPDX-License-Identifier: Apache-2.0
#include "facts/counterpart.h"

#include "facts/slot_bytes.h"

#include <algorithm>

namespace tscope {

namespace {

constexpr std::size_t mostSharedElements = 256; // elements whose slots in the other tensor are found

std::optional<BytePlace> firstBytes(const Tensor& tensor, const Slots& slots)
{
    const auto* member = tensor.find(slots.member);
    if (member == nullptr)
        return std::nullopt;
    const auto bytes = bytesOf(*member, slots, 1);
    if (bytes.runs.empty())
        return std::nullopt;
    return BytePlace{member->array.storage->id(), bytes.runs.front().begin, bytes.runs.front().end};
}

bool isValue(const Tensor& tensor, const Slots& slots)
{
    const auto* member = tensor.find(slots.member);
    return member != nullptr && member->role->kind == RoleKind::values;
}

// Where a place lies in memory: an element where its value does.
std::optional<BytePlace> bytesOf(const Tensor& tensor, const Place& place, const Related& related)
{
    if (const auto* bytes = std::get_if<BytePlace>(&place))
        return *bytes;
    if (const auto* slots = std::get_if<Slots>(&place))
        return firstBytes(tensor, *slots);
    for (const auto& slots : related.slots)
        if (isValue(tensor, slots))
            return firstBytes(tensor, slots);
    return std::nullopt;
}

Counterpart elementOf(const Tensor& other, const Extents& index, std::int64_t limit, const Watch& watch)
{
    const ElementPlace place{index};
    return {place, related(other, place, limit, watch)};
}

std::optional<Counterpart> onSameBytes(const Tensor& tensor, const Place& place, const Related& own,
                                       const Tensor& other, std::int64_t limit, const Watch& watch)
{
    const auto bytes = bytesOf(tensor, place, own);
    if (!bytes || std::ranges::none_of(other.members, [&](const Member& member) {
            return member.array.storage->id() == bytes->storageId;
        }))
        return std::nullopt;
    auto there = related(other, *bytes, limit, watch);
    if (there.slots.empty()) // many tensors of one file lie in one storage without meeting there
        return std::nullopt;
    if (std::holds_alternative<ElementPlace>(place) && there.elements.size() == 1 && !there.truncated)
        return elementOf(other, there.elements.front(), limit, watch);
    return Counterpart{*bytes, std::move(there)};
}

bool has(const Tensor& tensor, const Slots& slots)
{
    const auto* member = tensor.find(slots.member);
    return member != nullptr && slots.end <= numel(member->array.geometry).value_or(0);
}

} // namespace

std::optional<Counterpart> counterpart(const Tensor& tensor, const Place& place, const Related& own,
                                       const Tensor& other, bool isSameSize, std::int64_t limit,
                                       const Watch& watch)
{
    if (auto found = onSameBytes(tensor, place, own, other, limit, watch))
        return found;
    if (!isSameSize)
        return std::nullopt;
    if (const auto* element = std::get_if<ElementPlace>(&place))
        return elementOf(other, element->index, limit, watch);
    const auto* slots = std::get_if<Slots>(&place);
    const bool isOneElement = own.elements.size() == 1 && !own.truncated;
    const bool isOfOneElement = isOneElement && (slots == nullptr || isValue(tensor, *slots));
    if (slots != nullptr && !isOfOneElement && tensor.layout == other.layout && has(other, *slots))
        return Counterpart{*slots, related(other, *slots, limit, watch)};
    if (isOneElement)
        return elementOf(other, own.elements.front(), limit, watch);
    if (own.elements.empty())
        return std::nullopt;
    const ElementPlace first{own.elements.front()};
    if (own.elements.size() <= mostSharedElements) {
        auto there = relatedToElements(other, own.elements, watch);
        there.elementCount = own.elementCount;
        there.isAtLeast = own.isAtLeast;
        there.truncated = there.truncated || own.truncated;
        return Counterpart{first, std::move(there)};
    }
    Related same;
    same.elements = own.elements;
    same.elementCount = own.elementCount;
    same.isAtLeast = own.isAtLeast;
    same.truncated = true; // its slots are not looked for
    return Counterpart{first, std::move(same)};
}

} // namespace tscope
