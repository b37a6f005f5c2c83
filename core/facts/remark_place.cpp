// SPDX-License-Identifier: Apache-2.0
#include "facts/remark_place.h"

#include "anatomy/reading.h"
#include "base/checked_math.h"
#include "facts/find_value.h"

#include <algorithm>

namespace tscope {

namespace {

// The next slot of the values that holds one of these numbers.
std::optional<Slots> nextValue(const Tensor& tensor, std::initializer_list<std::string_view> numbers,
                               const std::optional<Slots>& from, const Watch& watch)
{
    const auto values = std::ranges::find(tensor.members, RoleKind::values,
                                          [](const Member& member) { return member.role->kind; });
    if (values == tensor.members.end())
        return std::nullopt;
    const std::string name(values->role->name);
    const auto begin = from && from->member == name ? from->begin : -1;
    std::optional<Slots> best;
    const auto isBehind = [&](const Slots& slot) { return slot.begin <= begin; }; // the search went round
    for (const auto number : numbers) {
        const auto found = findValue(tensor, name + " = " + std::string(number), from, SearchWay::forward, watch);
        if (!found || !found->slot)
            continue;
        const auto& slot = *found->slot;
        if (!best || std::pair(isBehind(slot), slot.begin) < std::pair(isBehind(*best), best->begin))
            best = slot;
    }
    return best;
}

// The entries behind the last pointer of the first batch entry that has some.
std::optional<Slots> tail(const Tensor& tensor)
{
    const auto* pointers = tensor.find("compressed");
    const auto* plain = tensor.find("plain");
    const auto stored = tensor.layout->read(tensor, {})->outline().nnz;
    if (pointers == nullptr || plain == nullptr || !stored || !pointers->isReadable())
        return std::nullopt;
    const auto each = pointers->array.geometry.sizes.empty() ? 0 : pointers->array.geometry.sizes.back();
    const auto count = numel(pointers->array.geometry).value_or(0);
    for (std::int64_t end = each; each > 0 && end <= count; end += each)
        if (const auto last = pointers->array.at(end - 1).asIndex(); last && *last >= 0 && *last < *stored) {
            const auto batch = checkedMul(end / each - 1, *stored);
            const auto slotsEnd = batch ? checkedAdd(*batch, *stored) : std::nullopt;
            if (!slotsEnd)
                return std::nullopt;
            return Slots{plain->role->name, *batch + *last, *slotsEnd};
        }
    return std::nullopt;
}

} // namespace

std::optional<Slots> remarkPlace(const Tensor& tensor, std::string_view remark, const std::optional<Slots>& from,
                                 const Watch& watch)
{
    if (remark == "explicit-zero")
        return nextValue(tensor, {"0"}, from, watch);
    if (remark == "nan")
        return nextValue(tensor, {"nan"}, from, watch);
    if (remark == "inf")
        return nextValue(tensor, {"inf", "-inf"}, from, watch);
    return remark == "orphan-tail" ? tail(tensor) : std::nullopt;
}

} // namespace tscope
