// SPDX-License-Identifier: Apache-2.0
#include "timing/break_even.h"

#include "base/say.h"
#include "timing/number_text.h"
#include "timing/row_comparison.h"
#include "timing/verdicts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace tscope::timing {

namespace {

// An operation on a tensor and a device. Views: they are of rows that stay.
using Cells = std::tuple<std::string_view, std::string_view, std::string_view>;
Cells cellsOf(const Row& row)
{
    return {row.tensor, row.op, row.device};
}

std::map<Cells, std::size_t> fastestOf(const Session& session, const UseTime& time)
{
    std::map<Cells, std::size_t> out;
    for (std::size_t i = 0; i < session.rows.size(); ++i) {
        if (!hasUseTime(session.rows[i], time))
            continue;
        auto& fastest = out.try_emplace(cellsOf(session.rows[i]), i).first->second;
        if (time(session.rows[i]).median().value < time(session.rows[fastest]).median().value)
            fastest = i;
    }
    return out;
}

// The time that one use saves. It is above 0 where the ratio is that of a faster form.
Median savedByUse(const Median& given, const Ratio& ratio)
{
    return {given.value - given.value / ratio.value, given.low - given.low / ratio.low,
            given.high - given.high / ratio.high};
}

} // namespace

const Figure& warmTime(const Row& row)
{
    return row.warm;
}

bool hasUseTime(const Row& row, const UseTime& time)
{
    return isComparable(row) && time(row).isThere() && time(row).median().low > 0;
}

std::optional<double> usesToSave(double more, double savedByUse)
{
    constexpr double grain = 1e-9; // rounded digits add no further use
    return savedByUse > 0 ? std::optional(std::max(std::ceil(more / savedByUse * (1 - grain)), 1.0))
                          : std::nullopt;
}

bool doesPaySooner(const BreakEven& a, const BreakEven& b)
{
    return a.uses && (!b.uses || *a.high < *b.low);
}

bool doesOvertake(Word word, const BreakEven& form, const BreakEven& other)
{
    return word == Word::faster && doesPaySooner(other, form);
}

std::vector<BreakEven> breakEvensOf(const Session& session, const UseTime& time)
{
    std::map<std::string_view, const Variant*> given;
    for (const auto& subject : session.subjects)
        given.emplace(subject.name, &subject.given);
    std::map<Cells, std::size_t> baselines;
    for (std::size_t i = 0; i < session.rows.size(); ++i) {
        const auto& row = session.rows[i];
        const auto form = given.find(row.tensor);
        if (form != given.end() && hasUseTime(row, time) && row.variant == *form->second)
            baselines.emplace(cellsOf(row), i);
    }
    const auto fastest = fastestOf(session, time);
    const RowComparison comparison(session, time);
    std::vector<BreakEven> out;
    for (std::size_t i = 0; i < session.rows.size(); ++i) {
        const auto& row = session.rows[i];
        const auto baseline = baselines.find(cellsOf(row));
        if (baseline == baselines.end() || baseline->second == i || !hasUseTime(row, time) ||
            !row.conversion.isThere())
            continue;
        const auto& start = session.rows[baseline->second];
        const auto way = row.conversion.median();
        // As the verdict does, which holds the fastest form against all others, and others against the given one.
        const bool isGivenFastest = fastest.at(cellsOf(row)) == baseline->second;
        const auto word =
            isGivenFastest ? turned(comparison.word(baseline->second, i)) : comparison.word(i, baseline->second);
        const auto ratio = isGivenFastest ? inverseOf(comparison.ratio(baseline->second, i))
                                          : comparison.ratio(i, baseline->second);
        const auto use = time(start).median();
        BreakEven found{i, baseline->second, word, {}, {}, {}, {}, use.value / ratio.value};
        const auto saved = savedByUse(use, ratio);
        if (found.word == Word::undecided)
            found.earliest = usesToSave(way.low, saved.high);
        if (found.word == Word::faster) {
            found.uses = usesToSave(way.value, saved.value);
            found.low = usesToSave(way.low, saved.high);
            found.high = usesToSave(way.high, saved.low);
        }
        out.push_back(found);
    }
    return out;
}

std::string usesText(double uses)
{
    constexpr double mostWhole = 1e18;
    if (!(uses < mostWhole)) // that many fit no 64 bits
        return significant(uses, 3);
    double unit = 1;
    while (std::round(uses / unit) >= wholeUsesBelow)
        unit *= 10;
    return countText(std::llround(std::round(uses / unit) * unit));
}

std::string text(const BreakEven& breakEven)
{
    if (breakEven.uses)
        return *breakEven.uses == 1 ? say("after {0} use ({1}-{2})", usesText(*breakEven.uses),
                                          usesText(*breakEven.low), usesText(*breakEven.high))
                                    : say("after {0} uses ({1}-{2})", usesText(*breakEven.uses),
                                          usesText(*breakEven.low), usesText(*breakEven.high));
    return breakEven.word == Word::undecided ? say("undecided: it may never pay") : say("never: it is not faster");
}

std::string shortText(const BreakEven& breakEven)
{
    if (breakEven.uses)
        return usesText(*breakEven.uses) + " (" + usesText(*breakEven.low) + '-' + usesText(*breakEven.high) + ')';
    return breakEven.word == Word::undecided ? say("undecided") : say("never");
}

} // namespace tscope::timing
