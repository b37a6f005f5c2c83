// SPDX-License-Identifier: Apache-2.0
#include "timing/earlier_rounds.h"

#include "base/say.h"
#include "timing/noise.h"
#include "timing/verdicts.h"

#include <algorithm>
#include <array>

namespace tscope::timing {

namespace {

constexpr std::array allTimes{&Row::warm, &Row::cold, &Row::call, &Row::endToEnd, &Row::conversion};

std::string contentOf(const Session& session, const Row& row)
{
    const auto subject = std::ranges::find(session.subjects, row.tensor, &Subject::name);
    return subject == session.subjects.end() ? std::string() : subject->contentHash;
}

bool areOneMachine(const Machine& a, const Machine& b)
{
    return a.processor == b.processor && a.threads == b.threads && a.system == b.system;
}

// Null: the earlier session has none, or not in all of its rounds.
const Row* partnerOf(const Row& row, const Session& later, const Session& earlier)
{
    const auto content = contentOf(later, row);
    const auto found = std::ranges::find_if(earlier.rows, [&](const Row& each) {
        return each.op == row.op && each.variant == row.variant && each.device == row.device &&
               each.kernel == row.kernel && each.isSimulated == row.isSimulated &&
               each.isChecked == row.isChecked && each.status == Status::ok && !content.empty() &&
               contentOf(earlier, each) == content;
    });
    return found == earlier.rows.end() || std::ssize(found->warm.rounds) != earlier.rounds ? nullptr : &*found;
}

void prepend(Figure& figure, const Figure& earlier)
{
    figure.isNarrow = figure.isNarrow && earlier.isNarrow;
    figure.samples.insert(figure.samples.begin(), earlier.samples.begin(), earlier.samples.end());
    figure.rounds.insert(figure.rounds.begin(), earlier.rounds.begin(), earlier.rounds.end());
}

} // namespace

Session withEarlierRounds(const Session& earlier, Session later)
{
    if (later.isPartial || earlier.isPartial || earlier.rounds < 1 ||
        !areOneMachine(earlier.machine, later.machine))
        return later;
    std::vector<std::pair<Row*, const Row*>> pairs;
    for (auto& row : later.rows) {
        if (row.status != Status::ok)
            continue;
        const auto* partner = partnerOf(row, later, earlier);
        if (partner == nullptr)
            return later;
        pairs.emplace_back(&row, partner);
    }
    for (const auto& [row, partner] : pairs) {
        for (const auto time : allTimes)
            if ((row->*time).isThere())
                prepend(row->*time, partner->*time);
        row->noise = betweenRounds(row->warm);
    }
    later.rounds += earlier.rounds;
    later.machine.remarks.push_back(
        say("The first {0} of {1} rounds are those of {2}.", earlier.rounds, later.rounds, earlier.takenAt));
    later.noise = noiseOf(later.rows);
    later.verdicts = verdictsOf(later);
    return later;
}

} // namespace tscope::timing
