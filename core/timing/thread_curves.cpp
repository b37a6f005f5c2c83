// SPDX-License-Identifier: Apache-2.0
#include "timing/thread_curves.h"

#include "base/say.h"
#include "timing/number_text.h"
#include "timing/row_comparison.h"
#include "timing/timed_device.h"
#include "timing/variant_words.h"
#include "timing/verdicts.h"

#include <algorithm>

namespace tscope::timing {

namespace {

std::string sentenceOf(const ThreadCurve& curve)
{
    const auto few = curve.points.front().threads, many = curve.points.back().threads;
    const auto word = curve.word;
    const auto& form = curve.name;
    if (word == Word::undecided)
        return say("{0}: undecided whether {1} threads are faster than {2} ({3})", form, many, few,
                   intervalText(curve.speedUp));
    if (word == Word::same)
        return say("{0} takes the same time with {1} threads as with {2} ({3})", form, many, few,
                   intervalText(curve.speedUp));
    const auto times = timesText(curve.speedUp, word);
    if (word == Word::slower)
        return say("{0} is {1} with {2} threads than with {3}", form, times, many, few);
    return say("{0} is {1} with {2} threads than with {3}: {4} of what {2} could bring", form, times, many, few,
               percentText(curve.speedUp.value * few / many));
}

} // namespace

ThreadCurves threadCurvesOf(const Session& session, const std::string& tensor, const std::string& op,
                            Figure Row::*figure)
{
    ThreadCurves out{tensor, op, {}};
    const FormNames names(session);
    for (std::size_t r = 0; r < session.rows.size(); ++r) {
        const auto& row = session.rows[r];
        if (row.tensor != tensor || row.op != op || !isProcessor(row.device) || !isComparable(row) ||
            !(row.*figure).isThere())
            continue;
        auto curve = std::ranges::find(out.curves, row.variant, &ThreadCurve::variant);
        if (curve == out.curves.end())
            curve = out.curves.insert(curve, ThreadCurve{row.variant, {}, {}, {}, names.of(row.variant)});
        const auto threads = threadsOf(row.device, session.machine.threads);
        if (std::ranges::find(curve->points, threads, &ThreadCurve::Point::threads) == curve->points.end())
            curve->points.push_back({r, threads, (row.*figure).median()});
    }
    std::erase_if(out.curves, [](const ThreadCurve& curve) { return curve.points.size() < 2; });
    const RowComparison comparison(session, figure);
    for (auto& curve : out.curves) {
        std::ranges::sort(curve.points, {}, &ThreadCurve::Point::threads);
        const auto &few = curve.points.front(), &many = curve.points.back();
        curve.speedUp = comparison.ratio(many.row, few.row);
        curve.word = comparison.word(many.row, few.row);
    }
    return out;
}

std::vector<std::string> sentencesOf(const ThreadCurves& curves)
{
    std::vector<std::string> out;
    for (const auto& curve : curves.curves)
        out.push_back(sentenceOf(curve));
    return out;
}

} // namespace tscope::timing
