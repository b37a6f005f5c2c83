// SPDX-License-Identifier: Apache-2.0
#include "facts/unread_slots.h"

#include <algorithm>

namespace tscope {

namespace {

// Layout::spansOver finds every span of few, in any order. Of many it takes the order for granted, which rules
// demand of pointers and offsets, but not of the tables that describe the components of a nested tensor.
bool areAllSpansFound(const Tensor& tensor, bool isValid)
{
    constexpr std::int64_t few = 4096;
    return std::ranges::all_of(tensor.members, [isValid](const Member& member) {
        return member.role->kind == RoleKind::values || numel(member.array.geometry).value_or(0) <= few ||
               (isValid && member.role->kind == RoleKind::index);
    });
}

bool isOpened(const Tensor& tensor, const Member& member)
{
    bool isAny = false;
    tensor.layout->spansOver(tensor, member.role->name, 0, numel(member.array.geometry).value_or(0),
                             [&](const Span&) {
                                 isAny = true;
                                 return false;
                             });
    return isAny;
}

} // namespace

std::vector<Slots> unreadSlots(const Tensor& tensor, std::string_view role, std::int64_t begin, std::int64_t end,
                               bool isValid, const Watch& watch)
{
    const auto* member = tensor.find(role);
    if (begin >= end || tensor.layout->spansOver == nullptr || member == nullptr ||
        !areAllSpansFound(tensor, isValid) || !isOpened(tensor, *member))
        return {};
    // Slices whose pointers fall come in any order.
    std::vector<std::pair<std::int64_t, std::int64_t>> covered;
    tensor.layout->spansOver(tensor, role, begin, end, [&](const Span& span) {
        const auto from = std::max(span.over.begin, begin), to = std::min(span.over.end, end);
        if (from < to && !covered.empty() && covered.back().first <= from && from <= covered.back().second)
            covered.back().second = std::max(covered.back().second, to);
        else if (from < to)
            covered.emplace_back(from, to);
        return !watch.isStopped();
    });
    std::ranges::sort(covered);
    std::vector<Slots> unread;
    auto reached = begin;
    for (const auto& [from, to] : covered) {
        if (from > reached)
            unread.push_back({member->role->name, reached, from});
        reached = std::max(reached, to);
    }
    if (reached < end)
        unread.push_back({member->role->name, reached, end});
    return unread;
}

} // namespace tscope
