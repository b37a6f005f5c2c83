// SPDX-License-Identifier: Apache-2.0
#include "facts/place_pattern.h"

#include "base/say.h"
#include "layouts/shared/causes.h"
#include "layouts/shared/sentences.h"

#include <optional>

namespace tscope {

namespace {

// What the places of a rule are counted by.
enum class CountedBy : std::uint8_t { slices, entries, slots };

struct NumberedPlace {
    CountedBy by = CountedBy::slots;
    std::int64_t number = 0;
};

std::optional<NumberedPlace> numberedPlace(const Tensor& tensor, const Witness& witness)
{
    const bool isCompressed = tensor.layout->family == "compressed";
    if (isCompressed && extents(witness, "batch").empty())
        if (const auto i = number(witness, "i"))
            return NumberedPlace{CountedBy::slices, *i - 1}; // published rules count from 1
    if (const auto index = extents(witness, "index"); isCompressed && index.size() == 1)
        return NumberedPlace{CountedBy::entries, index.front()};
    if (const auto k = number(witness, "k"); k && tensor.layout->family == "coo")
        return NumberedPlace{CountedBy::entries, *k};
    if (witness.place && witness.place->end == witness.place->begin + 1)
        return NumberedPlace{CountedBy::slots, witness.place->begin};
    return std::nullopt;
}

// Numbers that rise by the same step; several places of one number count once.
class EvenSteps
{
public:
    bool add(const NumberedPlace& place)
    {
        if (m_count == 0) {
            m_by = place.by;
            m_first = m_last = place.number;
            m_count = 1;
            return true;
        }
        const auto step = place.number - m_last;
        if (place.by != m_by || step < 0 || (step > 0 && m_count > 1 && step != m_step))
            return false;
        if (step > 0) {
            m_step = step;
            m_last = place.number;
            ++m_count;
        }
        return true;
    }

    CountedBy by() const { return m_by; }
    std::int64_t first() const { return m_first; }
    std::int64_t last() const { return m_last; }
    std::int64_t step() const { return m_step; }
    std::int64_t count() const { return m_count; }

private:
    CountedBy m_by = CountedBy::slots;
    std::int64_t m_first = 0, m_last = 0, m_step = 0, m_count = 0;
};

std::string steppedText(const EvenSteps& steps, const std::string& one, const std::string& many)
{
    if (steps.step() == 1)
        return say("{0} {1} to {2}, all of them", many, steps.first(), steps.last());
    if (steps.step() == 2)
        return say("every second {0} from {1} to {2}", one, steps.first(), steps.last());
    return say("{0} {1} to {2} in steps of {3}", many, steps.first(), steps.last(), steps.step());
}

} // namespace

std::string placePattern(const Tensor& tensor, const Finding& finding, Places& places)
{
    constexpr std::int64_t most = 1 << 18; // each place takes about a microsecond
    if (finding.count < fewestOfPattern || finding.count > most)
        return {};
    EvenSteps steps;
    std::int64_t seen = 0;
    std::string_view member;
    places.forEach(finding, 0, [&](const Witness& witness) {
        const auto place = numberedPlace(tensor, witness);
        if (!place || !steps.add(*place))
            return false;
        if (witness.place)
            member = witness.place->member;
        ++seen;
        return true;
    });
    if (seen != finding.count || steps.count() < fewestOfPattern)
        return {};
    switch (steps.by()) {
    case CountedBy::slices:
        return steppedText(steps, statementText(tensor, "{slice}"), statementText(tensor, "{slices}"));
    case CountedBy::entries:
        return steppedText(steps, say("entry"), say("entries"));
    default:
        return say("in {0}: {1}", nameOf(tensor, member), steppedText(steps, say("slot"), say("slots")));
    }
}

} // namespace tscope
