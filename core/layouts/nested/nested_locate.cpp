// SPDX-License-Identifier: Apache-2.0
#include "layouts/nested/nested_locate.h"

#include "array/slots.h"
#include "base/say.h"
#include "layouts/nested/nested_reading.h"
#include "layouts/shared/byte_address.h"
#include "layouts/shared/component_path.h"
#include "layouts/shared/pass_budget.h"

#include <algorithm>

namespace tscope {

namespace {

// Where the buffer, one strided row, shows an element of its storage.
std::optional<std::int64_t> bufferSlot(const Geometry& row, std::int64_t storageElement)
{
    if (row.sizes.size() != 1 || row.strides.size() != 1)
        return std::nullopt;
    const auto count = row.sizes[0];
    const auto stride = row.strides[0];
    const auto distance = checkedSub(storageElement, row.offset);
    if (!distance || count <= 0)
        return std::nullopt;
    if (*distance == 0)
        return 0;
    if (stride == 0 || (stride == -1 && *distance == int64Min) || *distance % stride != 0)
        return std::nullopt;
    const auto slot = *distance / stride;
    return slot >= 0 && slot < count ? std::optional(slot) : std::nullopt;
}

// "6 + 0*3 + 2*1"
std::string sumText(const Geometry& component, const Extents& inner)
{
    auto text = std::to_string(component.offset);
    for (std::size_t d = 0; d < inner.size(); ++d)
        text += " + " + std::to_string(inner[d]) + "*" + std::to_string(component.strides[d]);
    return text;
}

// The storage element of an index inside the component; nothing when it leaves int64.
std::optional<std::int64_t> elementOf(const Geometry& component, const Extents& inner)
{
    Wide sum = component.offset;
    for (std::size_t d = 0; d < inner.size(); ++d)
        sum = sum + Wide::product(inner[d], component.strides[d]);
    return sum.asInt64();
}

// Wrong rank and indices outside; as far as the tables tell.
Result<void> checkIndex(const NestedReading& reading, const Extents& index)
{
    const auto dims = reading.sizesMember().array.geometry.rank();
    if (dims == 0)
        return invalidArgument(
            say("wanted an index of an element, found {0} in a nested tensor without components", text(index)));
    if (dims != 2)
        return {};
    const auto wanted = Wide(reading.rank()) + 1;
    if (index.empty() || Wide(static_cast<std::int64_t>(index.size())) != wanted)
        return invalidArgument(say("wanted an index of {0} numbers, found {1}", wanted.text(), text(index)));
    if (index[0] < 0 || index[0] >= reading.components())
        return invalidArgument(say("component {0} is not one of the {1} components, in index {2}", index[0],
                                   reading.components(), text(index)));
    return {};
}

Result<void> checkInside(std::int64_t t, const Extents& inner, const Extents& sizes)
{
    for (std::size_t d = 0; d < inner.size(); ++d)
        if (inner[d] < 0 || inner[d] >= sizes[d])
            return invalidArgument(say("component {0} has size {1}, index {2} lies outside it in dim {3}", t,
                                       text(sizes), text(inner), d));
    return {};
}

} // namespace

Result<Path> locateNested(const Tensor& tensor, const Extents& index)
{
    const NestedReading reading(tensor);
    if (auto inside = checkIndex(reading, index); !inside)
        return inside.error();
    Path path;
    path.value = unknownValue();
    if (const auto because = reading.whySizesUnknown()) {
        path.steps.push_back({say("the sizes of the components can't be read: {0}", *because)});
        return path;
    }
    const auto t = index[0];
    const auto rank = reading.rank();
    const Extents inner(index.begin() + 1, index.end());
    const auto component = say("component {0}", t);
    Geometry geometry;
    for (std::int64_t d = 0; d < rank; ++d)
        geometry.sizes.push_back(reading.size(t, d));
    if (auto inside = checkInside(t, inner, geometry.sizes); !inside)
        return inside.error();
    if (rank > 0)
        readSlots(path, reading.sizesMember(), t * rank, (t + 1) * rank,
                  say("{0}: size {1}, from {2}", component, text(geometry.sizes),
                      slotsText("nested_sizes", t * rank, (t + 1) * rank)));
    if (const auto because = reading.whyComponentsUnknown()) {
        path.steps.push_back({say("where the components are can't be read: {0}", *because)});
        return path;
    }
    reading.component(t, geometry);
    if (rank > 0)
        readSlots(path, reading.stridesMember(), t * rank, (t + 1) * rank,
                  say("{0}: strides {1}, from {2}", component, text(geometry.strides),
                      slotsText("nested_strides", t * rank, (t + 1) * rank)));
    readSlots(
        path, reading.offsetsMember(), t, t + 1,
        say("{0}: offset {1}, from {2}", component, geometry.offset, slotsText("storage_offsets", t, t + 1)));

    const auto sum = say("{0}: offset {1}", component, sumText(geometry, inner));
    const auto element = elementOf(geometry, inner);
    if (!element || *element < 0 || *element >= reading.storageNumel()) {
        const auto at = element ? sum + " = " + std::to_string(*element) : say("{0} is beyond 64 bits", sum);
        path.steps.push_back(
            {say("{0}, outside the {1} elements that the storage of buffer holds", at, reading.storageNumel())});
        return path;
    }
    const auto slot = bufferSlot(reading.buffer().array.geometry, *element);
    const auto found = slot == element ? say("{0} = slot {1}", sum, *element)
                       : slot ? say("{0} = element {1} of the storage, slot {2} of buffer", sum, *element, *slot)
                              : say("{0} = element {1} of the storage, which buffer does not show", sum, *element);
    readValue(path, reading.buffer(), *element, slot, found + byteAddressText(reading.buffer().array, *element));
    return path;
}

Result<Readers> readersOfNested(const Tensor& tensor, std::string_view role, std::int64_t slot, std::int64_t limit)
{
    const auto* member = tensor.find(role);
    if (!member)
        return invalidArgument(say("a nested tensor has no member {0}", role));
    if (auto inside = checkSlot(*member, slot); !inside)
        return inside.error();
    const NestedReading reading(tensor);
    Readers readers;
    if (reading.whyComponentsUnknown())
        return readers; // locate stops before it reads any element
    if (member != &reading.buffer()) {
        // A table without dims has a slot, but no component that it speaks of.
        if (reading.components() == 0)
            return readers;
        const auto t = member == &reading.offsetsMember() ? slot : slot / reading.rank();
        Geometry component;
        reading.component(t, component);
        addAllElements(readers, {t}, component.sizes, limit);
        return readers;
    }
    const auto& row = member->array.geometry;
    if (row.strides.empty())
        return readers;
    const auto element = (Wide::product(slot, row.strides[0]) + Wide(row.offset)).asInt64();
    if (!element || *element < 0 || *element >= reading.storageNumel())
        return readers;
    Geometry component;
    for (std::int64_t t = 0; t < reading.components(); ++t) {
        reading.component(t, component);
        const auto range = reach(component);
        if (!range || Wide(*element) < range->first || Wide(*element) > range->last)
            continue;
        const auto room = limit - static_cast<std::int64_t>(readers.elements.size());
        auto found =
            tscope::readersOf(component, *element, static_cast<std::size_t>(std::max<std::int64_t>(room, 0)));
        if (!found.count)
            return unsupported(
                say("how many elements of component {0} read slot {1} of buffer takes too long to tell", t, slot));
        readers.count = saturatingAdd(readers.count, *found.count);
        for (auto& inner : found.indices) {
            inner.insert(inner.begin(), t);
            readers.elements.push_back(std::move(inner));
        }
        readers.truncated = static_cast<std::int64_t>(readers.elements.size()) < readers.count;
    }
    return readers;
}

Result<void> entriesOfNested(const Tensor& tensor, const EntryVisitor& visit)
{
    const NestedReading reading(tensor);
    if (reading.whyComponentsUnknown())
        return {};
    const auto& row = reading.buffer().array.geometry;
    PassBudget budget;
    budget.add(reading.buffer().array);
    Geometry component;
    for (std::int64_t t = 0; t < reading.components(); ++t) {
        reading.component(t, component);
        if (!reach(component))
            continue;
        // An element outside the storage is skipped; components that lie outside altogether are not walked.
        const auto range = *reach(component);
        if (range.last < Wide(0) || range.first >= Wide(reading.storageNumel()))
            continue;
        Extents index(component.sizes.size() + 1, 0);
        index[0] = t;
        Extents inner(component.sizes.size(), 0);
        do {
            const auto element = elementOf(component, inner);
            const bool isStored = element && *element >= 0 && *element < reading.storageNumel();
            const auto slot = isStored ? bufferSlot(row, *element) : std::nullopt;
            std::ranges::copy(inner, index.begin() + 1);
            if (slot && !visit(index, *slot))
                return {};
            if (!slot && !budget.pass())
                return PassBudget::usedUp();
        } while (advance(inner, component.sizes));
    }
    return {};
}

Result<void> entriesOfNestedWithin(const Tensor& tensor, std::span<const IndexBox> boxes,
                                   const EntryVisitor& visit)
{
    const NestedReading reading(tensor);
    if (const auto because = reading.whyComponentsUnknown())
        return unsupported(say("where the components are can't be read: {0}", *because));
    if (reading.sizesMember().array.geometry.rank() == 0)
        return {};
    if (auto fitting = haveRank(boxes, saturatingAdd(reading.rank(), 1)); !fitting)
        return fitting;
    const auto& row = reading.buffer().array.geometry;
    PassBudget budget;
    budget.add(reading.buffer().array);
    Geometry component;
    for (const auto& box : boxes) {
        const auto last = std::min(box.last[0], reading.components() - 1);
        for (auto t = std::max<std::int64_t>(box.first[0], 0); t <= last; ++t) {
            reading.component(t, component);
            bool isUsedUp = false;
            Extents index(component.sizes.size() + 1, t);
            const auto visitOne = [&](const Extents& inner) {
                const auto element = elementOf(component, inner);
                if (!element || *element < 0 || *element >= reading.storageNumel()) {
                    isUsedUp = !budget.pass();
                    return !isUsedUp;
                }
                std::ranges::copy(inner, index.begin() + 1);
                return visit(index, bufferSlot(row, *element).value_or(-1));
            };
            if (!forEachIndex(inside(box, 1, component.sizes), visitOne))
                return isUsedUp ? Result<void>(PassBudget::usedUp()) : Result<void>();
        }
    }
    return {};
}

} // namespace tscope
