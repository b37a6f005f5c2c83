// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/broken_places.h"

#include "scenes/broken_words.h"

#include <algorithm>

namespace tscope {

namespace {

bool isOf(const Witness& witness, std::string_view member)
{
    const auto* value = witness.find("member");
    const auto* name = value == nullptr ? nullptr : std::get_if<std::string>(value);
    return name != nullptr && *name == member;
}

} // namespace

BrokenPlaces::BrokenPlaces(const Tensor& tensor, const Report* report, std::string_view member) : m_tensor(tensor)
{
    if (report == nullptr)
        return;
    for (const auto& finding : report->findings) {
        if (finding.level != Level::violation)
            continue;
        for (const auto& witness : finding.witnesses) {
            const auto& place = witness.place;
            const bool isPlace = place && place->begin < place->end;
            if (isPlace && place->member == member)
                m_found.push_back({place->begin, place->end, 0, &finding, &witness});
            else if (!isPlace && isOf(witness, member))
                m_whole.push_back({0, 0, 0, &finding, &witness});
        }
    }
    // What is likely wrong may be another slot than those at which rules fail because of it.
    for (const auto& cause : report->causes)
        if (cause.index && cause.member == member && std::ranges::any_of(cause.rules, [&](const auto& rule) {
                const auto* finding = report->find(rule);
                return finding != nullptr && finding->level == Level::violation;
            }))
            m_found.push_back({*cause.index, *cause.index + 1, 0, nullptr, nullptr, &cause});
    std::ranges::stable_sort(m_found, {}, &Found::begin);
    std::int64_t reach = 0;
    for (auto& found : m_found) {
        found.reach = reach = std::max(reach, found.end);
        if (!m_places.empty() && found.begin <= m_places.back().end)
            m_places.back().end = std::max(m_places.back().end, found.end);
        else
            m_places.push_back({member, found.begin, found.end});
    }
}

bool BrokenPlaces::overlaps(std::int64_t begin, std::int64_t end) const
{
    const auto next = std::ranges::upper_bound(m_places, begin, {}, &Slots::end);
    return next != m_places.end() && next->begin < end;
}

QString BrokenPlaces::wordsIn(std::int64_t begin, std::int64_t end) const
{
    BrokenWords words(m_tensor);
    const auto add = [&](const Found& found) {
        found.cause != nullptr ? words.add(*found.cause) : words.add(*found.finding, *found.witness);
    };
    for (auto next = std::ranges::upper_bound(m_found, begin, {}, &Found::reach);
         next != m_found.end() && next->begin < end; ++next)
        if (next->end > begin)
            add(*next);
    if (words.text().isEmpty())
        std::ranges::for_each(m_whole, add);
    return words.text();
}

} // namespace tscope
