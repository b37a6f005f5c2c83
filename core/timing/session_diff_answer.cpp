// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "timing/session_diff.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace tscope::timing {

namespace {

Json jsonOfUnmatched(const std::vector<UnmatchedRow>& rows)
{
    auto out = Json::array();
    for (const auto& each : rows)
        out.push_back({{"row", each.row}, {"what", each.what}, {"why", each.why}});
    return out;
}

template <typename Row>
void addLines(const std::string& head, const std::vector<Row>& rows, std::vector<std::string>& lines)
{
    if (!rows.empty())
        lines.emplace_back(head);
    for (const auto& each : rows)
        lines.push_back("  " + say("{0}: {1}", each.what, each.why));
}

} // namespace

// The interval of a ratio is made of the ends of two 95 % intervals. For independent medians it then misses in 5
// of 100 cases at most, and in less than 1 of 100 if both are as wide.
std::string remarkOnChance(const SessionDiff& diff)
{
    const bool isAnyDecided = std::ranges::any_of(diff.changes, [](const RowChange& change) {
        return change.word == Word::faster || change.word == Word::slower;
    });
    return isAnyDecided && diff.changes.size() > 1
               ? say("{0} pairs were compared, each by itself. Where nothing changed, up to 1 in 20 may be called "
                     "faster or slower by chance.",
                     diff.changes.size())
               : std::string();
}

std::vector<std::string> linesOf(const SessionDiff& diff)
{
    std::vector<std::string> lines;
    for (const auto& change : diff.changes)
        lines.push_back(change.text);
    if (diff.changes.empty())
        lines.push_back(say("nothing was timed in both sessions"));
    if (auto chance = remarkOnChance(diff); !chance.empty())
        lines.push_back(say("note: ") + chance);
    addLines(say("not timed in both:"), diff.untimed, lines);
    addLines(say("only before:"), diff.onlyBefore, lines);
    addLines(say("only after:"), diff.onlyAfter, lines);
    for (const auto& each : diff.remarks)
        lines.push_back(say("note: ") + each);
    return lines;
}

Json jsonOf(const SessionDiff& diff)
{
    auto changes = Json::array();
    for (const auto& change : diff.changes)
        changes.push_back({{"before", change.before},
                           {"after", change.after},
                           {"ratio", change.ratio.value},
                           {"low", change.ratio.low},
                           {"high", change.ratio.high},
                           {"word", name(change.word)},
                           {"difference", change.difference},
                           {"text", change.text}});
    auto untimed = Json::array();
    for (const auto& cell : diff.untimed)
        untimed.push_back(
            {{"before", cell.before}, {"after", cell.after}, {"what", cell.what}, {"why", cell.why}});
    return {{"changes", std::move(changes)},
            {"untimed", std::move(untimed)},
            {"only_before", jsonOfUnmatched(diff.onlyBefore)},
            {"only_after", jsonOfUnmatched(diff.onlyAfter)},
            {"remarks", Json(diff.remarks)}};
}

} // namespace tscope::timing
