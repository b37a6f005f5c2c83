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

LitPlaces::Runs::Runs(const std::vector<Slots>& slots, const std::vector<BytePlace>& bytes)
    : members(grouped<Slots, OfMember>(slots, &Slots::member)),
      storages(grouped<BytePlace, OfStorage>(bytes, &BytePlace::storageId))
{
}

bool LitPlaces::Runs::have(const Place& spot) const
{
    if (const auto* slots = std::get_if<Slots>(&spot)) {
        const auto own = std::ranges::find(members, slots->member, &OfMember::member);
        return own != members.end() && overlaps(own->runs, slots->begin, slots->end);
    }
    const auto* bytes = std::get_if<BytePlace>(&spot);
    if (bytes == nullptr)
        return false;
    const auto own = std::ranges::find(storages, bytes->storageId, &OfStorage::storageId);
    return own != storages.end() && overlaps(own->runs, bytes->begin, bytes->end);
}

LitPlaces::LitPlaces(Place place, Related related)
    : m_place(std::move(place)), m_related(std::move(related)), m_runs(m_related.slots, m_related.bytes),
      m_ended(m_related.ended.slots, m_related.ended.bytes)
{
}

bool LitPlaces::has(const Place& spot) const
{
    if (spot == m_place)
        return true;
    if (const auto* element = std::get_if<ElementPlace>(&spot))
        return std::ranges::binary_search(m_related.elements, element->index);
    return m_runs.have(spot);
}

bool LitPlaces::isOwn(const Place& spot) const
{
    const auto* own = std::get_if<Slots>(&m_place);
    const auto* slots = std::get_if<Slots>(&spot);
    return spot == m_place || (own != nullptr && slots != nullptr && own->member == slots->member &&
                               own->begin < slots->end && slots->begin < own->end);
}

bool LitPlaces::isFaint(const Place& spot) const
{
    if (spot == m_place)
        return false;
    if (const auto* element = std::get_if<ElementPlace>(&spot))
        return std::ranges::binary_search(m_related.ended.elements, element->index);
    return m_ended.have(spot);
}

} // namespace tscope
