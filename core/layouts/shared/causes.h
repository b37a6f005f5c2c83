// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/report.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tscope {

// How the causes of broken rules are named. A family lists its rules in the order in which things are likely to
// have gone wrong, each with the rules that it brings with it; what no earlier one explains is a cause itself.
struct CauseOrigin {
    std::string_view rule;
    std::string_view brings = {}; // ids, a space between; what a break of `rule` may break as well
    // Whether this line speaks of what was found; null: always. A rule may have a line for a case of its own.
    bool (*when)(const Reading&, const Report&, const Finding&) = nullptr;
    // Whether it does here; null: whenever both are found.
    bool (*explains)(const Reading&, const Finding& origin, const Finding& brought) = nullptr;
    // What went wrong; null (or empty): the first place where the rule fails.
    std::string (*text)(const Reading&, const Report&, const Finding&) = nullptr;
    // Where to look; null (or nothing): the first place where the rule fails.
    std::optional<Slots> (*place)(const Reading&, const Finding&) = nullptr;
};

// The cause that this line of a table is, if its rule is broken at that level and not explained yet.
void nameOrigin(const Reading& reading, Report& report, const CauseOrigin& origin, Level level = Level::violation);
// A cause for each finding that has none yet, in the order of the table; advisories after violations, rules that
// are not in the table last.
void nameCauses(const Reading& reading, Report& report, std::span<const CauseOrigin> table);

// Whether some cause speaks of that rule.
bool hasCause(const Report& report, std::string_view rule);
// Adds it and notes at its findings after the first that they follow from that one.
void addCause(Report& report, Cause cause);

// Visits the places of a finding in order, those that the report does not keep too. False where there are more
// than `most`: then only those kept are visited.
bool eachPlace(const Reading& reading, const Finding& finding, std::int64_t most,
               const std::function<void(const Witness&)>& visit);

// "row 2: column -1 is negative (3 places)": the first place of a finding, in words; without places its statement.
std::string firstPlace(const Reading& reading, const Finding& finding);

// "... (3 places)", where a finding has several.
std::string withPlaces(std::string text, const Finding& finding);

// Numbers of a witness.
std::optional<std::int64_t> number(const Witness& witness, std::string_view key);
std::string numberText(const Witness& witness, std::string_view key); // also of one that leaves int64; "" of none
std::optional<std::string> word(const Witness& witness, std::string_view key);
Extents extents(const Witness& witness, std::string_view key); // () when it has none

} // namespace tscope
