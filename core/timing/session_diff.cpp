// SPDX-License-Identifier: Apache-2.0
#include "timing/session_diff.h"

#include "timing/noise.h"
#include "timing/row_matches.h"
#include "timing/tempo.h"
#include "timing/variant_words.h"
#include "timing/verdicts.h"

#include <algorithm>
#include <cmath>

namespace tscope::timing {

namespace {

std::string sentence(const Session& after, const Row& row, const RowChange& change)
{
    const auto of = after.subjects.size() > 1 ? row.tensor + ": " : std::string();
    const auto form = fullText(row.variant), where = " for " + row.op + " on " + row.device;
    switch (change.word) {
    case Word::same:
        return of + form + ": the same as before (" + intervalText(change.ratio) + ')' + where;
    case Word::undecided:
        return of + form + ": undecided (" + intervalText(change.ratio) + ')' + where;
    default:
        return of + form + " is " + timesText(change.ratio, change.word) + " than before" + where;
    }
}

RowChange changeOf(const Session& before, std::size_t a, const Session& after, std::size_t b, double noise,
                   const TempoChanges::Slowdown& slowdown)
{
    const auto &old = before.rows[a], &now = after.rows[b];
    RowChange out{a, b, {}, noise, Word::undecided, {}};
    out.ratio = widened(ratioOf(old.warm.median(), now.warm.median()), out.noise);
    // What the machine took longer for than in the other session may be nothing of the row's own.
    out.ratio.high *= slowdown.after;
    out.ratio.low /= slowdown.before;
    out.word = wordFor(out.ratio);
    out.text = sentence(after, now, out);
    return out;
}

// Why a row's time can be held against none; empty: it can.
std::string whyNoTime(const Row& row)
{
    if (row.status != Status::ok)
        return std::string(name(row.status)) + (row.reason.empty() ? "" : ": " + row.reason);
    return isComparable(row)    ? std::string()
           : row.isSimulated    ? "its device is simulated"
           : !row.isChecked     ? "its result was not checked"
           : row.warm.isThere() ? "it took no time that could be measured"
                                : "it has no samples";
}

UnmatchedRow unmatched(const Session& session, std::size_t row, std::string why)
{
    const auto& each = session.rows[row];
    return {row,
            fullText(each.variant) + " for " + each.op + (each.tensor.empty() ? "" : " of " + each.tensor) +
                " on " + each.device,
            std::move(why)};
}

void remark(SessionDiff& out, const std::string& what, const std::string& before, const std::string& after)
{
    if (before != after)
        out.remarks.push_back(what + ": \"" + before + "\" before, \"" + after + "\" after");
}

} // namespace

SessionDiff diffOf(const Session& before, const Session& after)
{
    SessionDiff out;
    const RowMatches matches(before, after);
    const Noise noiseBefore(before), noiseAfter(after);
    const TempoChanges tempo(before, after);
    TempoChanges::Slowdown most;
    for (std::size_t b = 0; b < after.rows.size(); ++b) {
        const auto a = matches.before(b);
        if (!a) {
            out.onlyAfter.push_back(unmatched(after, b, matches.whyOnlyAfter(b)));
            continue;
        }
        const auto &old = before.rows[*a], &now = after.rows[b];
        const auto whyNotOld = whyNoTime(old), whyNotNow = whyNoTime(now);
        if (whyNotOld.empty() && whyNotNow.empty()) { // each of them may be off by its own
            const auto slowdown = tempo.of(now);
            out.changes.push_back(
                changeOf(before, *a, after, b, std::hypot(noiseBefore.of(old), noiseAfter.of(now)), slowdown));
            if (std::max(slowdown.after, slowdown.before) > std::max(most.after, most.before))
                most = slowdown;
        }
        if (!whyNotOld.empty())
            out.onlyAfter.push_back(unmatched(after, b, "before, " + whyNotOld));
        if (!whyNotNow.empty())
            out.onlyBefore.push_back(unmatched(before, *a, "after, " + whyNotNow));
    }
    for (std::size_t a = 0; a < before.rows.size(); ++a)
        if (!matches.isMatched(a))
            out.onlyBefore.push_back(unmatched(before, a, matches.whyOnlyBefore(a)));
    std::ranges::stable_sort(out.onlyBefore, {}, &UnmatchedRow::row);
    remark(out, "processor", before.machine.processor, after.machine.processor);
    remark(out, "threads", std::to_string(before.machine.threads), std::to_string(after.machine.threads));
    remark(out, "system", before.machine.system, after.machine.system);
    if (auto slowdown = remarkOn(most); !slowdown.empty())
        out.remarks.push_back(std::move(slowdown));
    return out;
}

} // namespace tscope::timing
