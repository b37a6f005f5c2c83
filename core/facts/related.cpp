// SPDX-License-Identifier: Apache-2.0
#include "facts/related.h"

#include "facts/entry_slots.h"
#include "facts/known_size.h"
#include "facts/pointer_place.h"
#include "facts/slot_bytes.h"

#include <algorithm>
#include <set>

namespace tscope {

namespace {

constexpr std::int64_t mostSlots = 4096;    // whose readers are asked for
constexpr std::int64_t mostRuns = 4096;     // of bytes, for each run of slots
constexpr std::size_t mostFollowed = 256;   // elements whose other slots are found
constexpr int mostLonely = 64;              // slots that no element reads whose entries are asked for
constexpr std::int64_t tableWork = 1 << 24; // entries of tables that may be gone through

// Whoever asks for readers where components are described by tables goes through these.
std::int64_t mostSlotsOf(const Tensor& tensor)
{
    std::int64_t entries = 1;
    for (const auto& member : tensor.members)
        if (member.role->kind == RoleKind::table)
            entries = saturatingAdd(entries, std::max<std::int64_t>(numel(member.array.geometry).value_or(0), 0));
    return std::clamp<std::int64_t>(tableWork / entries, 64, mostSlots);
}

class Collector
{
public:
    Collector(const Tensor& tensor, std::int64_t limit, const Watch& watch)
        : m_tensor(tensor), m_watch(watch), m_limit(std::max<std::int64_t>(limit, 0)),
          m_listLeft(saturatingAdd(saturatingMul(m_limit, 4), mostSlots)), m_slotsLeft(mostSlotsOf(tensor))
    {
    }

    void begin(const ElementPlace& place)
    {
        const auto path = m_tensor.layout->locate(m_tensor, place.index);
        if (!path)
            return;
        m_most = 1;
        if (m_limit > 0)
            m_elements.insert(place.index);
        m_lacksElements = m_limit == 0;
        m_slots = path->places;
        if (path->gap)
            addGap(*path->gap);
    }

    void begin(const Slots& slots) { begin(std::span(&slots, 1)); }

    void begin(std::span<const Slots> places)
    {
        for (const auto& slots : places)
            addWithReaders(slots);
        follow();
        if (places.size() == 1)
            if (const auto pointer = pointerPlace(m_tensor, places[0]); pointer && pointer->ends)
                findEnded(places[0]);
    }

    void begin(const BytePlace& place)
    {
        for (const auto& member : m_tensor.members) {
            if (member.array.storage->id() != place.storageId)
                continue;
            auto found = slotsIn(member, {place.begin, place.end}, mostSlots, m_watch);
            m_isCut = m_isCut || !found.complete;
            for (const auto& slots : merged(std::move(found.slots)))
                addWithReaders(slots);
        }
        follow();
    }

    // Where elements are looked for in vain is no place of theirs: all of a row together look everywhere.
    void begin(std::span<const Extents> elements)
    {
        for (const auto& index : elements) {
            m_elements.insert(index);
            if (m_watch.isStopped()) {
                m_isCut = true;
                continue;
            }
            if (const auto path = m_tensor.layout->locate(m_tensor, index); path && path->found)
                m_slots.insert(m_slots.end(), path->places.begin(), path->places.end());
        }
    }

    Related finish() &&
    {
        Related out;
        out.slots = merged(std::move(m_slots));
        out.bytes = bytesOfAll(out.slots);
        if (!m_ended.elements.empty()) {
            m_ended.bytes = bytesOfAll(m_ended.slots);
            out.ended = std::move(m_ended);
        }
        out.gap = merged(std::move(m_gap));
        out.elements.assign(m_elements.begin(), m_elements.end());
        const auto listed = static_cast<std::int64_t>(out.elements.size());
        // Readers of several slots may be the same ones.
        out.isAtLeast = m_lacksElements && (m_isAnyUnasked || m_asked > 1);
        out.elementCount = m_lacksElements ? std::max(m_most, listed) : listed;
        out.truncated = m_isCut || m_lacksElements;
        return out;
    }

private:
    // The slots, as many of them as the member has, and the elements that read them.
    void addWithReaders(Slots slots)
    {
        const auto* member = m_tensor.find(slots.member);
        if (member == nullptr)
            return;
        const auto& sizes = member->array.geometry.sizes;
        const bool isNonsense = std::ranges::any_of(sizes, [](auto extent) { return extent < 0; });
        const auto end = isNonsense ? 0 : numel(sizes).value_or(int64Max);
        slots = {member->role->name, std::max<std::int64_t>(slots.begin, 0), std::min(slots.end, end)};
        if (slots.begin >= slots.end)
            return;
        m_slots.push_back(slots);
        for (auto slot = slots.begin; slot < slots.end; ++slot) {
            if (m_slotsLeft == 0 || m_watch.isStopped()) {
                m_lacksElements = m_isAnyUnasked = true;
                break;
            }
            --m_slotsLeft;
            addReaders(slots.member, slot);
        }
    }

    void addReaders(std::string_view member, std::int64_t slot)
    {
        const auto isFull = static_cast<std::int64_t>(m_elements.size()) >= m_limit;
        const auto wanted = isFull ? 0 : std::min(m_limit, m_listLeft);
        auto readers = m_tensor.layout->readersOf(m_tensor, member, slot, wanted);
        ++m_asked;
        if (!readers) { // what can't be read or counted may have readers all the same
            m_lacksElements = m_isAnyUnasked = true;
            return;
        }
        if (readers->count == 0 && m_lonelyLeft-- > 0)
            addEntry(member, slot);
        m_most = std::max(m_most, readers->count);
        m_listLeft -= std::min(m_listLeft, static_cast<std::int64_t>(readers->elements.size()));
        m_lacksElements = m_lacksElements || readers->count > static_cast<std::int64_t>(readers->elements.size());
        for (auto& index : readers->elements) {
            if (static_cast<std::int64_t>(m_elements.size()) < m_limit)
                m_elements.insert(std::move(index));
            else if (!m_elements.contains(index))
                m_lacksElements = true;
        }
    }

    // The slots of the first entries there, which are the neighbours or the begin of what has no order.
    void addGap(const Slots& where)
    {
        m_gap.push_back(where);
        if (m_tensor.layout->indexOfSlots == nullptr)
            return;
        for (auto slot = where.begin; slot < std::min(where.end, where.begin + 2); ++slot) {
            const auto entry = slotsOfEntry(m_tensor, where.member, slot);
            m_gap.insert(m_gap.end(), entry.begin(), entry.end());
        }
    }

    // What stands beside a slot that no element reads: an entry outside the size has its index and its value.
    void addEntry(std::string_view member, std::int64_t slot)
    {
        if (m_tensor.layout->indexOfSlots == nullptr)
            return;
        if (!m_indexOf)
            m_indexOf = m_tensor.layout->indexOfSlots(m_tensor);
        const auto beside = slotsOfEntry(m_tensor, m_indexOf, member, slot);
        m_slots.insert(m_slots.end(), beside.begin(), beside.end());
    }

    // The other slots that the found elements read, where they are few.
    void follow()
    {
        if (m_lacksElements || m_elements.size() > mostFollowed)
            return;
        for (const auto& index : m_elements) {
            if (m_watch.isStopped()) {
                m_isCut = true;
                return;
            }
            if (const auto path = m_tensor.layout->locate(m_tensor, index))
                m_slots.insert(m_slots.end(), path->places.begin(), path->places.end());
        }
    }

    // What lies in the slice that this pointer ends reads the pointer before it and not the one behind it.
    void findEnded(const Slots& pointer)
    {
        if (m_lacksElements || m_elements.size() > mostFollowed)
            return; // as follow(): they may be many, and each is looked for in its whole slice
        std::set<std::pair<std::string_view, std::int64_t>> begun, ended;
        for (const auto& index : m_elements) {
            if (m_watch.isStopped())
                return;
            const auto path = m_tensor.layout->locate(m_tensor, index);
            if (!path)
                continue;
            const auto reads = [&](std::int64_t slot) {
                return std::ranges::any_of(path->places, [&](const Slots& run) {
                    return run.member == pointer.member && run.begin <= slot && slot < run.end;
                });
            };
            const bool isEnded = reads(pointer.begin - 1) && !reads(pointer.end);
            std::int64_t slots = 0;
            for (const auto& run : path->places)
                slots = saturatingAdd(slots, run.end - run.begin);
            if (slots > mostSlots) { // one index, many times
                m_ended = {};
                return;
            }
            if (isEnded)
                m_ended.elements.push_back(index);
            for (const auto& run : path->places)
                for (auto slot = run.begin; slot < run.end; ++slot)
                    (isEnded ? ended : begun).emplace(run.member, slot);
        }
        begun.emplace(pointer.member, pointer.begin);
        for (const auto& slot : ended)
            if (!begun.contains(slot))
                m_ended.slots.push_back({slot.first, slot.second, slot.second + 1});
        m_ended.slots = merged(std::move(m_ended.slots));
    }

    std::ptrdiff_t numberOf(std::string_view member) const
    {
        return m_tensor.find(member) - m_tensor.members.data();
    }

    // Sorted by member and slot; runs that meet are one.
    std::vector<Slots> merged(std::vector<Slots> slots) const
    {
        const auto before = [&](const Slots& a, const Slots& b) {
            return std::pair(numberOf(a.member), a.begin) < std::pair(numberOf(b.member), b.begin);
        };
        std::ranges::sort(slots, before);
        std::vector<Slots> out;
        for (const auto& run : slots)
            if (!out.empty() && out.back().member == run.member && run.begin <= out.back().end)
                out.back().end = std::max(out.back().end, run.end);
            else
                out.push_back(run);
        return out;
    }

    // The same by storage, in the order in which members name them.
    std::vector<BytePlace> bytesOfAll(const std::vector<Slots>& slots)
    {
        std::vector<BytePlace> out;
        std::set<std::uint64_t> seen;
        for (const auto& member : m_tensor.members) {
            const auto id = member.array.storage->id();
            if (!seen.insert(id).second)
                continue;
            std::vector<ByteRun> runs;
            for (const auto& run : slots)
                if (const auto& own = m_tensor.member(run.member); own.array.storage->id() == id) {
                    const auto bytes = bytesOf(own, run, mostRuns);
                    m_isCut = m_isCut || !bytes.complete;
                    runs.insert(runs.end(), bytes.runs.begin(), bytes.runs.end());
                }
            std::ranges::sort(runs, {}, &ByteRun::begin);
            for (std::size_t first = out.size(); const auto& run : runs)
                if (out.size() > first && run.begin <= out.back().end)
                    out.back().end = std::max(out.back().end, run.end);
                else
                    out.push_back({id, run.begin, run.end});
        }
        return out;
    }

    const Tensor& m_tensor;
    const Watch& m_watch;
    std::int64_t m_limit;
    std::int64_t m_listLeft; // elements that may still be listed, those met before counted again
    int m_lonelyLeft = mostLonely;
    IndexOfSlots m_indexOf;   // made when first asked
    std::int64_t m_slotsLeft; // slots whose readers may still be asked for
    std::set<Extents> m_elements;
    std::int64_t m_most = 0;  // readers of one slot
    std::int64_t m_asked = 0; // slots
    bool m_isAnyUnasked = false;
    bool m_lacksElements = false; // there may be more than m_elements
    bool m_isCut = false;         // slots or bytes are missing
    std::vector<Slots> m_slots, m_gap;
    Related::Ended m_ended;
};

} // namespace

Related related(const Tensor& tensor, const Place& place, std::int64_t limit, const Watch& watch)
{
    const auto sized = withKnownSize(tensor, watch);
    Collector collector(sized, limit, watch);
    std::visit([&](const auto& known) { collector.begin(known); }, place);
    return std::move(collector).finish();
}

Related related(const Tensor& tensor, std::span<const Slots> places, std::int64_t limit, const Watch& watch)
{
    const auto sized = withKnownSize(tensor, watch);
    Collector collector(sized, limit, watch);
    collector.begin(places);
    return std::move(collector).finish();
}

Related relatedToElements(const Tensor& tensor, std::span<const Extents> elements, const Watch& watch)
{
    const auto sized = withKnownSize(tensor, watch);
    Collector collector(sized, std::ssize(elements), watch);
    collector.begin(elements);
    return std::move(collector).finish();
}

} // namespace tscope
