// SPDX-License-Identifier: Apache-2.0
#include "layouts/coo/find.h"

#include "base/thread_pool.h"
#include "layouts/coo/entry_loops.h"
#include "layouts/shared/known_orders.h"

#include <algorithm>

namespace tscope {

namespace {

bool entriesRise(const CooReading& reading)
{
    static KnownOrders known;
    return known.rises(reading.indices().array, 0, *reading.columns(), [&]() -> std::optional<bool> {
        const auto& order = reading.scan().order();
        if (!reading.scan().isComplete())
            return std::nullopt;
        return order.unsorted + order.duplicates == 0;
    });
}

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
    return out;
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
    return all;
}

} // namespace

EntrySearch findEntries(const CooReading& reading, const Extents& wanted,
                        const std::function<void(std::int64_t, int)>& onProbe)
{
    const bool claimed = reading.tensor().claims.flag("is_coalesced").value_or(false);
    if (claimed && !wanted.empty() && entriesRise(reading))
        return halve(reading, wanted, onProbe);
    return searchAll(reading, wanted);
}

} // namespace tscope
