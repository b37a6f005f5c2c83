// SPDX-License-Identifier: Apache-2.0
#include "facts/entry_slots.h"

#include "anatomy/reading.h"

#include <algorithm>

namespace tscope {

namespace {

constexpr std::int64_t mostLanes = 64; // of one entry; index members have one for each dim

struct EntryCount {
    std::int64_t all = 0; // of all batches together; 0 where it is not told
    std::int64_t perBatch = 0;
};

EntryCount entriesOf(const Tensor& tensor)
{
    const auto outline = tensor.layout->read(tensor, {})->outline();
    const auto values =
        std::ranges::find(tensor.members, RoleKind::values, [](const Member& m) { return m.role->kind; });
    if (!outline.nnz || values == tensor.members.end())
        return {};
    const auto& sizes = values->array.geometry.sizes;
    const auto dims = static_cast<std::size_t>(std::max<std::int64_t>(outline.batchDims.value_or(0), 0)) + 1;
    if (sizes.size() < dims)
        return {};
    return {numel(Extents(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(dims))).value_or(0),
            sizes[dims - 1]};
}

// How entries lie in a member: values one after the other, indices in lanes.
struct EntryOrder {
    std::int64_t entries, each; // slots of one
    bool isInLanes;

    std::int64_t entryOf(std::int64_t slot) const { return isInLanes ? slot % entries : slot / each; }
    std::vector<Slots> slotsOf(std::string_view role, std::int64_t entry) const
    {
        if (!isInLanes)
            return {{role, entry * each, (entry + 1) * each}};
        std::vector<Slots> lanes;
        for (std::int64_t lane = 0; lane < each; ++lane)
            lanes.push_back({role, lane * entries + entry, lane * entries + entry + 1});
        return lanes;
    }
};

std::optional<EntryOrder> orderOf(const Member& member, std::int64_t entries)
{
    const auto count = numel(member.array.geometry).value_or(0);
    const auto each = count / entries;
    const bool isInLanes = member.role->kind == RoleKind::index;
    if (member.role->kind == RoleKind::table || each < 1 || count % entries != 0 ||
        (isInLanes && each > mostLanes))
        return std::nullopt;
    return EntryOrder{entries, each, isInLanes};
}

} // namespace

std::vector<Slots> slotsOfEntry(const Tensor& tensor, const IndexOfSlots& indexOf, std::string_view role,
                                std::int64_t slot)
{
    const auto* own = tensor.find(role);
    const auto entries = entriesOf(tensor).all;
    const auto order = own != nullptr && entries > 0 ? orderOf(*own, entries) : std::nullopt;
    if (!order)
        return {};
    const auto entry = order->entryOf(slot);
    const auto index = indexOf(order->slotsOf(role, entry).front());
    std::vector<Slots> found;
    for (const auto& member : tensor.members)
        if (const auto other = index ? orderOf(member, entries) : std::nullopt)
            for (const auto& slots : other->slotsOf(member.role->name, entry))
                if (indexOf(slots) == index)
                    found.push_back(slots);
    return found;
}

std::vector<Slots> slotsOfEntry(const Tensor& tensor, std::string_view role, std::int64_t slot)
{
    const auto* own = tensor.find(role);
    const auto entries = entriesOf(tensor);
    const auto order = own != nullptr && entries.all > 0 ? orderOf(*own, entries.all) : std::nullopt;
    if (!order || own->array.geometry.rank() < 1 || slot < 0 || slot >= order->entries * order->each ||
        (order->isInLanes && own->array.geometry.sizes.back() != entries.perBatch))
        return {};
    const auto entry = order->entryOf(slot);
    std::vector<Slots> found;
    for (const auto& member : tensor.members)
        if (&member == own || member.role->kind == RoleKind::values)
            if (const auto other = orderOf(member, entries.all))
                for (const auto& slots : other->slotsOf(member.role->name, entry))
                    found.push_back(slots);
    return found;
}

} // namespace tscope
