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

std::string endText(const Tensor& tensor, const std::string& title, const MorphEnd& end, bool saysElement)
{
    if (tensor.layout->name == "strided" && end.index)
        return say("element {0} of {1}", text(*end.index), title);
    const auto slot = nameOf(tensor, end.slot.member) + bracketsOf(tensor.member(end.slot.member), end.slot.begin);
    return end.index && saysElement ? say("element {0} in {1} of {2}", text(*end.index), slot, title)
                                    : say("{0} of {1}", slot, title);
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
    const std::string sourceTitle(areNamed ? names.source : source.layout->name);
    const std::string resultTitle(areNamed ? names.result : result.layout->name);
    const auto& member = source.member(piece.from->slot.member);
    const auto value = member.isReadable() ? member.array.at(piece.from->slot.begin).text() : std::string("?");
    const auto from = endText(source, sourceTitle, *piece.from, true);
    const auto to = endText(result, resultTitle, *piece.to, piece.from->index != piece.to->index);
    const auto way = wayTo(result, *piece.to);
    const auto why = way.empty() ? std::string() : say(": {0}", way);
    switch (piece.travel) {
    case Travel::stays:
        return say("{0} stays in the same bytes, from {1} to {2}{3}", value, from, to, why);
    case Travel::addedUp:
        return say("{0} goes from {1} to {2} and is added to what is there{3}", value, from, to, why);
    default:
        return say("{0} goes from {1} to {2}{3}", value, from, to, why);
    }
}

} // namespace tscope
