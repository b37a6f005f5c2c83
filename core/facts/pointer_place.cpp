// SPDX-License-Identifier: Apache-2.0
#include "facts/pointer_place.h"

#include "anatomy/layout.h"
#include "anatomy/phrases.h"
#include "anatomy/reading.h"
#include "base/say.h"

#include <algorithm>

namespace tscope {

namespace {

// How many slots of the member say where one slice lies: two where the next slot ends it. 0: none does.
std::int64_t slotsOfSpan(const Tensor& tensor, std::string_view role)
{
    std::int64_t slots = 0;
    for (const auto& member : tensor.members)
        if (slots == 0 && member.role->name != role)
            tensor.layout->spansOver(tensor, member.role->name, 0, numel(member.array.geometry).value_or(0),
                                     [&](const Span& span) {
                                         if (span.from.member == role)
                                             slots = span.from.end - span.from.begin;
                                         return false;
                                     });
    return slots;
}

// "row", "block column", "component"
std::string sliceWord(const Tensor& tensor)
{
    if (tensor.layout->read(tensor, {})->hasComponents())
        return say("component");
    const auto* phrases = tensor.layout->phrases;
    const auto word = phrases != nullptr ? phrases->term(tensor, nullptr, "slice") : std::nullopt;
    return word.value_or(say("slice"));
}

} // namespace

std::optional<PointerPlace> pointerPlace(const Tensor& tensor, const Slots& slot)
{
    const auto* member = tensor.find(slot.member);
    const bool isWhole = std::ranges::all_of(tensor.layout->roles, [&](const RoleSpec& role) {
        return !role.required || tensor.find(role.name) != nullptr;
    });
    if (tensor.layout->spansOver == nullptr || !isWhole || member == nullptr || slot.begin < 0 ||
        slot.end != slot.begin + 1 || member->role->kind == RoleKind::values ||
        member->array.geometry.sizes.empty())
        return {};
    const auto perLine = member->array.geometry.sizes.back();
    const auto each = perLine > 0 ? slotsOfSpan(tensor, member->role->name) : 0;
    if (each == 0)
        return {};
    const auto at = slot.begin % perLine;
    const bool areShared = each > 1; // the end of one is the beginning of the next
    PointerPlace place;
    if (!areShared || at + 1 < perLine)
        place.begins = at;
    // Where slices may have lengths of their own, these end them.
    const bool haveLengths = std::ranges::any_of(tensor.layout->roles, [&](const RoleSpec& role) {
        const auto* other = role.required || role.kind == RoleKind::values ? nullptr : tensor.find(role.name);
        return other != nullptr && other != member && numel(other->array.geometry) == perLine - 1;
    });
    if (areShared && at > 0 && !haveLengths)
        place.ends = at - 1;
    return place;
}

std::string pointerText(const Tensor& tensor, const Slots& slot)
{
    const auto place = pointerPlace(tensor, slot);
    if (!place || (!place->begins && !place->ends))
        return {};
    const auto slice = sliceWord(tensor);
    if (!place->ends)
        return say("begins {0} {1}", slice, *place->begins);
    if (!place->begins)
        return say("ends {0} {1}", slice, *place->ends);
    return say("begins {0} {1} and ends {0} {2}", slice, *place->begins, *place->ends);
}

} // namespace tscope
