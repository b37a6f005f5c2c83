// SPDX-License-Identifier: Apache-2.0
#include "timing/stop.h"

#include "timing/headline_patterns.h"
#include "timing/noise.h"
#include "timing/plan_rows.h"
#include "timing/verdicts.h"

#include <algorithm>

namespace tscope::timing {

namespace {

int roundsOf(const Row& row)
{
    return static_cast<int>(row.warm.rounds.size());
}

// From 1. Where all rows have the same number of rounds, the next round had begun.
int lastRoundOf(const Session& session)
{
    int least = session.rounds, most = 0;
    for (const auto& row : session.rows) {
        if (row.status == Status::cancelled)
            least = 0;
        if (row.status != Status::ok || row.warm.rounds.empty())
            continue;
        least = std::min(least, roundsOf(row));
        most = std::max(most, roundsOf(row));
    }
    return std::clamp(least == most ? most + 1 : most, 1, std::max(session.rounds, 1));
}

void countKept(Stop& stop, const Session& session)
{
    for (const auto& row : session.rows) {
        const bool isKept = row.status == Status::ok && row.warm.isThere();
        stop.kept += isKept ? 1 : 0;
        stop.wanted += isKept || row.status == Status::cancelled ? 1 : 0;
    }
}

} // namespace

bool RowScope::has(const Row& row) const
{
    return (!tensor || *tensor == row.tensor) && (!op || *op == row.op) && (!device || *device == row.device);
}

std::optional<Stop> stopOf(const Session& session, const RowScope& scope)
{
    Stop out;
    bool isAnyCut = false;
    for (const auto& row : session.rows) {
        if (!scope.has(row))
            continue;
        if (row.status == Status::cancelled)
            out.areFormsMissing = true;
        if (row.status != Status::ok || row.warm.rounds.empty())
            continue;
        isAnyCut = isAnyCut || roundsOf(row) < session.rounds;
        out.isAnyOfOneRound = out.isAnyOfOneRound || hasOneRoundOf(row, session.rounds);
    }
    const bool isOlder = session.isPartial && session.rounds == 0; // then it is not known which rows are cut
    if (!out.areFormsMissing && !(session.isPartial && isAnyCut) && !isOlder)
        return std::nullopt;
    out.rounds = session.rounds;
    out.round = session.rounds > 0 ? lastRoundOf(session) : 0;
    out.isInterrupted = session.isInterrupted;
    countKept(out, session);
    return out;
}

std::vector<Sentence> sentencesOf(const Stop& stop)
{
    const std::vector<std::string> numbers{std::to_string(stop.round), std::to_string(stop.rounds)};
    std::vector<Sentence> out;
    if (stop.isInterrupted)
        out.push_back({stop.rounds == 0 ? patterns::interrupted : patterns::interruptedInRound,
                       {std::to_string(stop.kept), std::to_string(stop.wanted), numbers[0], numbers[1]}});
    else if (stop.rounds == 0)
        out.push_back({stop.areFormsMissing ? patterns::stopMissing : patterns::stop, {}});
    else
        out.push_back({stop.areFormsMissing ? patterns::stopMissingInRound : patterns::stopInRound, numbers});
    if (stop.isAnyOfOneRound)
        out.push_back({patterns::stopOneRound, {}});
    return out;
}

Session interrupted(Session session, const Watch& watch)
{
    session.isPartial = session.isInterrupted = true;
    for (auto& row : session.rows)
        if (row.status == Status::cancelled)
            row.reason = stoppedBefore;
    session.noise = noiseOf(session.rows);
    session.verdicts = verdictsOf(session, watch);
    return session;
}

} // namespace tscope::timing
