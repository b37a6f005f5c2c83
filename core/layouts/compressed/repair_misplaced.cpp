// SPDX-License-Identifier: Apache-2.0
// One index that breaks the order of its slice, set to a number between its neighbours.
#include "layouts/compressed/repair_plans.h"

#include "array/index_reader.h"
#include "base/say.h"
#include "layouts/compressed/reading.h"
#include "layouts/compressed/slices.h"
#include "layouts/compressed/told_pointers.h"
#include "layouts/shared/causes.h"

namespace tscope::compressed {

namespace {

struct Misplaced {
    SlotChange change;
    std::int64_t possible = 0; // numbers between its neighbours
};

// Nothing where more is wrong than one index, where pointers are likelier to be, and where either of the two
// indices at the break could be the wrong one.
std::optional<Misplaced> misplacedOf(const Reading& reading, const Report& report)
{
    const auto* order = report.find("5.6");
    const auto &compressed = reading.tensor().member("compressed"), &plain = reading.tensor().member("plain");
    const auto extent = compressedReading(reading).plainExtent();
    if (!order || order->count != 1 || order->witnesses.empty() ||
        word(order->witnesses[0], "kind") != "unsorted" || isBroken(report, {"5.4", "5.5"}) ||
        !arePointersFine(reading, report) || !extent || compressed.array.geometry.rank() != 1 ||
        plain.array.geometry.rank() != 1 || !compressed.isReadable() || !plain.isReadable() ||
        !compressed.array.dtype.isIndexLike() || !plain.array.dtype.isIndexLike())
        return std::nullopt;
    const auto i = number(order->witnesses[0], "i").value_or(0), k = number(order->witnesses[0], "k").value_or(0);
    if (i < 1 || i >= compressed.array.geometry.sizes[0])
        return std::nullopt;
    const IndexReader pointers(compressed.array), entries(plain.array);
    const auto begin = pointers.at(i - 1), end = pointers.at(i);
    if (k <= begin || k >= end || end > plain.array.geometry.sizes[0] || toldPointers(reading, report).areLikely)
        return std::nullopt;
    std::optional<Misplaced> found;
    for (const auto slot : {k - 1, k}) {
        const auto low = slot == begin ? -1 : entries.at(slot - 1);
        const auto high = slot + 1 == end ? *extent : entries.at(slot + 1);
        if (high - low < 2)
            continue;
        if (found)
            return std::nullopt;
        const auto to = entries.at(slot) >= high ? high - 1 : low + 1;
        found = Misplaced{{"plain", slot, to}, high - low - 1};
    }
    return found;
}

} // namespace

bool hasMisplacedIndex(const Reading& reading, const Report& report)
{
    return misplacedOf(reading, report).has_value();
}

std::optional<SlotChange> misplacedIndex(const Reading& reading, const Report& report)
{
    const auto found = misplacedOf(reading, report);
    return found ? std::optional(found->change) : std::nullopt;
}

std::string misplacedReason(const Reading& reading, const Report& report)
{
    const auto found = misplacedOf(reading, report);
    if (!found)
        return {};
    return found->possible == 1
               ? say("the only number between its neighbours")
               : say("one of {0#} numbers between its neighbours; which of them is not known", found->possible);
}

Result<EditList> planSetMisplaced(const Reading& reading, const Report& report)
{
    const auto found = misplacedOf(reading, report);
    auto slices = found ? slicesOf(reading) : std::nullopt;
    if (!slices)
        return notPossible();
    slices->plain[static_cast<std::size_t>(found->change.slot)] = found->change.to;
    const auto& member = reading.tensor().member("plain");
    auto array = integerArray(member.array.geometry.sizes, slices->plain, member.array);
    if (!array)
        return notPossible();
    return EditList{{ReplaceArray{"plain", std::move(*array)}}};
}

} // namespace tscope::compressed
