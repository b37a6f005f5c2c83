// SPDX-License-Identifier: Apache-2.0
#include "lessons/picked.h"

#include "dispatch/call.h"
#include "facts/logical_shape.h"
#include "facts/whereabouts.h"

#include <algorithm>

namespace tscope {

namespace {

// Bytes of the storage that lie in one slot. A slot of the values isn't one of the storage: in which it is stored
// is what such a question asks.
std::optional<Value> slotOfStorage(const Tensor& tensor, const Place& place)
{
    const auto& array = valuesMember(tensor).array;
    const auto itemSize = array.dtype.itemSize();
    const auto* bytes = std::get_if<BytePlace>(&place);
    if (bytes == nullptr || itemSize <= 0 || bytes->storageId != array.storage->id() ||
        bytes->begin / itemSize != (bytes->end - 1) / itemSize)
        return std::nullopt;
    return Value(bytes->begin / itemSize);
}

std::optional<Value> slotOfMember(const AnswerSpec& spec, const Tensor& tensor, const Place& place)
{
    const auto member = memberNamed(tensor, spec.member);
    const auto* slots = std::get_if<Slots>(&place);
    if (!member || slots == nullptr || slots->member != (*member)->role->name || slots->end != slots->begin + 1)
        return std::nullopt;
    return Value(slots->begin);
}

std::optional<Place> placeOf(const AnswerSpec& spec, const Tensor& tensor, const Value& part)
{
    if (spec.kind == AnswerKind::cells) {
        auto index = extentsOf(part);
        const auto shape = logicalShape(tensor);
        const auto isInside = [](std::int64_t at, std::int64_t extent) { return at >= 0 && at < extent; };
        if (!index || (shape && !std::ranges::equal(*index, shape->extents, isInside)))
            return std::nullopt;
        return ElementPlace{*std::move(index)};
    }
    const auto* slot = part.as<std::int64_t>();
    if (slot == nullptr || *slot < 0)
        return std::nullopt;
    if (spec.kind == AnswerKind::slots) {
        const auto member = memberNamed(tensor, spec.member);
        if (!member || *slot >= numel((*member)->array.geometry).value_or(0))
            return std::nullopt;
        return Slots{(*member)->role->name, *slot, *slot + 1};
    }
    const auto& array = valuesMember(tensor).array;
    const auto itemSize = array.dtype.itemSize();
    if (spec.kind != AnswerKind::storage || itemSize <= 0 || *slot >= array.storage->byteSize() / itemSize)
        return std::nullopt;
    return BytePlace{array.storage->id(), *slot * itemSize, (*slot + 1) * itemSize};
}

} // namespace

std::vector<Place> placesOf(const AnswerSpec& spec, const Tensor& tensor, const Value& answer)
{
    std::vector<Place> places;
    if (const auto* parts = answer.as<Value::List>())
        for (const auto& part : *parts)
            if (auto place = placeOf(spec, tensor, part))
                places.push_back(*std::move(place));
    return places;
}

std::optional<Value> draggedValue(const AnswerSpec& spec, const Tensor& tensor)
{
    constexpr std::int64_t most = 10'000; // numbers, as of an answer that is typed
    if (spec.kind != AnswerKind::pointers)
        return std::nullopt;
    const auto member = memberNamed(tensor, spec.member);
    if (!member || !(*member)->isReadable() || numel((*member)->array.geometry).value_or(most + 1) > most)
        return std::nullopt;
    Extents numbers;
    for (std::int64_t at = 0; at < *numel((*member)->array.geometry); ++at) {
        const auto number = (*member)->array.at(at).asIndex();
        if (!number)
            return std::nullopt;
        numbers.push_back(*number);
    }
    return valueOf(numbers);
}

EditList editsOf(const AnswerSpec& spec, const Tensor& tensor, const Value& pointers)
{
    const auto held = draggedValue(spec, tensor);
    const auto numbers = extentsOf(pointers), now = held ? extentsOf(*held) : std::nullopt;
    if (!numbers || !now || numbers->size() != now->size() || *numbers == *now)
        return {};
    const auto& member = **memberNamed(tensor, spec.member);
    SetElements set{std::string(member.role->name), 0, {}};
    for (const auto number : *numbers) {
        const auto element = Element::from(number, member.array.dtype);
        if (!element)
            return {};
        set.values.push_back(*element);
    }
    return EditList{{std::move(set)}};
}

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
