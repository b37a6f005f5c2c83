// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "timing/sentence.h"
#include "timing/session.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace tscope::timing {

// Rows of a session. Nothing: all tensors, operations or devices.
struct RowScope {
    std::optional<std::string_view> tensor = {}, op = {}, device = {};

    bool has(const Row& row) const;
};

// A measurement that ended before all rows had all rounds.
struct Stop {
    int round = 0, rounds = 0;        // from 1, in which it ended, of how many; 0: not known
    bool areFormsMissing = false;     // rows were not measured
    bool isAnyOfOneRound = false;     // rows were measured once, so that no verdict is made on them
    bool isInterrupted = false;       // by the end of the program, not by the user
    std::size_t kept = 0, wanted = 0; // measurements of the session that have a time, of those that can have one
    bool operator==(const Stop&) const = default;
};

// Nothing: these rows have all their rounds.
std::optional<Stop> stopOf(const Session& session, const RowScope& scope = {});
std::vector<Sentence> sentencesOf(const Stop& stop);

// A session as it was while it was measured, once nothing measures it any more: what has no time says so, and
// there are verdicts on what has one.
Session interrupted(Session session, const Watch& watch = {});

} // namespace tscope::timing
