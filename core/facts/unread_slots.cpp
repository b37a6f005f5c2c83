// SPDX-License-Identifier: Apache-2.0
#include "facts/unread_slots.h"

#include <algorithm>

namespace tscope {

namespace {

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
                               const Watch& watch)
{
    const auto* member = tensor.find(role);
    if (begin >= end || tensor.layout->spansOver == nullptr || member == nullptr || !isOpened(tensor, *member))
        return {};
    // Pointers that fall open their slices in any order.
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
