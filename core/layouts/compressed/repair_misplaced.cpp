// SPDX-License-Identifier: Apache-2.0
// One place where the indices of a slice do not rise: a wrong number, one that is there twice, or two that changed
// places.
#include "layouts/compressed/repair_plans.h"

#include "array/index_reader.h"
#include "base/say.h"
#include "layouts/compressed/reading.h"
#include "layouts/compressed/slices.h"
#include "layouts/compressed/told_pointers.h"
#include "layouts/shared/causes.h"
#include "layouts/shared/sentences.h"
#include "tensor/member_name.h"

#include <utility>

namespace tscope::compressed {

namespace {

struct OrderBreak {
    IndexReader entries;
    std::int64_t k = 0;              // the entry that does not rise
    std::int64_t begin = 0, end = 0; // of its slice
    std::int64_t extent = 0;
    bool isRepeated = false; // k has the index of the entry before it

    // The numbers beside an entry of the slice; where there is none, the ends of the range.
    std::int64_t before(std::int64_t slot) const { return slot == begin ? -1 : entries.at(slot - 1); }
    std::int64_t behind(std::int64_t slot) const { return slot + 1 == end ? extent : entries.at(slot + 1); }
};

// Nothing where more is wrong than one place, where pointers are likelier to be, and of batches.
std::optional<OrderBreak> onlyOrderBreak(const Reading& reading, const Report& report)
{
    const auto* order = report.find("5.6");
    const auto &compressed = reading.tensor().member("compressed"), &plain = reading.tensor().member("plain");
    const auto extent = compressedReading(reading).plainExtent();
    if (!order || order->count != 1 || order->witnesses.empty() || isBroken(report, {"5.4", "5.5"}) ||
        !arePointersFine(reading, report) || !extent || compressed.array.geometry.rank() != 1 ||
        plain.array.geometry.rank() != 1 || !compressed.isReadable() || !plain.isReadable() ||
        !compressed.array.dtype.isIndexLike() || !plain.array.dtype.isIndexLike())
        return std::nullopt;
    const auto& witness = order->witnesses[0];
    const auto i = number(witness, "i").value_or(0), k = number(witness, "k").value_or(0);
    if (i < 1 || i >= compressed.array.geometry.sizes[0])
        return std::nullopt;
    const IndexReader pointers(compressed.array);
    const auto begin = pointers.at(i - 1), end = pointers.at(i);
    if (k <= begin || k >= end || end > plain.array.geometry.sizes[0] || toldPointers(reading, report).areLikely)
        return std::nullopt;
    return OrderBreak{IndexReader(plain.array), k, begin, end, *extent, word(witness, "kind") == "duplicate"};
}

struct Misplaced {
    SlotChange change;
    std::int64_t possible = 0; // numbers between its neighbours
};

// The entry set to the nearest number that its neighbours allow.
std::optional<Misplaced> misplacedAt(const OrderBreak& order, std::int64_t slot)
{
    const auto low = order.before(slot), high = order.behind(slot);
    if (high - low < 2)
        return std::nullopt;
    const auto to = order.entries.at(slot) >= high ? high - 1 : low + 1;
    return Misplaced{{"plain", slot, to}, high - low - 1};
}

// Nothing where either of the two indices at the break could be the wrong one.
std::optional<Misplaced> misplacedOf(const Reading& reading, const Report& report)
{
    const auto order = onlyOrderBreak(reading, report);
    if (!order || order->isRepeated)
        return std::nullopt;
    auto first = misplacedAt(*order, order->k - 1), second = misplacedAt(*order, order->k);
    if (first && second)
        return std::nullopt;
    return first ? first : second;
}

// Of two entries with the same index the second, where its neighbours leave room.
std::optional<Misplaced> repeatedOf(const Reading& reading, const Report& report)
{
    const auto order = onlyOrderBreak(reading, report);
    if (!order || !order->isRepeated)
        return std::nullopt;
    const auto second = misplacedAt(*order, order->k);
    return second ? second : misplacedAt(*order, order->k - 1);
}

std::string reasonOf(const std::optional<Misplaced>& found)
{
    if (!found)
        return {};
    return found->possible == 1
               ? say("the only number between its neighbours")
               : say("one of {0#} numbers between its neighbours; which of them is not known", found->possible);
}

std::optional<SlotChange> changeOf(const std::optional<Misplaced>& found)
{
    return found ? std::optional(found->change) : std::nullopt;
}

Result<EditList> withPlainOf(const Reading& reading, const Slices& slices)
{
    const auto& member = reading.tensor().member("plain");
    auto array = integerArray(member.array.geometry.sizes, slices.plain, member.array);
    if (!array)
        return notPossible();
    return EditList{{ReplaceArray{"plain", std::move(*array)}}};
}

Result<EditList> planSet(const Reading& reading, const std::optional<Misplaced>& found)
{
    auto slices = found ? slicesOf(reading) : std::nullopt;
    if (!slices)
        return notPossible();
    slices->plain[static_cast<std::size_t>(found->change.slot)] = found->change.to;
    return withPlainOf(reading, *slices);
}

// The second of two neighbouring entries whose slice rises once they change places.
std::optional<std::int64_t> swappedEntry(const Reading& reading, const Report& report)
{
    const auto order = onlyOrderBreak(reading, report);
    if (!order || order->isRepeated)
        return std::nullopt;
    const auto k = order->k;
    const bool rises = order->before(k - 1) < order->entries.at(k) && order->entries.at(k - 1) < order->behind(k);
    return rises ? std::optional(k) : std::nullopt;
}

} // namespace

bool hasMisplacedIndex(const Reading& reading, const Report& report)
{
    return misplacedOf(reading, report).has_value();
}

std::optional<SlotChange> misplacedIndex(const Reading& reading, const Report& report)
{
    return changeOf(misplacedOf(reading, report));
}

std::string misplacedReason(const Reading& reading, const Report& report)
{
    return reasonOf(misplacedOf(reading, report));
}

Result<EditList> planSetMisplaced(const Reading& reading, const Report& report)
{
    return planSet(reading, misplacedOf(reading, report));
}

bool hasRepeatedIndex(const Reading& reading, const Report& report)
{
    return repeatedOf(reading, report).has_value();
}

std::optional<SlotChange> repeatedIndex(const Reading& reading, const Report& report)
{
    return changeOf(repeatedOf(reading, report));
}

std::string repeatedReason(const Reading& reading, const Report& report)
{
    return reasonOf(repeatedOf(reading, report));
}

Result<EditList> planSetRepeated(const Reading& reading, const Report& report)
{
    return planSet(reading, repeatedOf(reading, report));
}

bool areIndicesSwapped(const Reading& reading, const Report& report)
{
    return swappedEntry(reading, report).has_value();
}

std::string swapTitle(const Reading& reading, const Report& report)
{
    const auto k = swappedEntry(reading, report);
    if (!k)
        return {};
    const auto name = nameOf(reading.tensor(), "plain");
    return say("swap only {0} and {1}; their values stay", name + subscript({*k - 1}), name + subscript({*k}));
}

Result<EditList> planSwapIndices(const Reading& reading, const Report& report)
{
    const auto k = swappedEntry(reading, report);
    auto slices = k ? slicesOf(reading) : std::nullopt;
    if (!slices)
        return notPossible();
    const auto second = static_cast<std::size_t>(*k);
    std::swap(slices->plain[second - 1], slices->plain[second]);
    return withPlainOf(reading, *slices);
}

} // namespace tscope::compressed
