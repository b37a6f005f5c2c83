// SPDX-License-Identifier: Apache-2.0
#include "anatomy/report.h"
#include "array/geometry.h"
#include "base/say.h"
#include "layouts/nested/advice.h"
#include "layouts/nested/nested_reading.h"
#include "layouts/shared/causes.h"

namespace tscope {

namespace {

const NestedReading& nested(const Reading& reading)
{
    return static_cast<const NestedReading&>(reading);
}

// Where a component stands among its neighbours if they are packed one behind the other, as they are made.
class Packing
{
public:
    explicit Packing(const NestedReading& reading) : m_reading(reading) {}

    // The entry that alone would put component t into the wrong place; nothing when none can be told.
    std::optional<Slots> wrongEntry(std::int64_t t) const
    {
        const bool begins = beginsAtEnd(t), ends = endsAtNext(t);
        if (!begins && (!ends || t == 0))
            return Slots{"storage_offsets", t, t + 1};
        // What begins too late or too early and yet ends right follows one that has the wrong extent.
        return begins ? wrongExtent(t, ends) : wrongExtent(t - 1, false);
    }

    std::optional<Slots> firstWrongEntry() const
    {
        for (std::int64_t t = 0; t < m_reading.components(); ++t)
            if (!beginsAtEnd(t) || !endsAtNext(t))
                return wrongEntry(t);
        return std::nullopt;
    }

private:
    // Where t would end if its rows are packed too.
    Wide endOf(std::int64_t t) const
    {
        Wide count = 1;
        for (std::int64_t d = 0; d < m_reading.rank(); ++d)
            count = count * Wide(m_reading.size(t, d));
        return Wide(m_reading.offset(t)) + count;
    }
    bool beginsAtEnd(std::int64_t t) const
    {
        return (t == 0 ? Wide(0) : endOf(t - 1)) == Wide(m_reading.offset(t));
    }
    bool endsAtNext(std::int64_t t) const
    {
        const bool isLast = t + 1 == m_reading.components();
        return endOf(t) == Wide(isLast ? m_reading.storageNumel() : m_reading.offset(t + 1));
    }

    // The size that is wrong, or a stride where the sizes are `known` to be right.
    std::optional<Slots> wrongExtent(std::int64_t t, bool known) const
    {
        const auto slot = [&](std::string_view table, std::int64_t d) {
            const auto at = t * m_reading.rank() + d;
            return Slots{table, at, at + 1};
        };
        Wide expected = 1;
        for (auto d = m_reading.rank() - 1; d >= 0; --d) {
            const auto stride = m_reading.stride(t, d);
            if (known && Wide(stride) != expected)
                return slot("nested_strides", d);
            if (!known && d > 0 && Wide(m_reading.stride(t, d - 1)) != Wide::product(stride, m_reading.size(t, d)))
                return slot("nested_sizes", d);
            expected = expected * Wide(m_reading.size(t, d));
        }
        // The last one may as well be right and the buffer too long or too short.
        const bool isOpen = known || m_reading.rank() < 1 || t + 1 == m_reading.components();
        return isOpen ? std::nullopt : std::optional(slot("nested_sizes", 0));
    }

    const NestedReading& m_reading;
};

std::optional<Slots> placeOf(const Reading& reading, const Finding& finding)
{
    const Packing packing(nested(reading));
    if (finding.rule == "NST-4.5")
        return packing.firstWrongEntry();
    const auto t = finding.witnesses.empty() ? std::nullopt : number(finding.witnesses.front(), "tensor");
    return t ? packing.wrongEntry(*t) : std::nullopt;
}

std::string sayPlace(const Reading& reading, const Report&, const Finding& finding)
{
    const auto& r = nested(reading);
    const auto place = placeOf(reading, finding);
    const auto found = firstPlace(reading, finding);
    if (!place)
        return found;
    const bool isOffset = place->member == "storage_offsets";
    const auto rank = isOffset ? 1 : r.rank();
    const auto t = place->begin / rank, d = place->begin % rank;
    const auto actual = isOffset ? r.offset(t) : place->member == "nested_sizes" ? r.size(t, d) : r.stride(t, d);
    const auto entry =
        std::string(place->member) + "[" + std::to_string(t) + (isOffset ? "" : ", " + std::to_string(d)) + "]";
    return say("{0}; {1} is {2}, which does not fit its neighbours", found, entry, actual);
}

constexpr CauseOrigin origins[]{
    {.rule = "NST-2.1"},
    {.rule = "NST-2.2"},
    {.rule = "STR-2.1"},
    {.rule = "NST-1.1"},
    {.rule = "NST-1.2"},
    {.rule = "NST-1.3"},
    {.rule = "NST-3.1"},
    {.rule = "NST-3.2", .brings = "NST-3.3 NST-3.4"},
    {.rule = "NST-3.3"},
    {.rule = "NST-3.4"},
    {.rule = "NST-4.1", .brings = "NST-4.4 NST-4.5"},
    {.rule = "NST-4.2", .brings = "NST-4.4"},
    {.rule = "NST-4.3", .brings = "NST-4.4"},
    {.rule = "NST-4.4", .brings = "NST-4.5 NST-5.2", .text = sayPlace, .place = placeOf},
    {.rule = "NST-5.2", .brings = "NST-4.5", .text = sayPlace, .place = placeOf},
    {.rule = "NST-4.5", .text = sayPlace, .place = placeOf},
};

} // namespace

void nestedCauses(const Reading& reading, Report& report)
{
    nameCauses(reading, report, origins);
}

} // namespace tscope
