// SPDX-License-Identifier: Apache-2.0
// Which pointer is the wrong one, when 5.1, 5.2 and 5.3 find several places.
#include "array/index_reader.h"
#include "base/say.h"
#include "layouts/compressed/advice.h"
#include "layouts/compressed/reading.h"
#include "layouts/compressed/slices.h"
#include "layouts/compressed/wrong_pointers.h"
#include "layouts/shared/causes.h"
#include "layouts/shared/sentences.h"
#include "tensor/tensor.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace tscope::compressed {

namespace {

// A pointer under suspicion, and the rules that point at it.
struct Suspect {
    std::set<std::string> rules;
    std::int64_t low = 0, high = 0; // between which it should lie
    std::int64_t actual = 0;
};

// Looks at the pointers around those that 5.1, 5.2 and 5.3 name and asks of each break which of the two pointers
// can be the wrong one: the one without which its neighbours are in order.
class PointerSuspects
{
public:
    using Place = std::pair<Extents, std::int64_t>; // batch, position

    PointerSuspects(const Reading& reading, const Report& report, const Member& member)
        : m_pointers(member.array), m_sizes(member.array.geometry.sizes),
          m_last(m_sizes.empty() ? -1 : m_sizes.back() - 1), m_order(report.find("5.6")),
          m_extent(compressedReading(reading).plainExtent())
    {
        if (m_last < 0)
            return;
        const auto outline = reading.outline();
        m_stored = outline.nnz;
        if (const auto* first = report.find("5.1"))
            for (const auto& witness : first->witnesses)
                suspect({extents(witness, "batch"), 0}, "5.1");
        if (const auto* last = report.find("5.2"))
            for (const auto& witness : last->witnesses)
                suspect({extents(witness, "batch"), m_last}, "5.2");
        if (const auto* steps = report.find("5.3"); steps != nullptr && !suspectByOrder(reading))
            for (const std::string_view kind : {"decreasing", "too_many"})
                for (const auto& witness : steps->witnesses)
                    if (word(witness, "kind") == kind)
                        blame(witness);
    }

    const std::map<Place, Suspect>& all() const { return m_suspects; }
    std::int64_t at(const Extents& batch, std::int64_t i) const
    {
        auto index = batch;
        index.push_back(i);
        return m_pointers.at(positionOf(m_sizes, index));
    }
    std::int64_t slotOf(const Place& place) const
    {
        auto index = place.first;
        index.push_back(place.second);
        return positionOf(m_sizes, index);
    }
    // Whether the order of entries told them, so that there are no others.
    bool areTold() const { return m_areTold; }

private:
    void suspect(const Place& place, const std::string& rule)
    {
        auto& entry = m_suspects[place];
        entry.rules.insert(rule);
        entry.actual = at(place.first, place.second);
        entry.low = place.second == 0 ? 0 : at(place.first, place.second - 1);
        entry.high = place.second == m_last ? m_stored.value_or(entry.low) : at(place.first, place.second + 1);
        if (place.second == 0)
            entry.high = 0;
        if (place.second == m_last && m_stored)
            entry.low = *m_stored;
    }

    // The pointers that the order of entries tells to be wrong, of a tensor that is small enough to be read for
    // it. False where it does not tell.
    bool suspectByOrder(const Reading& reading)
    {
        constexpr std::int64_t most = 1 << 20;
        const auto countOf = [&](std::string_view role) {
            return numel(reading.tensor().member(role).array.geometry).value_or(int64Max);
        };
        if (countOf("compressed") > most || countOf("plain") > most)
            return false;
        const auto slices = slicesOf(reading);
        if (!slices || slices->entries != slices->stored || slices->pointerCount != m_last + 1)
            return false;
        constexpr std::size_t mostGuessed = 8; // of so few the falls themselves tell as much
        std::map<Place, Suspect> found;
        bool areCertain = true;
        for (std::int64_t b = 0; b < slices->batches; ++b) {
            const auto wrong =
                wrongPointers({slices->pointersOf(b), static_cast<std::size_t>(slices->pointerCount)},
                              {slices->plainOf(b), static_cast<std::size_t>(slices->entries)}, m_extent);
            if (!wrong)
                return false;
            areCertain = areCertain && std::ranges::all_of(*wrong, &WrongPointers::areCertain);
            for (const auto& run : *wrong)
                for (std::int64_t j = 0; j < run.count; ++j) {
                    const Place place{batchOf(b), run.first + j};
                    auto& entry = found[place];
                    entry = {{"5.3"}, run.low, run.high, at(place.first, place.second)};
                    if (run.count > 1 || !m_extent)
                        continue;
                    entry.low = std::max(run.low, saturatingSub(run.high, *m_extent));
                    entry.high = std::min(run.high, saturatingAdd(run.low, *m_extent));
                }
        }
        if (found.empty() || (!areCertain && found.size() <= mostGuessed)) // empty: the ends alone are wrong
            return false;
        m_suspects.merge(found);
        m_areTold = true;
        return true;
    }

    Extents batchOf(std::int64_t number) const
    {
        Extents batch(m_sizes.size() - 1);
        for (auto d = batch.size(); d-- > 0;) {
            batch[d] = number % m_sizes[d];
            number /= m_sizes[d];
        }
        return batch;
    }

    bool isSuspect(const Place& place) const { return m_suspects.contains(place); }

    // Whether the neighbours of pointer c are in order without it.
    bool canBeWrong(const Extents& batch, std::int64_t c) const
    {
        if (c == 0 || c == m_last)
            return isSuspect({batch, c});
        return at(batch, c - 1) <= at(batch, c + 1);
    }

    bool isOutside(std::int64_t pointer) const { return pointer < 0 || (m_stored && pointer > *m_stored); }

    void blame(const Witness& witness)
    {
        const auto batch = extents(witness, "batch");
        const auto i = number(witness, "i").value_or(1);
        if (i < 1 || i > m_last)
            return;
        const Place before{batch, i - 1}, after{batch, i};
        const bool known = isSuspect(before) || isSuspect(after);
        if (word(witness, "kind") == "too_many" && known) {
            m_suspects[isSuspect(before) ? before : after].rules.insert("5.3");
            return;
        }
        const bool beforeCan = canBeWrong(batch, i - 1), afterCan = canBeWrong(batch, i);
        bool isBefore = beforeCan && !afterCan;
        if (beforeCan && afterCan && !isSuspect(after))
            isBefore = isSuspect(before) || (isOutside(at(batch, i - 1)) && !isOutside(at(batch, i))) ||
                       (hasDisorder(batch, i - 1) && !hasDisorder(batch, i + 1));
        suspect(isBefore ? before : after, "5.3");
        if (const auto most = number(witness, "limit")) { // a slice that is too long: nor may it stay so
            auto& entry = m_suspects[isBefore ? before : after];
            if (isBefore)
                entry.low = std::max(entry.low, saturatingSub(at(batch, i), *most));
            else
                entry.high = std::min(entry.high, saturatingAdd(entry.low, *most));
        }
    }

    // A slice that reaches over its true end holds entries of the next, and those begin anew.
    bool hasDisorder(const Extents& batch, std::int64_t slice) const
    {
        return m_order && std::ranges::any_of(m_order->witnesses, [&](const Witness& witness) {
                   return extents(witness, "batch") == batch && number(witness, "i") == slice;
               });
    }

    IndexReader m_pointers;
    Extents m_sizes;
    std::int64_t m_last;
    const Finding* m_order;
    std::optional<std::int64_t> m_extent, m_stored;
    std::map<Place, Suspect> m_suspects;
    bool m_areTold = false;
};

bool isNear(const Reading& reading, const Finding& order,
            const std::map<PointerSuspects::Place, Suspect>& suspects)
{
    bool isEach = true;
    const bool areAll = eachPlace(reading, order, mostPlacesExplained, [&](const Witness& witness) {
        const auto batch = extents(witness, "batch");
        const auto i = number(witness, "i").value_or(-1);
        isEach = isEach && (suspects.contains({batch, i}) || suspects.contains({batch, i - 1}));
    });
    return areAll && isEach;
}

void sayAllPointers(Report& report, std::string text)
{
    Cause cause{std::move(text), {}, "compressed", {}};
    for (const std::string_view rule : {"5.3", "5.1", "5.2", "5.6", "CU-4", "CU-5"})
        if (report.find(rule) && !hasCause(report, rule))
            cause.rules.emplace_back(rule);
    addCause(report, std::move(cause));
}

// Counts and indices fall at random; a list of pointers with errors falls here and there, and its ends are right.
bool areNoPointers(const Report& report, const Member& compressed)
{
    constexpr std::int64_t share = 4; // indices in no order fall about half of the time
    const auto* steps = report.find("5.3");
    return steps && (report.find("5.1") || report.find("5.2")) &&
           saturatingMul(steps->count, share) >= numel(compressed.array.geometry).value_or(int64Max);
}

// All pointers off by the same number, say by 1.
std::optional<std::int64_t> commonShift(const Report& report)
{
    const auto* first = report.find("5.1");
    const auto* last = report.find("5.2");
    if (!first || !last || report.find("5.3") || first->witnesses.size() != last->witnesses.size())
        return std::nullopt;
    std::optional<std::int64_t> shift;
    for (std::size_t j = 0; j < first->witnesses.size(); ++j) {
        const auto here = number(first->witnesses[j], "actual");
        const auto expected = number(last->witnesses[j], "expected"),
                   actual = number(last->witnesses[j], "actual");
        if (!here || !expected || !actual || checkedSub(*actual, *expected) != here || (shift && shift != here))
            return std::nullopt;
        shift = here;
    }
    return shift;
}

// One that only 5.3 points at, not an end.
bool isInner(const Suspect& suspect)
{
    return suspect.rules.size() == 1 && suspect.rules.contains("5.3");
}

std::string pointerText(const std::string& pointers, const PointerSuspects::Place& place)
{
    auto pointer = pointers + "[";
    for (const auto batch : place.first)
        pointer += std::to_string(batch) + ", ";
    return pointer + std::to_string(place.second) + "]";
}

std::string sayPointer(const std::string& pointers, const Suspect& suspect, const PointerSuspects::Place& place)
{
    const auto pointer = pointerText(pointers, place);
    const auto [low, high, actual] = std::tuple(suspect.low, suspect.high, suspect.actual);
    if (low == high)
        return say("{0} is {1}; it should be {2}", pointer, actual, low);
    if (low < high)
        return say("{0} is {1}; it should be between {2} and {3}", pointer, actual, low, high);
    return say("{0} is {1}, out of order with its neighbours {2} and {3}", pointer, actual, low, high);
}

std::string sayPointers(const std::string& pointers, std::int64_t count, const Suspect& first,
                        const PointerSuspects::Place& place)
{
    const auto pointer = pointerText(pointers, place);
    const auto [low, high, actual] = std::tuple(first.low, first.high, first.actual);
    if (low == high)
        return say("{0#} single pointers are wrong; the first is {1}, which is {2} and should be {3}", count,
                   pointer, actual, low);
    if (low < high)
        return say("{0#} single pointers are wrong; the first is {1}, which is {2} and should be between {3} and "
                   "{4}",
                   count, pointer, actual, low, high);
    return say("{0#} single pointers are wrong; the first is {1}, which is {2}, out of order with its neighbours "
               "{3} and {4}",
               count, pointer, actual, low, high);
}

} // namespace

WrongSlots nameWrongPointers(const Reading& reading, Report& report)
{
    constexpr std::size_t mostApart = 8; // more wrong pointers are one cause
    const auto isOpen = [&](std::string_view rule) { return report.find(rule) && !hasCause(report, rule); };
    if (!isOpen("5.1") && !isOpen("5.2") && !isOpen("5.3"))
        return {};
    const auto& member = reading.tensor().member("compressed");
    if (!member.isReadable() || !member.array.dtype.isIndexLike())
        return {};
    const auto pointers = nameOf(reading.tensor(), "compressed");
    if (const auto shift = commonShift(report)) {
        Cause cause{
            say("all of {0} is off by {1}: it starts at {1}", pointers, *shift), {"5.1", "5.2"}, "compressed", 0};
        addCause(report, std::move(cause));
        return {};
    }
    const PointerSuspects suspects(reading, report, member);
    const auto* steps = report.find("5.3");
    const bool areMany = suspects.all().size() > mostApart && steps;
    if (areMany && !suspects.areTold()) {
        sayAllPointers(
            report,
            areNoPointers(report, member)
                ? say("{0} is out of order in {1#} places: it holds counts or indices rather than pointers",
                      pointers, steps->count)
                : say("{0} is out of order in {1#} places, the first: {2}", pointers, steps->count,
                      placeSentence(reading.tensor(), "5.3", steps->witnesses.front())));
        return {};
    }
    std::vector<std::string> brought; // what breaks only beside wrong pointers
    for (const std::string_view rule : {"5.6", "CU-4", "CU-5"})
        if (isOpen(rule) && isNear(reading, *report.find(rule), suspects.all()))
            brought.emplace_back(rule);
    std::int64_t inner = 0;
    for (const auto& [place, suspect] : suspects.all())
        inner += isInner(suspect) ? 1 : 0;
    WrongSlots wrong;
    bool isSaid = false; // of all inner pointers
    for (const auto& [place, suspect] : suspects.all()) {
        const auto slot = suspects.slotOf(place);
        wrong.emplace(slot, *suspect.rules.begin());
        const bool isOfMany = areMany && isInner(suspect);
        if (isOfMany && isSaid)
            continue;
        Cause cause{isOfMany ? sayPointers(pointers, inner, suspect, place) : sayPointer(pointers, suspect, place),
                    {},
                    "compressed",
                    slot};
        isSaid = isSaid || isOfMany;
        for (const std::string_view rule : {"5.1", "5.2", "5.3"})
            if (suspect.rules.contains(std::string(rule)))
                cause.rules.emplace_back(rule);
        for (const auto& rule : brought)
            if (rule == "5.6" || (suspect.rules.contains("5.3") && isOpen(rule)))
                cause.rules.push_back(rule);
        addCause(report, std::move(cause));
    }
    return wrong;
}

} // namespace tscope::compressed
