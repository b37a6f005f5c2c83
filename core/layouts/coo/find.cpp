// SPDX-License-Identifier: Apache-2.0
#include "layouts/coo/find.h"

#include "base/say.h"
#include "base/thread_pool.h"
#include "layouts/coo/entry_loops.h"
#include "layouts/shared/known_orders.h"
#include "layouts/shared/member_rules.h"

#include <algorithm>

namespace tscope {

namespace {

int compared(const IndexRows& rows, std::int64_t entry, const Extents& wanted)
{
    for (std::size_t dim = 0; dim < wanted.size(); ++dim)
        if (const auto own = rows.at(static_cast<std::int64_t>(dim), entry); own != wanted[dim])
            return own < wanted[dim] ? -1 : 1;
    return 0;
}

EntrySearch halve(const CooReading& reading, const Extents& wanted,
                  const std::function<void(std::int64_t, int)>& onProbe)
{
    const auto rows = reading.rows();
    EntrySearch out;
    out.halved = true;
    std::int64_t lo = 0, hi = rows.columns();
    while (lo < hi) {
        const auto middle = lo + (hi - lo) / 2;
        const auto order = compared(rows, middle, wanted);
        onProbe(middle, order);
        if (order == 0) {
            out.entries.push_back(middle);
            out.count = 1;
            break;
        }
        (order < 0 ? lo : hi) = order < 0 ? middle + 1 : middle;
    }
    if (out.count == 0)
        out.behind = lo;
    return out;
}

// Where an index would be that isn't stored, if all entries before that place are lower and all behind it higher.
std::optional<std::int64_t> placeBetween(const IndexRows& rows, const Extents& wanted)
{
    constexpr std::int64_t mostLookedAt = 1 << 18;
    const auto columns = rows.columns();
    if (columns > mostLookedAt)
        return std::nullopt;
    std::int64_t lower = 0;
    for (std::int64_t k = 0; k < columns; ++k)
        if (compared(rows, k, wanted) < 0 && k != lower++)
            return std::nullopt;
    return lower;
}

// How many entries of a window may match, by their first two coordinates; exact if there are no more.
std::int64_t candidates(const IndexRows& rows, std::int64_t begin, std::int64_t end, const Extents& wanted,
                        IndexRows::Scratch& a, IndexRows::Scratch& b)
{
    if (wanted.empty())
        return end - begin;
    const auto& loops = entryLoops();
    const auto* first = rows.read(0, begin, end, a);
    if (wanted.size() == 1)
        return loops.countEqual(first, end - begin, wanted[0]);
    return loops.countEqualPair(first, rows.read(1, begin, end, b), end - begin, wanted[0], wanted[1]);
}

EntrySearch searchAll(const CooReading& reading, const Extents& wanted)
{
    constexpr auto window = CooScan::windowEntries;
    constexpr std::int64_t entriesPerPart = 1 << 17;
    const auto rows = reading.rows();
    const auto columns = rows.columns();
    if (wanted.empty()) { // every entry stands there
        EntrySearch all{{}, columns};
        constexpr std::int64_t mostWithoutPlace = 1
                                                  << 16; // no coordinate was stored for them: any number is cheap
        for (std::int64_t k = 0; k < std::min(columns, mostWithoutPlace); ++k)
            all.entries.push_back(k);
        return all;
    }
    const auto parts = std::max<std::int64_t>(1, columns / entriesPerPart);
    std::vector<EntrySearch> found(static_cast<std::size_t>(parts));
    const auto part = [&](std::int64_t number) {
        auto& out = found[static_cast<std::size_t>(number)];
        IndexRows::Scratch a, b;
        const auto last = number + 1 == parts ? columns : (number + 1) * entriesPerPart;
        for (auto begin = number * entriesPerPart; begin < last; begin += window) {
            const auto end = std::min(begin + window, last);
            if (candidates(rows, begin, end, wanted, a, b) == 0)
                continue;
            for (auto k = begin; k < end; ++k)
                if (compared(rows, k, wanted) == 0 && ++out.count <= mostEntriesFound)
                    out.entries.push_back(k);
        }
    };
    parallelFor(parts, std::ref(part));
    EntrySearch all;
    for (const auto& some : found) {
        all.count += some.count;
        const auto room = static_cast<std::size_t>(mostEntriesFound) - all.entries.size();
        all.entries.insert(all.entries.end(), some.entries.begin(),
                           some.entries.begin() +
                               static_cast<std::ptrdiff_t>(std::min(room, some.entries.size())));
    }
    if (all.count == 0)
        all.behind = placeBetween(rows, wanted);
    return all;
}

} // namespace

std::optional<std::string> whyNotSearchable(const CooReading& reading)
{
    if (reading.whyNoOrder())
        return reading.whyNoOrder();
    // Columns without a coordinate take no room: there can be any number of them.
    const auto stored = reading.values().array.storageNumel();
    if (*reading.sparseDims() == 0 && Wide(*reading.columns()) > Wide::product(stored, repetitionLimit))
        return say("indices tells of {0} entries without coordinates, out of {1} stored values",
                   *reading.columns(), stored);
    if (reading.size() && !reading.isSizeSplit())
        return say("size {0} has {1|entry|entries}, the members tell {2} sparse and {3} dense dims (COO-3.5)",
                   text(*reading.size()), reading.size()->size(), *reading.sparseDims(), reading.denseDims());
    return std::nullopt;
}

Result<std::int64_t> valueSlot(const CooReading& reading, std::int64_t entry, const Extents& dense)
{
    if (entry >= reading.nnz())
        return invalidArgument(
            say("values has {0} entries, so entry {1} has no value (COO-3.4)", reading.nnz(), entry));
    auto slot = Wide(entry);
    for (std::size_t d = 0; d < dense.size(); ++d) {
        const auto extent = reading.denseSize()[d];
        if (dense[d] >= extent)
            return invalidArgument(say("the dense part of values is {0}, so {1} is not in it (COO-3.6)",
                                       text(reading.denseSize()), text(dense)));
        slot = slot * Wide(extent) + Wide(dense[d]);
    }
    const auto known = slot.asInt64();
    if (!known || *known == int64Max) // there is a number behind each slot
        return invalidArgument(say("values has more positions than int64 can count"));
    return *known;
}

bool entriesRise(const CooReading& reading)
{
    if (!reading.tensor().claims.flag("is_coalesced").value_or(false))
        return false;
    static KnownOrders known;
    return known.rises(reading.indices().array, 0, *reading.columns(), [&]() -> std::optional<bool> {
        const auto& order = reading.scan().order();
        if (!reading.scan().isComplete())
            return std::nullopt;
        return order.unsorted + order.duplicates == 0;
    });
}

EntrySearch findEntries(const CooReading& reading, const Extents& wanted,
                        const std::function<void(std::int64_t, int)>& onProbe)
{
    if (!wanted.empty() && entriesRise(reading))
        return halve(reading, wanted, onProbe);
    return searchAll(reading, wanted);
}

} // namespace tscope
