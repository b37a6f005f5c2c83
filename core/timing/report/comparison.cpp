// SPDX-License-Identifier: Apache-2.0
#include "timing/report/comparison.h"

#include "timing/number_text.h"
#include "timing/report/html_table.h"
#include "timing/report/markup.h"
#include "timing/report/tables.h"
#include "timing/session_diff.h"
#include "timing/variant_words.h"
#include "timing/verdicts.h"

#include <utility>

namespace tscope::timing {

namespace {

std::string sessionTitle(const std::string& title, const Session& session)
{
    return title.empty() ? session.takenAt : title + " (" + session.takenAt + ')';
}

std::string changesTable(const SessionPair& pair, const SessionDiff& diff)
{
    HtmlTable out{{"operation"},      {"tensor"},       {"form"},
                  {"device"},         {"before", true}, {"after", true},
                  {"speed-up", true}, {"change"},       {"reason or difference"}};
    for (const auto& change : diff.changes) {
        const auto &old = pair.before.rows[change.before], &now = pair.after.rows[change.after];
        out.add(now.op).add(now.tensor).add(fullText(now.variant)).add(now.device);
        out.number(timeWithInterval(old.warm.median())).number(timeWithInterval(now.warm.median()));
        out.number(ratioWithInterval(change.ratio)).add(wordText(change.word), "w");
        out.add(change.bound.empty() || change.difference.empty() ? change.bound + change.difference
                                                                  : change.bound + "; " + change.difference);
        out.endLine();
    }
    return std::move(out).markup();
}

std::string loneTable(const SessionDiff& diff)
{
    HtmlTable out{{"not compared"}, {"timed"}, {"reason"}};
    for (const auto& lone : diff.untimed)
        out.add(lone.what)
            .add(lone.isTimedBefore  ? "only before"
                 : lone.isTimedAfter ? "only after"
                                     : "in neither")
            .add(lone.why)
            .endLine();
    for (const auto& [rows, where] : {std::pair(&diff.onlyBefore, "only before"), {&diff.onlyAfter, "only after"}})
        for (const auto& row : *rows)
            out.add(row.what).add(where).add(row.why).endLine();
    return std::move(out).markup();
}

std::string paragraph(const std::string& text)
{
    return "<p>" + escaped(text) + "</p>\n";
}

} // namespace

std::string comparisonPart(const SessionPair& pair)
{
    auto out = paragraph("Before: " + sessionTitle(pair.titleBefore, pair.before) +
                         ". After: " + sessionTitle(pair.titleAfter, pair.after) + '.');
    if (const auto why = whyNotCompared(pair.before, pair.after); !why.empty())
        return out + paragraph(why);
    const auto diff = diffOf(pair.before, pair.after);
    if (diff.changes.empty())
        out += paragraph("Nothing was timed in both sessions.");
    if (const auto chance = remarkOnChance(diff); !chance.empty())
        out += paragraph(chance);
    for (const auto& remark : diff.remarks)
        out += paragraph("Note: " + remark);
    return out + changesTable(pair, diff) + loneTable(diff);
}

} // namespace tscope::timing
