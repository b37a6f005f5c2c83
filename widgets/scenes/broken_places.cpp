// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/broken_places.h"

#include <algorithm>

namespace tscope {

BrokenPlaces::BrokenPlaces(const Report* report, std::string_view member)
{
    if (report == nullptr)
        return;
    std::vector<Slots> found;
    for (const auto& finding : report->findings) {
        if (finding.level != Level::violation)
            continue;
        for (const auto& witness : finding.witnesses)
            if (witness.place && witness.place->member == member && witness.place->begin < witness.place->end)
                found.push_back(*witness.place);
    }
    // What is likely wrong may be another slot than those at which rules fail because of it.
    for (const auto& cause : report->causes)
        if (cause.index && cause.member == member && std::ranges::any_of(cause.rules, [&](const auto& rule) {
                const auto* finding = report->find(rule);
                return finding != nullptr && finding->level == Level::violation;
            }))
            found.push_back({member, *cause.index, *cause.index + 1});
    std::ranges::sort(found, {}, &Slots::begin);
    for (const auto& place : found) {
        if (!m_places.empty() && place.begin <= m_places.back().end)
            m_places.back().end = std::max(m_places.back().end, place.end);
        else
            m_places.push_back(place);
    }
}

bool BrokenPlaces::overlaps(std::int64_t begin, std::int64_t end) const
{
    const auto next = std::ranges::upper_bound(m_places, begin, {}, &Slots::end);
    return next != m_places.end() && next->begin < end;
}

} // namespace tscope
