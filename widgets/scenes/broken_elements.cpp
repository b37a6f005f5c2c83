// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/broken_elements.h"

#include "picture/violations.h"
#include "scenes/broken_words.h"

#include <algorithm>

namespace tscope {

void BrokenElements::collect()
{
    if (std::exchange(m_isCollected, true) || m_report == nullptr || m_report->valid)
        return;
    const auto indexOf = indexOfSlotsOf(m_tensor);
    for (const auto& finding : m_report->findings) {
        if (finding.level != Level::violation)
            continue;
        const auto rule = std::ranges::find(m_tensor.layout->rules, finding.rule, &Rule::id);
        const bool guards = rule != m_tensor.layout->rules.end() && rule->guardsMemory;
        for (const auto& witness : finding.witnesses) {
            if (m_watch.isStopped())
                return;
            const auto index = witness.place ? indexOf(*witness.place) : std::nullopt;
            if (index && (!witness.fields.empty() || m_isInSight(*index)))
                m_places.insert({*index, {&finding, &witness}});
            if (guards && !witness.fields.empty())
                m_guards.push_back({index.value_or(Extents()), {&finding, &witness}});
        }
    }
}

const BrokenElements::Place* BrokenElements::nearest(const Extents& index) const
{
    const auto agreement = [&](const std::pair<Extents, Place>& guard) {
        return std::ranges::mismatch(guard.first, index).in1 - guard.first.begin();
    };
    const auto best = std::ranges::max_element(m_guards, {}, agreement);
    return best == m_guards.end() ? nullptr : &best->second;
}

QString BrokenElements::wordsAt(const Extents& index)
{
    collect();
    const auto [first, last] = m_places.equal_range(index);
    BrokenWords words(m_tensor);
    for (auto place = first; place != last; ++place)
        words.add(*place->second.finding, *place->second.witness);
    return words.text();
}

QString BrokenElements::wordsNear(const Extents& index)
{
    auto words = wordsAt(index);
    const auto* place = words.isEmpty() ? nearest(index) : nullptr;
    if (place == nullptr)
        return words;
    BrokenWords near(m_tensor);
    near.add(*place->finding, *place->witness);
    return near.text();
}

} // namespace tscope
