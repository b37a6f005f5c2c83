// SPDX-License-Identifier: Apache-2.0
#include "timing/session_diff.h"

#include "base/say.h"
#include "timing/no_time.h"
#include "timing/noise.h"
#include "timing/row_matches.h"
#include "timing/tempo.h"
#include "timing/timed_device.h"
#include "timing/variant_words.h"
#include "timing/verdicts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <tuple>

namespace tscope::timing {

namespace {

std::string sentence(const Session& after, const Row& row, const RowChange& change)
{
    const auto form = fullText(row.variant), where = say(" for {0} on {1}", row.op, row.device);
    const auto interval = intervalText(change.ratio);
    const auto out = change.word == Word::same
                         ? say("{0} takes the same time as before{2} ({1})", form, interval, where)
                     : !change.bound.empty() ? say("{0}: {3}{2} ({1})", form, interval, where, change.bound)
                     : change.word == Word::undecided
                         ? say("{0} may have become faster or slower{2} ({1})", form, interval, where)
                         : say("{0} is {1} than before{2}", form, timesText(change.ratio, change.word), where);
    return after.subjects.size() > 1 ? say("{0}: {1}", row.tensor, out) : out;
}

std::string threadsText(const Session& session, const Row& row)
{
    const auto threads = threadsOf(row.device, session.machine.threads);
    return threads == 1                           ? say("1 thread")
           : timedDevice(row.device).threads == 0 ? say("all {0} threads", threads)
                                                  : say("{0} threads", threads);
}

std::string differenceText(RowDifference difference, const Session& before, const Row& old, const Session& after,
                           const Row& now)
{
    switch (difference) {
    case RowDifference::threads:
        return say("{0}, before: {1}", threadsText(after, now), threadsText(before, old));
    case RowDifference::indexType:
        return say("indices of {0}, before: {1}", now.variant.indexDType, old.variant.indexDType);
    case RowDifference::elementType:
        return say("values of {0}, before: {1}", now.variant.dtype, old.variant.dtype);
    case RowDifference::device:
        return say("{0}, before: {1}", now.device, old.device);
    case RowDifference::none:
        break;
    }
    return {};
}

// Tensors are paired by their content, so their names may differ.
std::string namesText(const Row& old, const Row& now)
{
    return old.tensor == now.tensor || old.tensor.empty() || now.tensor.empty()
               ? std::string()
               : say("tensor {0}, before: {1}", now.tensor, old.tensor);
}

RowChange changeOf(const Session& before, std::size_t a, const Noise& noiseBefore, const Session& after,
                   std::size_t b, const Noise& noiseAfter, const TempoChanges::Slowdown& slowdown,
                   std::string difference)
{
    const auto &old = before.rows[a], &now = after.rows[b];
    // Each of the two may be off by its own noise.
    RowChange out;
    out.before = a;
    out.after = b;
    out.noise = std::hypot(noiseBefore.of(old), noiseAfter.of(now));
    out.difference = std::move(difference);
    out.ratio = widened(ratioOf(old.warm.median(), now.warm.median()), out.noise);
    // What the machine took longer for than in the other session may be nothing of the row's own.
    out.ratio.high *= slowdown.after;
    out.ratio.low /= slowdown.before;
    const bool isCut = noiseBefore.isCut(old) || noiseAfter.isCut(now);
    out.word = isCut && !isFarApart(out.ratio, std::max(noiseBefore.greatest(), noiseAfter.greatest()))
                   ? Word::undecided
                   : wordFor(out.ratio);
    if (out.word == Word::undecided && !isCut)
        out.bound = boundText(out.ratio);
    out.text = sentence(after, now, out);
    if (!out.difference.empty())
        out.text = say("{0}; {1}", out.text, out.difference);
    return out;
}

// Why a row's time is not compared, which may be there; no word: it is compared.
NoTime notComparedAs(const Row& row)
{
    if (row.status != Status::ok)
        return noTimeOf(row);
    return {isComparable(row)    ? std::string()
            : row.isSimulated    ? say("on a simulated device")
            : !row.isChecked     ? say("not checked against the reference")
            : row.warm.isThere() ? say("too short to measure")
                                 : say("without samples"),
            {}};
}

std::string whyUntimed(const NoTime& before, const NoTime& after)
{
    if (before == after)
        return text(NoTime{say("{0} in both", before.word), before.reason});
    std::string out;
    if (!before.word.empty())
        out = text(NoTime{say("{0} before", before.word), before.reason});
    if (!after.word.empty())
        out += (out.empty() ? "" : "; ") + text(NoTime{say("{0} after", after.word), after.reason});
    return out;
}

std::string cellText(const Row& row)
{
    return row.tensor.empty()
               ? say("{0} for {1} on {2}", fullText(row.variant), row.op, row.device)
               : say("{0} for {1} of {2} on {3}", fullText(row.variant), row.op, row.tensor, row.device);
}

void remark(SessionDiff& out, const std::string& what, const std::string& before, const std::string& after)
{
    if (before != after)
        out.remarks.push_back(say("{0}: \"{1}\" before, \"{2}\" after", what, before, after));
}

// Whether `whole` begins with all samples of `part`, as a longer measurement does.
bool isContinued(const Session& part, const Session& whole)
{
    if (part.rounds >= whole.rounds)
        return false;
    const auto beginsWith = [](const auto& all, const auto& first) {
        return all.size() > first.size() && std::equal(first.begin(), first.end(), all.begin());
    };
    using Names = std::map<std::string_view, std::string_view>; // content hashes by the names of tensors
    const auto hashesIn = [](const Session& session) {
        Names out;
        for (const auto& subject : session.subjects)
            out.emplace(subject.name, subject.contentHash);
        return out;
    };
    using Key = std::tuple<std::string_view, std::string_view, std::string_view, std::string>;
    const auto keyOf = [](const Row& row, const Names& hashes) { // a tensor may have another name in each
        const auto hash = hashes.find(row.tensor);
        return Key(hash == hashes.end() ? std::string_view(row.tensor) : hash->second, row.op, row.device,
                   fullText(row.variant));
    };
    const auto hashesOfPart = hashesIn(part), hashesOfWhole = hashesIn(whole);
    std::map<Key, const Figure*> times;
    for (const auto& row : whole.rows)
        times.emplace(keyOf(row, hashesOfWhole), &row.warm);
    return std::ranges::any_of(part.rows, [&](const Row& row) {
        const auto found = row.warm.isThere() ? times.find(keyOf(row, hashesOfPart)) : times.end();
        return found != times.end() && beginsWith(found->second->rounds, row.warm.rounds) &&
               beginsWith(found->second->samples, row.warm.samples);
    });
}

} // namespace

std::string whyNotCompared(const Session& before, const Session& after)
{
    if (isContinued(before, after) || isContinued(after, before)) {
        const auto& [part, whole] =
            before.rounds < after.rounds ? std::tie(before, after) : std::tie(after, before);
        return say(
            "The measurement of {0} contains the rounds of that of {1}, which it continues: compare it with "
            "one that was measured separately.",
            whole.takenAt, part.takenAt);
    }
    return before.takenAt == after.takenAt && before.rows == after.rows
               ? say("Both are the same measurement, of {0}: compare it with an earlier or later one.",
                     before.takenAt)
               : std::string();
}

SessionDiff diffOf(const Session& before, const Session& after)
{
    SessionDiff out;
    const RowMatches matches(before, after);
    const Noise noiseBefore(before), noiseAfter(after);
    const TempoChanges tempo(before, after);
    TempoChanges::Slowdown most;
    std::map<std::string, int> differing; // pairs by their difference
    for (std::size_t b = 0; b < after.rows.size(); ++b) {
        const auto a = matches.before(b);
        if (!a) {
            out.onlyAfter.push_back({b, cellText(after.rows[b]), matches.whyOnlyAfter(b)});
            continue;
        }
        const auto &old = before.rows[*a], &now = after.rows[b];
        auto difference = differenceText(matches.difference(b), before, old, after, now);
        if (!difference.empty())
            ++differing[difference];
        if (const auto names = namesText(old, now); !names.empty())
            difference = difference.empty() ? names : say("{0}; {1}", names, difference);
        const auto noOld = notComparedAs(old), noNow = notComparedAs(now);
        const bool isTimedBefore = noOld.word.empty(), isTimedAfter = noNow.word.empty();
        if (!isTimedBefore || !isTimedAfter) {
            auto why = whyUntimed(noOld, noNow);
            if (!difference.empty())
                why = say("{0}; {1}", why, difference);
            out.untimed.push_back({*a, b, isTimedBefore, isTimedAfter, cellText(now), std::move(why)});
            continue;
        }
        const auto slowdown = tempo.of(now);
        out.changes.push_back(
            changeOf(before, *a, noiseBefore, after, b, noiseAfter, slowdown, std::move(difference)));
        if (std::max(slowdown.after, slowdown.before) > std::max(most.after, most.before))
            most = slowdown;
    }
    for (std::size_t a = 0; a < before.rows.size(); ++a)
        if (!matches.isMatched(a))
            out.onlyBefore.push_back({a, cellText(before.rows[a]), matches.whyOnlyBefore(a)});
    const auto pairs = out.changes.size() + out.untimed.size();
    for (const auto& [difference, count] : differing)
        out.remarks.push_back(say("{0} of {1} pairs differ in one thing: {2}", count, pairs, difference));
    remark(out, say("processor"), before.machine.processor, after.machine.processor);
    remark(out, say("threads"), std::to_string(before.machine.threads), std::to_string(after.machine.threads));
    remark(out, say("system"), before.machine.system, after.machine.system);
    if (auto slowdown = remarkOn(most); !slowdown.empty())
        out.remarks.push_back(std::move(slowdown));
    return out;
}

} // namespace tscope::timing
