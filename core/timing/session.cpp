// SPDX-License-Identifier: Apache-2.0
#include "timing/session.h"

#include "base/checked_math.h"
#include "element/dtype.h"
#include "timing/timed_device.h"

#include <algorithm>
#include <span>

namespace tscope::timing {

std::string text(const Variant& variant)
{
    if (variant.isPadded)
        return "padded";
    if (variant.layout != "bsr" && variant.layout != "bsc")
        return variant.layout;
    return variant.layout + ' ' + std::to_string(variant.block[0]) + 'x' + std::to_string(variant.block[1]);
}

std::vector<Median> Figure::roundMedians() const
{
    std::vector<Median> medians;
    std::size_t first = 0;
    for (const auto count : rounds) {
        if (count == 0 || count > samples.size() - first)
            continue;
        medians.push_back(medianOf(std::span(samples).subspan(first, count)));
        first += count;
    }
    return medians;
}

Median Figure::median() const
{
    const auto medians = roundMedians();
    if (medians.empty())
        return medianOf(samples);
    std::vector<double> values;
    for (const auto& round : medians)
        values.push_back(round.value);
    // A loud round has more samples than quiet ones, and no more to say. One round's interval alone would leave
    // out what differs from round to round.
    return {medianOf(values).value, std::ranges::min(medians, {}, &Median::low).low,
            std::ranges::max(medians, {}, &Median::high).high};
}

std::string_view name(Status status)
{
    switch (status) {
    case Status::ok:
        return "ok";
    case Status::failed:
        return "failed";
    case Status::unsupported:
        return "unsupported";
    case Status::cancelled:
        return "cancelled";
    }
    return "failed";
}

std::string_view name(Word word)
{
    switch (word) {
    case Word::faster:
        return "faster";
    case Word::slower:
        return "slower";
    case Word::same:
        return "same";
    case Word::undecided:
        return "undecided";
    }
    return "undecided";
}

std::int64_t FootprintRow::bytes() const
{
    std::int64_t sum = 0;
    for (const auto& member : members)
        sum = saturatingAdd(sum, member.bytes);
    return sum;
}

std::int64_t FootprintRow::elements() const
{
    const auto values = std::ranges::find_if(
        members, [](const Member& member) { return member.role == "values" || member.role == "buffer"; });
    const auto itemSize = DType::parse(variant.dtype).itemSize();
    return values == members.end() || itemSize <= 0 ? 0 : values->bytes / itemSize;
}

double FootprintRow::fillShare() const
{
    return fill > 0 && fill <= elements() ? static_cast<double>(fill) / static_cast<double>(elements()) : 0;
}

const Limits* Session::limitsOf(std::string_view device) const
{
    const auto found = std::ranges::find(limits, device, &Limits::device);
    return found == limits.end() ? nullptr : &*found;
}

const Limits* Session::processorLimits() const
{
    const Limits* out = nullptr;
    int most = -1;
    for (const auto& each : limits) {
        const auto threads = threadsOf(each.device, machine.threads);
        if (isProcessor(each.device) && threads > most) {
            out = &each;
            most = threads;
        }
    }
    return out;
}

} // namespace tscope::timing
