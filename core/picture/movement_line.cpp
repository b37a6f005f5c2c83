// SPDX-License-Identifier: Apache-2.0
#include "picture/movement_line.h"

#include "anatomy/layout.h"
#include "base/say.h"
#include "dispatch/call.h"
#include "layouts/shared/sentences.h"

#include <algorithm>

namespace tscope {

namespace {

// "[2, 0, 1]" of a row-major slot.
std::string bracketsOf(const Member& member, std::int64_t slot)
{
    const auto& sizes = member.array.geometry.sizes;
    std::string position;
    for (auto dim = sizes.rbegin(); dim != sizes.rend(); slot /= std::max<std::int64_t>(*dim, 1), ++dim)
        position.insert(0,
                        std::to_string(slot % std::max<std::int64_t>(*dim, 1)) + (position.empty() ? "" : ", "));
    return "[" + position + "]";
}

// The title may be empty: then both tensors are told apart by their slots.
std::string endText(const Tensor& tensor, const std::string& title, const MorphEnd& end, bool saysElement)
{
    if (tensor.layout->name == "strided" && end.index)
        return say("element {0} of {1}", text(*end.index), title.empty() ? std::string("strided") : title);
    auto slot = nameOf(tensor, end.slot.member) + bracketsOf(tensor.member(end.slot.member), end.slot.begin);
    if (!title.empty())
        slot = say("{0} of {1}", slot, title);
    return end.index && saysElement ? say("element {0} in {1}", text(*end.index), slot) : slot;
}

// The read path without its search and without its last step where that only names the value.
std::string wayTo(const Tensor& tensor, const MorphEnd& end)
{
    if (!end.index)
        return {};
    auto path = tensor.layout->locate(tensor, *end.index);
    if (!path)
        return {};
    auto& steps = path->steps;
    const auto values = valuesMember(tensor).role->name;
    constexpr std::size_t most = 2;
    if (steps.size() > most && steps.back().slots && steps.back().slots->member == values)
        steps.pop_back();
    if (steps.empty())
        return {};
    const auto first = std::ranges::find_if(steps, [](const Step& step) { return step.slots.has_value(); });
    const auto& last = steps.back();
    if (first == steps.end() || &*first == &last || (last.slots && first->slots->member == last.slots->member))
        return last.text;
    return first->text + "; " + last.text;
}

} // namespace

std::string movementLine(const Tensor& source, const Tensor& result, const MorphPiece& piece,
                         const MorphNames& names)
{
    const bool areNamed = source.layout == result.layout && names.source != names.result &&
                          !names.source.empty() && !names.result.empty();
    const auto& member = source.member(piece.from->slot.member);
    const auto value = member.isReadable() ? member.array.at(piece.from->slot.begin).text() : std::string("?");
    const bool isSameElement = piece.from->index == piece.to->index;
    const bool saysElement = piece.from->index && isSameElement && source.layout->name != "strided";
    const auto number = !piece.isValue ? say("the number {0}", value)
                        : saysElement  ? say("the value {0} of element {1}", value, text(*piece.from->index))
                                       : say("the value {0}", value);
    const auto from = endText(source, areNamed ? names.source : std::string(), *piece.from, !isSameElement);
    const auto to = endText(result, areNamed ? names.result : std::string(), *piece.to, !isSameElement);
    const auto line =
        piece.travel == Travel::stays && from == to ? say("{0} stays in the same bytes, in {1}.", number, from)
        : piece.travel == Travel::stays ? say("{0} stays in the same bytes: {1} becomes {2}.", number, from, to)
        : piece.travel == Travel::addedUp
            ? say("{0} goes from {1} to {2} and is added to the value there.", number, from, to)
            : say("{0} goes from {1} to {2}.", number, from, to);
    const auto way = wayTo(result, *piece.to);
    return way.empty() ? line : line + say(" Read path: {0}.", way);
}

} // namespace tscope
