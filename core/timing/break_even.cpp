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

// The time that one use saves. The two times of a round are compared with each other, because the machine was as
// fast for one as for the other. The interval covers the rounds and is widened, as that of a verdict is: where the
// verdict is that one is faster, all three numbers are above 0.
Median savedByUse(const Figure& before, const Figure& after, double noise)
{
    auto starts = before.roundMedians(), ends = after.roundMedians();
    if (starts.empty() || starts.size() != ends.size()) {
        starts = {before.median()};
        ends = {after.median()};
    }
    std::vector<double> values, lows, highs;
    for (std::size_t i = 0; i < starts.size(); ++i) {
        values.push_back(starts[i].value - ends[i].value);
        lows.push_back(starts[i].low / (1 + noise) - ends[i].high);
        highs.push_back(starts[i].high * (1 + noise) - ends[i].low);
    }
    return {medianOf(values).value, medianOf(lows).low, medianOf(highs).high};
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
    return savedByUse > 0 ? std::optional(std::max(std::ceil(more / savedByUse), 1.0)) : std::nullopt;
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
        const auto word = fastest.at(cellsOf(row)) == baseline->second
                              ? turned(comparison.word(baseline->second, i))
                              : comparison.word(i, baseline->second);
        BreakEven found{i, baseline->second, word, {}, {}, {}};
        if (found.word == Word::faster) {
            const auto saved = savedByUse(time(start), time(row), comparison.allowance(i, baseline->second));
            found.uses = usesToSave(way.value, saved.value);
            found.low = usesToSave(way.low, saved.high);
            found.high = usesToSave(way.high, saved.low);
        }
        out.push_back(found);
    }
    return out;
}

std::string text(const BreakEven& breakEven)
{
    if (breakEven.uses)
        return *breakEven.uses == 1 ? say("after {0} use ({1}-{2})", countText(*breakEven.uses),
                                          countText(*breakEven.low), countText(*breakEven.high))
                                    : say("after {0} uses ({1}-{2})", countText(*breakEven.uses),
                                          countText(*breakEven.low), countText(*breakEven.high));
    return breakEven.word == Word::undecided ? say("undecided: it may never pay") : say("never: it is not faster");
}

std::string shortText(const BreakEven& breakEven)
{
    if (breakEven.uses)
        return countText(*breakEven.uses) + " (" + countText(*breakEven.low) + '-' + countText(*breakEven.high) +
               ')';
    return breakEven.word == Word::undecided ? say("undecided") : say("never");
}

} // namespace tscope::timing
