// SPDX-License-Identifier: Apache-2.0
#include "lessons/wrong_places.h"

#include "array/index_reader.h"
#include "base/say.h"
#include "dispatch/call.h"
#include "facts/logical_shape.h"
#include "facts/whereabouts.h"
#include "layouts/shared/sentences.h"
#include "lessons/stored_in.h"
#include "lessons/wrong_numbers.h"

#include <algorithm>

namespace tscope {

namespace {

// "1 × 3 + 2 × 1 = 5": the way to a slot of a strided tensor. Empty: its slots are found in another way.
std::string sumOfStrides(const Tensor& tensor, const Extents& index, std::int64_t slot)
{
    const auto& geometry = valuesMember(tensor).array.geometry;
    if (tensor.layout->name != "strided" || index.empty() || index.size() != geometry.strides.size())
        return {};
    std::string sum = geometry.offset == 0 ? "" : std::to_string(geometry.offset);
    for (std::size_t dim = 0; dim < index.size(); ++dim)
        sum.append(sum.empty() ? "" : " + ")
            .append(std::to_string(index[dim]) + " \u00d7 " + std::to_string(geometry.strides[dim]));
    return sum + " = " + std::to_string(slot);
}

// Why this is no element; empty: it is one.
std::string whyNoElement(const Value& chosen, const Extents& index, const Extents& shape)
{
    constexpr std::size_t ofMatrix = 2;
    if (index.size() != shape.size())
        return shape.size() == ofMatrix
                   ? say("{0} is no element: two numbers are wanted, row and column.", text(chosen))
                   : say("{0} is no element: {1|number is|numbers are} wanted, one for each dim.", text(chosen),
                         shape.size());
    for (std::size_t dim = 0; dim < index.size(); ++dim)
        if (index[dim] < 0 || index[dim] >= shape[dim])
            return say("{0} is no element: the shape is {1}.", text(chosen), text(shape));
    return {};
}

CounterExample aboutElement(const std::string& name, const Tensor& tensor, const Value& chosen)
{
    auto index = extentsOf(chosen);
    const auto shape = logicalShape(tensor);
    if (!index || !shape)
        return {say("You chose {0}, which does not belong to the answer.", text(chosen))};
    if (auto why = whyNoElement(chosen, *index, shape->extents); !why.empty())
        return {std::move(why)};
    const auto element = elementNamed(name, *index);
    const auto slot = storageSlotOf(tensor, *index);
    const auto sum = slot ? sumOfStrides(tensor, *index, *slot) : std::string();
    auto why = !slot         ? say("You chose {0}, which is not stored.", element)
               : sum.empty() ? say("You chose {0}, which lies in slot {1}.", element, *slot)
                             : say("You chose {0}, which lies in slot {1}: {2}.", element, *slot, sum);
    return {std::move(why), ElementPlace{*std::move(index)}};
}

std::string slotOutside(std::int64_t slot, const std::string& of, std::int64_t count)
{
    return say("You chose slot {0}, and {1} has {2|slot|slots}, counted from 0.", slot, of, count);
}

CounterExample aboutStorageSlot(const std::string& name, const Tensor& tensor, std::int64_t slot)
{
    const auto& array = valuesMember(tensor).array;
    const auto itemSize = array.dtype.itemSize();
    if (itemSize > 0 && (slot < 0 || slot >= array.storage->byteSize() / itemSize))
        return {slotOutside(slot, say("the storage"), array.storage->byteSize() / itemSize)};
    const auto found = elementsInStorage(tensor, slot, 1);
    if (found.empty())
        return {say("You chose slot {0}, in which no element of {1} is stored.", slot, name)};
    const auto element = elementNamed(name, found.front());
    const auto sum = sumOfStrides(tensor, found.front(), slot);
    return {sum.empty() ? say("You chose slot {0}, which holds {1}.", slot, element)
                        : say("You chose slot {0}, which holds {1}: {2}.", slot, element, sum),
            ElementPlace{found.front()}};
}

// The row of CSR, the column of CSC and so on that a slot belongs to, with the pointers that say so. Empty:
// nothing says so. Pointers count entries, which are slots only in members of one dim.
std::string sliceOfSlot(const Tensor& tensor, const Member& member, std::int64_t slot)
{
    const auto* pointers = tensor.find("compressed");
    const bool isOfBlocks = tensor.layout->name == "bsr" || tensor.layout->name == "bsc";
    if (pointers == nullptr || !pointers->isReadable() || !pointers->array.dtype.isIndexLike() ||
        pointers->array.geometry.rank() != 1 || (isOfBlocks && member.role->kind == RoleKind::values) ||
        member.array.geometry.rank() != 1 || member.role == pointers->role)
        return {};
    const IndexReader reader(pointers->array);
    for (std::int64_t at = 0; at + 1 < reader.numel(); ++at) {
        const auto begin = reader.at(at), end = reader.at(at + 1);
        if (slot < begin || slot >= end)
            continue;
        const auto name = nameOf(tensor, "compressed");
        const bool isByColumn = tensor.layout->name == "csc" || tensor.layout->name == "bsc";
        const auto slice = isByColumn   ? isOfBlocks ? say("block column {0}", at) : say("column {0}", at)
                             : isOfBlocks ? say("block row {0}", at)
                                        : say("row {0}", at);
        return say("{0}, which begins at {1}[{2}] = {3} and ends before {1}[{4}] = {5}", slice, name, at, begin,
                   at + 1, end);
    }
    return {};
}

CounterExample aboutMemberSlot(const AnswerSpec& spec, const Tensor& tensor, std::int64_t slot)
{
    const auto found = memberNamed(tensor, spec.member);
    const auto count = found ? numel((*found)->array.geometry).value_or(0) : 0;
    if (!found || slot < 0 || slot >= count)
        return {slotOutside(slot, spec.member, count)};
    const auto& member = **found;
    const auto readers = tensor.layout->readersOf(tensor, member.role->name, slot, 1);
    auto why = say("You chose slot {0} of {1}, which no element of {2} uses.", slot, spec.member, spec.tensor);
    if (const auto slice = sliceOfSlot(tensor, member, slot); !slice.empty())
        why = say("You chose slot {0} of {1}, which belongs to {2}.", slot, spec.member, slice);
    else if (readers && !readers->elements.empty())
        why = say("You chose slot {0} of {1}, which belongs to {2}.", slot, spec.member,
                  elementNamed(spec.tensor, readers->elements.front()));
    return {std::move(why), Slots{member.role->name, slot, slot + 1}};
}

} // namespace

CounterExample aboutPlace(const AnswerSpec& spec, const Tensor& tensor, const Value& chosen)
{
    if (spec.kind == AnswerKind::cells)
        return aboutElement(spec.tensor, tensor, chosen);
    const auto* slot = chosen.as<std::int64_t>();
    if (slot == nullptr)
        return {say("You chose {0}, which does not belong to the answer.", text(chosen))};
    return spec.kind == AnswerKind::slots ? aboutMemberSlot(spec, tensor, *slot)
                                          : aboutStorageSlot(spec.tensor, tensor, *slot);
}

} // namespace tscope
