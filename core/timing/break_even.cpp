// SPDX-License-Identifier: Apache-2.0
#include "timing/break_even.h"

#include "timing/number_text.h"
#include "timing/verdicts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace tscope::timing {

namespace {

std::optional<double> usesFor(double conversion, double given, double converted)
{
    return given > converted ? std::optional(std::max(std::ceil(conversion / (given - converted)), 1.0))
                             : std::nullopt;
}

std::string countText(double count)
{
    constexpr double exactBelow = 1000;
    return count < exactBelow ? std::to_string(std::lround(count)) : significant(count);
}

// An operation on a tensor and a device. Views: they are of rows that stay.
using Cells = std::tuple<std::string_view, std::string_view, std::string_view>;
Cells cellsOf(const Row& row)
{
    return {row.tensor, row.op, row.device};
}

} // namespace

std::vector<BreakEven> breakEvensOf(const Session& session)
{
    std::map<std::string_view, const Variant*> given;
    for (const auto& subject : session.subjects)
        given.emplace(subject.name, &subject.given);
    std::map<Cells, std::size_t> baselines;
    for (std::size_t i = 0; i < session.rows.size(); ++i) {
        const auto& row = session.rows[i];
        const auto form = given.find(row.tensor);
        if (form != given.end() && isComparable(row) && row.variant == *form->second)
            baselines.emplace(cellsOf(row), i);
    }
    std::vector<BreakEven> out;
    for (std::size_t i = 0; i < session.rows.size(); ++i) {
        const auto& row = session.rows[i];
        const auto baseline = baselines.find(cellsOf(row));
        if (baseline == baselines.end() || baseline->second == i || !isComparable(row) ||
            !row.conversion.isThere())
            continue;
        const auto before = session.rows[baseline->second].warm.median(), after = row.warm.median(),
                   way = row.conversion.median();
        out.push_back({i, baseline->second, usesFor(way.value, before.value, after.value),
                       usesFor(way.low, before.high, after.low), usesFor(way.high, before.low, after.high)});
    }
    return out;
}

std::string text(const BreakEven& breakEven)
{
    if (!breakEven.uses)
        return breakEven.low ? "undecided: it may never pay" : "never: it is not faster";
    return "after " + countText(*breakEven.uses) + (*breakEven.uses == 1 ? " use (" : " uses (") +
           countText(breakEven.low.value_or(1)) + '-' + (breakEven.high ? countText(*breakEven.high) : "never") +
           ')';
}

} // namespace tscope::timing
