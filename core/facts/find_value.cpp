// SPDX-License-Identifier: Apache-2.0
#include "facts/find_value.h"

#include "base/say.h"
#include "element/float8_range.h"
#include "facts/element_scan.h"
#include "facts/whereabouts.h"

#include <algorithm>
#include <cmath>
#include <complex>

namespace tscope {

namespace {

struct Query {
    const Member* only = nullptr; // null: all
    std::string_view number;
};

Result<Query> queryFrom(const Tensor& tensor, std::string_view text)
{
    const auto sign = text.find('=');
    if (sign == std::string_view::npos)
        return Query{nullptr, text};
    const auto member = memberNamed(tensor, text.substr(0, sign));
    if (!member)
        return member.error();
    return Query{*member, text.substr(sign + 1)};
}

// 500 is no 448, though that is what it becomes.
bool isCutDown(const Element& wide, const DType& type)
{
    const auto number = std::get<std::complex<double>>(wide.number()).real();
    return type.type() == ElementType::f8e4m3fn && std::fabs(number) > float8E4M3FNRange;
}

// The number in that type, unless it becomes another kind of number there: 1e10 is no infinity because float16
// ends before it, and 1e-60 no zero.
std::optional<Element> elementOf(std::string_view number, const DType& type)
{
    const auto element = parseElement(number, type);
    if (!element)
        return std::nullopt;
    const auto wide = parseElement(number, ElementType::c128);
    if (wide && (wide->isNan() != element->isNan() || wide->isInfinite() != element->isInfinite() ||
                 wide->isZero() != element->isZero() || isCutDown(*wide, type)))
        return std::nullopt;
    return *element;
}

bool isNumber(std::string_view text)
{
    return parseElement(text, ElementType::c128) || parseElement(text, ElementType::boolean);
}

// A member in which the number may be.
struct Haystack {
    const Member* member;
    ElementScan scan;
};

} // namespace

Result<FoundValue> findValue(const Tensor& tensor, std::string_view text, const std::optional<Slots>& from,
                             SearchWay way, const Watch& watch)
{
    const auto query = queryFrom(tensor, text);
    if (!query)
        return query.error();
    if (!isNumber(query->number))
        return invalidArgument(say("a number is wanted, found \"{0}\"", query->number));

    // All that is to be looked at, from the member of `from` on and round to it again. Where there is nothing to
    // start from, or nothing in that member, the search begins with the next one.
    const bool isForward = way == SearchWay::forward;
    auto order = std::vector<const Member*>();
    for (const auto& member : tensor.members)
        order.push_back(&member);
    if (!isForward)
        std::ranges::reverse(order);
    const auto isStart = [&](const Member* member) { return from && member->role->name == from->member; };
    const auto start = std::ranges::find_if(order, isStart);
    if (start != order.end())
        std::rotate(order.begin(), start, order.end());

    std::vector<Haystack> haystacks;
    for (const auto* member : order) {
        if (!member->isReadable() || (query->only != nullptr && member != query->only))
            continue;
        if (const auto wanted = elementOf(query->number, member->array.dtype))
            haystacks.push_back({member, ElementScan(member->array, *wanted, isForward)});
    }

    FoundValue out;
    // Positions as the search meets them: backward from the end.
    const auto look = [&](Haystack& haystack, std::int64_t begin, std::int64_t end) {
        const auto hit = haystack.scan.next(begin, end, watch);
        out.lookedAt += haystack.scan.takeLookedAt();
        out.isComplete = hit || !watch.isStopped();
        if (hit)
            out.slot = Slots{haystack.member->role->name, *hit, *hit + 1};
        return hit || !out.isComplete;
    };
    std::int64_t begun = 0; // of the first one, left for the end
    for (auto& haystack : haystacks) {
        const auto count = haystack.scan.numel();
        std::int64_t begin = 0;
        if (isStart(haystack.member)) {
            begin = isForward ? std::clamp<std::int64_t>(from->begin, -1, count - 1) + 1
                              : count - std::clamp<std::int64_t>(from->begin, 0, count);
            begun = begin;
        }
        if (look(haystack, begin, count))
            return out;
    }
    if (begun > 0)
        look(haystacks.front(), 0, begun);
    return out;
}

} // namespace tscope
