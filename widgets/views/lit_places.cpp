// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/lit_places.h"

#include <algorithm>

namespace tscope {

namespace {

// Runs of one thing follow each other, in order and apart (facts/related.h).
template <class Run>
bool overlaps(std::span<const Run> runs, std::int64_t begin, std::int64_t end)
{
    const auto next = std::ranges::upper_bound(runs, begin, {}, &Run::end);
    return next != runs.end() && next->begin < end;
}

template <class Run, class Group, class Key>
std::vector<Group> grouped(const std::vector<Run>& runs, Key Run::*key)
{
    std::vector<Group> groups;
    for (std::size_t begin = 0; begin < runs.size();) {
        auto end = begin + 1;
        while (end < runs.size() && runs[end].*key == runs[begin].*key)
            ++end;
        groups.push_back({runs[begin].*key, std::span(runs).subspan(begin, end - begin)});
        begin = end;
    }
    return groups;
}

} // namespace

LitPlaces::LitPlaces(Place place, Related related)
    : m_place(std::move(place)), m_related(std::move(related)),
      m_members(grouped<Slots, OfMember>(m_related.slots, &Slots::member)),
      m_storages(grouped<BytePlace, OfStorage>(m_related.bytes, &BytePlace::storageId))
{
}

bool LitPlaces::has(const Place& spot) const
{
    if (spot == m_place)
        return true;
    if (const auto* element = std::get_if<ElementPlace>(&spot))
        return std::ranges::binary_search(m_related.elements, element->index);
    if (const auto* slots = std::get_if<Slots>(&spot)) {
        const auto own = std::ranges::find(m_members, slots->member, &OfMember::member);
        return own != m_members.end() && overlaps(own->runs, slots->begin, slots->end);
    }
    const auto& bytes = std::get<BytePlace>(spot);
    const auto own = std::ranges::find(m_storages, bytes.storageId, &OfStorage::storageId);
    return own != m_storages.end() && overlaps(own->runs, bytes.begin, bytes.end);
}

} // namespace tscope
