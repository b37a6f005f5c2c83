// SPDX-License-Identifier: Apache-2.0
#include "facts/diff_list.h"

#include "array/element_reader.h"
#include "base/say.h"
#include "facts/diff_elements.h"
#include "facts/diff_members.h"
#include "facts/logical_shape.h"
#include "layouts/shared/sentences.h"
#include "tensor/member_name.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

namespace tscope {

namespace {

using Kind = DifferenceGroup::Kind;

Result<std::vector<DifferentPlace>> elementsOf(const Tensor& a, const Tensor& b, DifferencePage page,
                                               const Watch& watch, const DiffOptions& options)
{
    auto valuesA = StoredValues::of(a), valuesB = StoredValues::of(b);
    if (!valuesA || !valuesB)
        return (valuesA ? valuesB : valuesA).error();
    const auto stored = std::max(storedIn(valuesA->member().array), storedIn(valuesB->member().array));
    ComparedSide sideA{a, std::move(*valuesA), stored}, sideB{b, std::move(*valuesB), stored};
    const auto found = diffElements(sideA, sideB, watch, options, &page);
    if (!found)
        return found.error();
    return std::move(page.places());
}

Result<std::vector<DifferentPlace>> slotsOf(const Tensor& a, const Tensor& b, std::size_t member,
                                            std::int64_t skip, std::int64_t most, const Watch& watch)
{
    std::vector<DifferentPlace> places;
    const auto &left = a.members[member].array, &right = b.members[member].array;
    forEachOtherSlot(left, right, watch, [&](std::int64_t slot) {
        if (skip-- > 0)
            return true;
        places.push_back({"bytes", {static_cast<std::int64_t>(member), slot}, left.at(slot), right.at(slot)});
        return std::ssize(places) < most;
    });
    if (watch.isStopped())
        return comparisonStopped();
    return places;
}

// Slots that say where entries begin: the pointers of compressed layouts, and tables of components.
bool movesEntries(const DifferenceGroup& group, const Tensor& a)
{
    if (group.kind != Kind::member)
        return false;
    const auto& role = *a.members[group.member].role;
    return role.kind == RoleKind::table || role.name == "compressed";
}

// A real number with so many digits, as %g has it.
std::string withDigits(ExactReal number, int digits)
{
    char out[64];
    return {
        out,
        std::to_chars(out, std::end(out), static_cast<double>(number), std::chars_format::general, digits).ptr};
}

// Both elements as text. Numbers of two types may be written alike and differ all the same: with as many digits as
// tell them apart.
std::pair<std::string, std::string> elementTexts(const Element& a, const Element& b)
{
    constexpr int mostDigits = 17; // of a double
    std::pair texts(a.text(), b.text());
    if (texts.first != texts.second || !a.isReadable() || !b.isReadable())
        return texts;
    const auto x = exactOf(a.number()), y = exactOf(b.number());
    if (x.imag() != 0 || y.imag() != 0 || isSameReal(x.real(), y.real()))
        return texts;
    for (int digits = 1; digits <= mostDigits && texts.first == texts.second; ++digits)
        texts = {withDigits(x.real(), digits), withDigits(y.real(), digits)};
    return texts;
}

// "-0.607 (sum of 2 entries)"
std::string sideText(const std::optional<Element>& element, const std::string& text, std::int64_t entries)
{
    if (!element)
        return say("not stored");
    return entries > 1 ? say("{0} (sum of {1|entry|entries})", text, entries) : text;
}

} // namespace

std::vector<DifferenceGroup> differenceGroups(const Difference& difference, const Tensor& a, const Tensor& b,
                                              const Watch& watch)
{
    std::vector<DifferenceGroup> groups;
    const auto add = [&](Kind kind, std::int64_t count, std::size_t member = 0) {
        if (count > 0)
            groups.push_back({kind, member, count});
    };
    add(Kind::changed, difference.byMore());
    add(Kind::close, difference.close);
    add(Kind::onlyA, difference.onlyA);
    add(Kind::onlyB, difference.onlyB);
    add(Kind::rounded, difference.rounded); // last: it may be all of them
    if (difference.bytes || a.layout != b.layout || a.members.size() != b.members.size())
        return groups;
    for (std::size_t m = 0; m < a.members.size() && !watch.isStopped(); ++m)
        if (haveComparableSlots(a.members[m], b.members[m])) {
            std::int64_t count = 0;
            forEachOtherSlot(a.members[m].array, b.members[m].array, watch, [&](std::int64_t) {
                ++count;
                return true;
            });
            add(Kind::member, count, m);
        }
    std::ranges::stable_partition(groups, [&](const DifferenceGroup& group) { return movesEntries(group, a); });
    return groups;
}

Result<std::vector<DifferentPlace>> differencesOf(const Tensor& a, const Tensor& b, const DifferenceGroup& group,
                                                  std::int64_t skip, std::int64_t most, const Watch& watch,
                                                  const DiffOptions& options)
{
    if (group.kind == Kind::member)
        return slotsOf(a, b, group.member, skip, most, watch);
    const DifferencePage page(group.kind == Kind::changed   ? ElementDifference::changed
                              : group.kind == Kind::close   ? ElementDifference::close
                              : group.kind == Kind::rounded ? ElementDifference::rounded
                              : group.kind == Kind::onlyA   ? ElementDifference::onlyA
                                                            : ElementDifference::onlyB,
                              skip, most);
    const auto integersA = withBytesAsIntegers(a, a.declaredDType()),
               integersB = withBytesAsIntegers(b, a.declaredDType());
    if (!integersA || !integersB)
        return elementsOf(a, b, page, watch, options);
    auto places = elementsOf(*integersA, *integersB, page, watch, {.maxBytes = options.maxBytes});
    if (places)
        for (auto& place : *places)
            place.a = place.b = std::nullopt;
    return places;
}

std::string explanationOf(const std::vector<DifferenceGroup>& groups, const Difference& difference,
                          const Tensor& a, const Tensor& b)
{
    if (!difference.size || a.layout != b.layout || !std::ranges::equal(a.members, b.members, haveComparableSlots))
        return {};
    std::vector<const DifferenceGroup*> slots;
    for (const auto& group : groups)
        if (group.kind == Kind::member)
            slots.push_back(&group);
    if (slots.size() != 1 || !movesEntries(*slots.front(), a) || slots.front()->count >= difference.differ)
        return {};
    return say("{0|slot differs|slots differ} in {1}; {2|value is|values are} therefore elsewhere",
               slots.front()->count, nameOf(a, a.members[slots.front()->member].role->name), difference.differ);
}

std::string_view idOf(Kind kind)
{
    switch (kind) {
    case Kind::changed:
        return "changed";
    case Kind::close:
        return "close";
    case Kind::rounded:
        return "rounded";
    case Kind::onlyA:
        return "only_a";
    case Kind::onlyB:
        return "only_b";
    case Kind::member:
        break;
    }
    return "member";
}

std::string titleOf(const DifferenceGroup& group, const Tensor& a)
{
    switch (group.kind) {
    case Kind::changed:
        return say("stored in both, with different values");
    case Kind::close:
        return say("stored in both, with close values");
    case Kind::rounded:
        return say("stored in both, the same but for rounding");
    case Kind::onlyA:
        return say("stored only in the first");
    case Kind::onlyB:
        return say("stored only in the second");
    case Kind::member:
        break;
    }
    return say("slots of {0}", nameOf(a, a.members[group.member].role->name));
}

std::string textOf(const DifferentPlace& place, const Tensor& tensor)
{
    std::string out = text(place.at);
    if (place.level == "bytes")
        out = slotsText(tensor, tensor.members[static_cast<std::size_t>(place.at[0])].role->name, place.at[1],
                        place.at[1] + 1);
    if (!place.a && !place.b)
        return out;
    auto [a, b] = place.a && place.b ? elementTexts(*place.a, *place.b)
                                     : std::pair(place.a ? place.a->text() : "", place.b ? place.b->text() : "");
    return say("{0}: {1} against {2}", out, sideText(place.a, a, place.entriesA),
               sideText(place.b, b, place.entriesB));
}

std::optional<Place> placeIn(const Tensor& tensor, const DifferentPlace& place)
{
    if (place.level == "bytes")
        return Slots{tensor.members[static_cast<std::size_t>(place.at[0])].role->name, place.at[1],
                     place.at[1] + 1};
    // An index of more dims than the tensor has is none of its own.
    const auto shape = logicalShape(tensor);
    return shape && shape->extents.size() == place.at.size() ? std::optional<Place>(ElementPlace{place.at})
                                                             : std::nullopt;
}

} // namespace tscope
