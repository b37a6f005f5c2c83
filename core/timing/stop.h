// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/sentence.h"
#include "timing/session.h"

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
    int round = 0, rounds = 0;    // from 1, in which it ended, of how many; 0: not known
    bool areFormsMissing = false; // rows were not measured
    bool isAnyOfOneRound = false; // rows were measured once, so that no verdict is made on them
    bool operator==(const Stop&) const = default;
};

// Nothing: these rows have all their rounds.
std::optional<Stop> stopOf(const Session& session, const RowScope& scope = {});
std::vector<Sentence> sentencesOf(const Stop& stop);

} // namespace tscope::timing
