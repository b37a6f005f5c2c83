// SPDX-License-Identifier: Apache-2.0
#include "lessons/picked.h"

#include "dispatch/call.h"
#include "facts/slot_bytes.h"
#include "facts/whereabouts.h"

namespace tscope {

namespace {

// The slot of the storage at which these bytes begin.
std::optional<Value> slotAt(const Member& values, std::int64_t byte)
{
    const auto itemSize = values.array.dtype.itemSize();
    if (itemSize <= 0)
        return std::nullopt;
    return Value(byte / itemSize);
}

std::optional<Value> slotOfStorage(const Tensor& tensor, const Place& place)
{
    const auto& values = valuesMember(tensor);
    if (const auto* bytes = std::get_if<BytePlace>(&place)) {
        if (bytes->storageId != values.array.storage->id())
            return std::nullopt;
        return slotAt(values, bytes->begin);
    }
    const auto* slots = std::get_if<Slots>(&place);
    if (slots == nullptr || slots->member != values.role->name)
        return std::nullopt;
    const auto found = bytesOf(values, {slots->member, slots->begin, slots->begin + 1}, 1);
    return found.runs.empty() ? std::nullopt : slotAt(values, found.runs.front().begin);
}

std::optional<Value> slotOfMember(const AnswerSpec& spec, const Tensor& tensor, const Place& place)
{
    const auto member = memberNamed(tensor, spec.member);
    const auto* slots = std::get_if<Slots>(&place);
    if (!member || slots == nullptr || slots->member != (*member)->role->name)
        return std::nullopt;
    return Value(slots->begin);
}

} // namespace

std::optional<Value> pickedValue(const AnswerSpec& spec, const Tensor& tensor, const Place& place)
{
    switch (spec.kind) {
    case AnswerKind::cells:
        if (const auto* element = std::get_if<ElementPlace>(&place))
            return valueOf(element->index);
        return std::nullopt;
    case AnswerKind::slots:
        return slotOfMember(spec, tensor, place);
    case AnswerKind::storage:
        return slotOfStorage(tensor, place);
    default:
        return std::nullopt;
    }
}

} // namespace tscope
