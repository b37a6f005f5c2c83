// SPDX-License-Identifier: Apache-2.0
// Wrong pointers set to where the order of entries tells that a slice ends: indices rise within a slice, so each
// entry that does not rise begins one.
#include "layouts/compressed/repair_plans.h"

#include "array/index_reader.h"
#include "base/say.h"
#include "layouts/compressed/shifted_pointers.h"
#include "layouts/compressed/slices.h"
#include "layouts/compressed/told_pointers.h"
#include "layouts/compressed/wrong_pointers.h"
#include "layouts/shared/member_rules.h"
#include "layouts/shared/mends.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace tscope::compressed {

namespace {

constexpr std::ptrdiff_t mostSetInARow = 8;   // between two pointers that stay
constexpr std::int64_t smallMember = 1 << 16; // numbers that are looked at only to offer a repair

// A pointer whose number a rule of pointers finds wrong.
bool namesPointer(const Cause& cause)
{
    return cause.member == "compressed" && cause.index && !cause.rules.empty() &&
           cause.rules.front().starts_with("5.") && !isOfToldPointers(cause);
}

Error unclearBoundary()
{
    return invalidArgument(say("more than one boundary could be meant"));
}

// The one wrong pointer, between neighbours that are right; looks at `mostEntries` of the entries at most.
Result<SlotChange> boundaryAtCause(const Reading& reading, const Report& report, std::int64_t mostEntries)
{
    const auto at = std::ranges::find_if(report.causes, [](const Cause& cause) {
        return namesPointer(cause) && !cause.rules.empty() && cause.rules[0] == "5.3";
    });
    constexpr std::int64_t mostSteps = 2; // that one pointer breaks: a slice too long, and a fall behind it
    const auto* steps = report.find("5.3");
    const auto& compressed = reading.tensor().member("compressed");
    const auto& plain = reading.tensor().member("plain");
    const auto &sizes = compressed.array.geometry.sizes, &plainSizes = plain.array.geometry.sizes;
    if (at == report.causes.end() || !steps || steps->count > mostSteps ||
        std::ranges::count_if(report.causes, namesPointer) != 1 || whyIndexUnreadable(compressed) ||
        whyIndexUnreadable(plain) || !compressed.array.isReadable() || !plain.array.isReadable() ||
        sizes.empty() || sizes.back() < 1 || sizes.size() != plainSizes.size() ||
        !std::equal(sizes.begin(), sizes.end() - 1, plainSizes.begin()))
        return notPossible();
    const auto batch = *at->index / sizes.back(), i = *at->index % sizes.back();
    if (i < 1 || i + 1 >= sizes.back())
        return notPossible();
    const IndexReader pointers(compressed.array), entries(plain.array);
    const auto low = pointers.at(*at->index - 1), high = pointers.at(*at->index + 1);
    if (low < 0 || low > high || high > plainSizes.back() || high - low > mostEntries)
        return notPossible();
    const auto first = batch * plainSizes.back();
    std::optional<std::int64_t> boundary;
    for (auto k = low + 1; k < high; ++k) {
        if (entries.at(first + k - 1) < entries.at(first + k))
            continue;
        if (boundary)
            return unclearBoundary();
        boundary = k;
    }
    if (!boundary)
        return invalidArgument(say("nothing tells where the boundary lies"));
    return SlotChange{"compressed", *at->index, *boundary};
}

// The fewest pointers of one batch that have to be set for all its slices to rise, if there is only one such
// choice. Between two pointers that stay, those that are set need as many entries that do not rise, or no entries
// at all. So the choice is a shortest path over the pointers that stay.
class FewestPointers
{
public:
    // Preconditions: the first pointer is 0 and the last one the number of entries.
    FewestPointers(std::span<const std::int64_t> pointers, std::span<const std::int64_t> entries)
        : m_pointers(pointers), m_stored(std::ssize(entries)), m_mostWrong(mostWrongPointers(std::ssize(pointers)))
    {
        for (std::size_t k = 1; k < entries.size(); ++k)
            if (entries[k - 1] >= entries[k])
                m_breaks.push_back(static_cast<std::int64_t>(k));
    }

    // The pointers with those that are wrong set; nothing where none does, or several ways do.
    std::optional<std::vector<std::int64_t>> set()
    {
        const auto count = std::ssize(m_pointers);
        m_stays.assign(m_pointers.size(), {});
        m_stays[0] = {0, 1, 0};
        for (std::ptrdiff_t i = 1; i < count; ++i)
            for (auto j = i - 1; j >= std::max<std::ptrdiff_t>(0, i - 1 - mostSetInARow); --j)
                extend(j, i);
        const auto& last = m_stays.back();
        if (last.ways != 1)
            return std::nullopt;
        std::vector<std::int64_t> out(m_pointers.begin(), m_pointers.end());
        for (auto i = count - 1; i > 0; i = at(i).before) {
            const auto first = at(i).before + 1;
            if (breaksBetween(first - 1, i) == 0) // no entries lie there
                std::fill(out.begin() + first, out.begin() + i, pointer(i));
            else
                std::copy_n(m_breaks.begin() + firstBreakBehind(pointer(first - 1)), i - first,
                            out.begin() + first);
        }
        return out;
    }

private:
    // The cheapest way to a pointer that stays as it is.
    struct Stay {
        std::ptrdiff_t cost = 0, ways = 0, before = 0; // of several ways only that they are several
    };

    const Stay& at(std::ptrdiff_t i) const { return m_stays[static_cast<std::size_t>(i)]; }
    std::int64_t pointer(std::ptrdiff_t i) const { return m_pointers[static_cast<std::size_t>(i)]; }

    std::ptrdiff_t firstBreakBehind(std::int64_t entry) const
    {
        return std::ranges::upper_bound(m_breaks, entry) - m_breaks.begin();
    }

    std::ptrdiff_t breaksBetween(std::ptrdiff_t i, std::ptrdiff_t j) const
    {
        const auto end = std::ranges::lower_bound(m_breaks, pointer(j)) - m_breaks.begin();
        return std::max<std::ptrdiff_t>(0, end - firstBreakBehind(pointer(i)));
    }

    // Pointers j and i stay, those between them are set.
    void extend(std::ptrdiff_t j, std::ptrdiff_t i)
    {
        const auto low = pointer(j), high = pointer(i);
        const auto between = i - j - 1;
        const auto cost = at(j).cost + between;
        auto& best = m_stays[static_cast<std::size_t>(i)];
        // What is dearer than a known way, or too dear, is left before the breaks are searched.
        if (at(j).ways == 0 || cost > m_mostWrong || (best.ways != 0 && cost > best.cost) || low < 0 ||
            low > high || high > m_stored)
            return;
        const auto breaks = breaksBetween(j, i);
        if (breaks > between)
            return;
        const bool isOnly = breaks == between || low == high;
        const auto ways = isOnly ? at(j).ways : 2;
        if (best.ways == 0 || cost < best.cost)
            best = {cost, ways, j};
        else if (cost == best.cost)
            best.ways = 2;
    }

    std::span<const std::int64_t> m_pointers;
    std::int64_t m_stored;
    std::ptrdiff_t m_mostWrong;
    std::vector<std::int64_t> m_breaks; // entries that begin a slice
    std::vector<Stay> m_stays;
};

// The changes in all batches. `find(pointers, entries, firstSlot, changes)` adds those of one batch, as slots of
// compressed.
template <class Find>
Result<std::vector<SlotChange>> changesInBatches(const Slices& slices, Find find)
{
    if (slices.entries != slices.stored)
        return notPossible();
    std::vector<SlotChange> changes;
    for (std::int64_t b = 0; b < slices.batches; ++b) {
        const std::span pointers(slices.pointersOf(b), static_cast<std::size_t>(slices.pointerCount));
        const std::span entries(slices.plainOf(b), static_cast<std::size_t>(slices.entries));
        if (pointers.front() != 0 || pointers.back() != slices.stored)
            return notPossible();
        if (const Result<void> found = find(pointers, entries, b * slices.pointerCount, changes); !found)
            return found.error();
    }
    if (changes.empty())
        return invalidArgument(say("nothing tells where the boundary lies"));
    return changes;
}

using IndexSpan = std::span<const std::int64_t>;

// The fewest that bring all entries into order.
Result<std::vector<SlotChange>> fewestChanges(const Slices& slices)
{
    return changesInBatches(
        slices, [](IndexSpan pointers, IndexSpan entries, std::int64_t firstSlot, auto& changes) -> Result<void> {
            const auto set = FewestPointers(pointers, entries).set();
            if (!set)
                return unclearBoundary();
            for (std::size_t i = 0; i < set->size(); ++i)
                if ((*set)[i] != pointers[i])
                    changes.push_back({"compressed", firstSlot + static_cast<std::int64_t>(i), (*set)[i]});
            return {};
        });
}

// Each wrong pointer by the entries around it, whatever is out of order elsewhere.
Result<std::vector<SlotChange>> changesAround(const Slices& slices)
{
    return changesInBatches(
        slices, [&](IndexSpan pointers, IndexSpan entries, std::int64_t firstSlot, auto& changes) -> Result<void> {
            const auto wrong = wrongPointers(pointers, entries, slices.plainExtent);
            if (!wrong)
                return unclearBoundary();
            for (const auto& run : *wrong) {
                if (!run.areCertain)
                    return unclearBoundary();
                if (run.values.empty())
                    return invalidArgument(say("nothing tells where pointer {0} lies between {1} and {2}",
                                               run.first, run.low, run.high));
                for (std::int64_t j = 0; j < run.count; ++j)
                    changes.push_back(
                        {"compressed", firstSlot + run.first + j, run.values[static_cast<std::size_t>(j)]});
            }
            return {};
        });
}

bool areInOrderWith(Slices& slices, const SlotChange& change)
{
    auto& pointer = slices.pointers[static_cast<std::size_t>(change.slot)];
    const auto before = std::exchange(pointer, change.to);
    const bool areInOrder = slices.areInOrder();
    pointer = before;
    return areInOrder;
}

bool isSmallToRestore(const Reading& reading)
{
    const auto countOf = [&](std::string_view role) {
        return numel(reading.tensor().member(role).array.geometry).value_or(int64Max);
    };
    return countOf("compressed") <= smallMember && countOf("plain") <= smallMember;
}

// Of a small tensor the fewest pointers that bring all of it into order; else, and of a large one first, the
// pointer that is the likely cause. Where neither does, each wrong pointer by what is around it.
Result<std::vector<SlotChange>> changesForFalls(const Reading& reading, const Report& report, Slices& slices)
{
    const bool isSmall = isSmallToRestore(reading);
    auto fewest = isSmall ? fewestChanges(slices) : Result<std::vector<SlotChange>>(notPossible());
    if (fewest)
        return fewest;
    if (const auto one = boundaryAtCause(reading, report, int64Max); one && areInOrderWith(slices, *one))
        return std::vector{*one};
    if (!isSmall)
        fewest = fewestChanges(slices);
    return fewest ? fewest : changesAround(slices);
}

// Beside pointers that fall others may be wrong that only the order of entries tells.
std::vector<SlotChange> changesForShifts(const Slices& slices)
{
    std::vector<SlotChange> changes;
    if (slices.entries != slices.stored)
        return changes;
    for (std::int64_t b = 0; b < slices.batches; ++b)
        for (const auto& shifted :
             shiftedPointers({slices.pointersOf(b), static_cast<std::size_t>(slices.pointerCount)},
                             {slices.plainOf(b), static_cast<std::size_t>(slices.entries)}, slices.plainExtent))
            changes.push_back({"compressed", b * slices.pointerCount + shifted.at, shifted.to});
    return changes;
}

void set(Slices& slices, const std::vector<SlotChange>& changes)
{
    for (const auto& change : changes)
        slices.pointers[static_cast<std::size_t>(change.slot)] = change.to;
}

// All that are wrong. They are set in `slices`.
Result<std::vector<SlotChange>> restored(const Reading& reading, const Report& report, Slices& slices)
{
    if (!report.find("5.3")) {
        auto told = toldPointers(reading, report);
        if (told.changes.empty())
            return unclearBoundary();
        set(slices, told.changes);
        return std::move(told.changes);
    }
    auto changes = changesForFalls(reading, report, slices);
    if (!changes)
        return changes;
    set(slices, *changes);
    const auto shifts = changesForShifts(slices);
    set(slices, shifts);
    changes->insert(changes->end(), shifts.begin(), shifts.end());
    return changes;
}

} // namespace

std::optional<SlotChange> restoredPointer(const Reading& reading, const Report& report)
{
    if (report.find("5.3") && !isSmallToRestore(reading)) {
        const auto found = boundaryAtCause(reading, report, smallMember);
        return found ? std::optional(*found) : std::nullopt;
    }
    const auto changes = restoredPointers(reading, report);
    return changes.size() == 1 ? std::optional(changes.front()) : std::nullopt;
}

std::vector<SlotChange> restoredPointers(const Reading& reading, const Report& report)
{
    auto slices = report.find("5.3") && !isSmallToRestore(reading) ? std::nullopt : slicesOf(reading);
    if (!slices)
        return {};
    auto changes = restored(reading, report, *slices);
    if (!changes)
        return {};
    std::ranges::sort(*changes, {}, &SlotChange::slot);
    return std::move(*changes);
}

Result<EditList> planRestorePointers(const Reading& reading, const Report& report)
{
    auto slices = slicesOf(reading);
    if (!slices)
        return notPossible();
    if (const auto changes = restored(reading, report, *slices); !changes)
        return changes.error();
    return withPointers(reading.tensor(), *slices);
}

// The ends are known without the entries and are set first.
bool areInnerPointersWrong(const Reading& reading, const Report& report)
{
    if (!report.find("5.3"))
        return !toldPointers(reading, report).changes.empty();
    return !isBroken(report, {"5.1", "5.2"}) && std::ranges::any_of(report.causes, namesPointer);
}

} // namespace tscope::compressed
