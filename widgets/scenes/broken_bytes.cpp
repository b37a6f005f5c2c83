// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/broken_bytes.h"

#include <QStringList>

#include <algorithm>

namespace tscope {

namespace {

constexpr std::int64_t mostRuns = 4096; // runs of bytes of a place, and slots at a place of the storage

} // namespace

BrokenBytes::BrokenBytes(const std::vector<const Member*>& members, const Tensor& tensor, const Report* report)
{
    std::vector<ByteRun> all;
    for (const auto* member : members) {
        m_members.push_back({member, BrokenPlaces(tensor, report, member->role->name)});
        for (const auto& slots : m_members.back().places.places()) {
            const auto found = bytesOf(*member, slots, mostRuns).runs;
            all.insert(all.end(), found.begin(), found.end());
        }
    }
    std::ranges::sort(all, {}, &ByteRun::begin);
    for (const auto& bytes : all)
        if (!m_runs.empty() && bytes.begin <= m_runs.back().end)
            m_runs.back().end = std::max(m_runs.back().end, bytes.end);
        else
            m_runs.push_back(bytes);
}

bool BrokenBytes::overlap(std::int64_t begin, std::int64_t end) const
{
    const auto next = std::ranges::upper_bound(m_runs, begin, {}, &ByteRun::end);
    return next != m_runs.end() && next->begin < end;
}

QString BrokenBytes::wordsIn(std::int64_t begin, std::int64_t end) const
{
    QStringList all;
    for (const auto& [member, places] : m_members)
        for (const auto& slots : slotsIn(*member, {begin, end}, mostRuns).slots)
            if (const auto words = places.wordsIn(slots.begin, slots.end);
                places.overlaps(slots.begin, slots.end) && !all.contains(words))
                all << words;
    return all.join(QLatin1Char('\n'));
}

} // namespace tscope
