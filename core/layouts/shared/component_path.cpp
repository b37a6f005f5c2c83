// SPDX-License-Identifier: Apache-2.0
#include "layouts/shared/component_path.h"
#include "base/say.h"

#include <algorithm>

namespace tscope {

std::string slotsText(std::string_view member, std::int64_t begin, std::int64_t end)
{
    auto text = std::string(member) + "[" + std::to_string(begin) + "]";
    if (end > begin + 1)
        text += ".." + std::string(member) + "[" + std::to_string(end - 1) + "]";
    return text;
}

std::string runText(std::int64_t begin, std::int64_t end)
{
    const auto first = std::to_string(begin);
    return end > begin + 1 ? first + ".." + std::to_string(end - 1) : first;
}

void readSlots(Path& path, const Member& member, std::int64_t begin, std::int64_t end, std::string text)
{
    const Slots slots{member.role->name, begin, end};
    Step step{std::move(text), slots, {}};
    if (begin < end && member.isReadable())
        step.value = member.array.at(begin);
    path.steps.push_back(std::move(step));
    path.places.push_back(slots);
}

void readValue(Path& path, const Member& values, std::int64_t offset, std::optional<std::int64_t> slot,
               std::string text)
{
    const auto& array = values.array;
    path.found = true;
    path.value = unknownValue();
    Step step{std::move(text), {}, {}};
    if (slot && *slot < int64Max) {
        step.slots = Slots{values.role->name, *slot, *slot + 1};
        path.places.push_back(*step.slots);
    }
    const Array element{array.storage, array.dtype, Geometry{{}, {}, offset}};
    const bool isReadable = element.isReadable();
    if (isReadable) {
        path.value = element.at(0);
        step.value = path.value;
    }
    path.steps.push_back(std::move(step));
    if (!isReadable)
        path.steps.push_back({array.storage->hasBytes()
                                  ? say("{0} has elements of a type that can't be read", values.role->name)
                                  : say("{0} has no data, only its shape is known", values.role->name)});
}

Element unknownValue()
{
    return Element(DType::opaque("unknown"), {});
}

bool advance(Extents& index, const Extents& sizes)
{
    for (auto d = index.size(); d-- > 0;) {
        if (++index[d] < sizes[d])
            return true;
        index[d] = 0;
    }
    return false;
}

void addElement(Readers& readers, Extents index, std::int64_t limit)
{
    readers.count = saturatingAdd(readers.count, 1);
    if (static_cast<std::int64_t>(readers.elements.size()) < limit)
        readers.elements.push_back(std::move(index));
    else
        readers.truncated = true;
}

void addAllElements(Readers& readers, const Extents& lead, const Extents& sizes, std::int64_t limit)
{
    Wide total = 1;
    for (const auto size : sizes)
        total = size <= 0 ? Wide(0) : total * Wide(size);
    const auto count = std::ranges::any_of(sizes, [](auto size) { return size <= 0; }) ? 0 : total.clamped();
    readers.count = saturatingAdd(readers.count, count);
    Extents index(sizes.size(), 0);
    for (std::int64_t k = 0; k < count; ++k) {
        if (static_cast<std::int64_t>(readers.elements.size()) >= limit) {
            readers.truncated = true;
            return;
        }
        auto element = lead;
        element.insert(element.end(), index.begin(), index.end());
        readers.elements.push_back(std::move(element));
        advance(index, sizes);
    }
}

Result<void> checkSlot(const Member& member, std::int64_t slot)
{
    const auto slots = numel(member.array.geometry);
    if (slot < 0 || (slots && slot >= *slots))
        return invalidArgument(
            slots ? say("wanted a slot of {0}, which has {1} elements, found slot {2}", member.role->name, *slots,
                        slot)
                  : say("wanted a slot of {0}, which has no countable number of elements, found slot {1}",
                        member.role->name, slot),
            std::string(member.role->name));
    return {};
}

} // namespace tscope
