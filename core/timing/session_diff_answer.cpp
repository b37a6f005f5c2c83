// SPDX-License-Identifier: Apache-2.0
#include "timing/session_diff.h"

#include <nlohmann/json.hpp>

namespace tscope::timing {

namespace {

Json jsonOfUnmatched(const std::vector<UnmatchedRow>& rows)
{
    auto out = Json::array();
    for (const auto& each : rows)
        out.push_back({{"row", each.row}, {"what", each.what}, {"why", each.why}});
    return out;
}

std::string linesOf(const std::string& head, const std::vector<UnmatchedRow>& rows)
{
    std::string out;
    for (const auto& each : rows)
        out += (out.empty() ? head + '\n' : std::string()) + "  " + each.what + ": " + each.why + '\n';
    return out;
}

} // namespace

std::string text(const SessionDiff& diff)
{
    std::string out;
    for (const auto& change : diff.changes)
        out += change.text + '\n';
    if (diff.changes.empty())
        out += "nothing was timed in both sessions\n";
    out += linesOf("only before:", diff.onlyBefore) + linesOf("only after:", diff.onlyAfter);
    for (const auto& each : diff.remarks)
        out += "note: " + each + '\n';
    return out;
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
                           {"text", change.text}});
    return {{"changes", std::move(changes)},
            {"only_before", jsonOfUnmatched(diff.onlyBefore)},
            {"only_after", jsonOfUnmatched(diff.onlyAfter)},
            {"remarks", Json(diff.remarks)}};
}

} // namespace tscope::timing
