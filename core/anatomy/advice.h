// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/rule.h"
#include "base/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

class Reading;
struct EditList;
struct Reinterpretation;
struct Report;

// The likely origin of several findings: "pointer 17 is 0, expected between 52 and 60".
struct Cause {
    std::string text;
    std::vector<std::string> rules; // what it explains, the planted one first
    std::string member = {};        // and where to look; empty for metadata
    std::optional<std::int64_t> index = {};
};

// "Read as X, nothing is broken": evidence that the members mean something else.
struct Misreading {
    std::string_view id;         // "one-based" "counts-as-pointers" "csc-as-csr" ...
    std::string as;              // how to read it instead
    std::int64_t violations = 0; // that remain when read so
    std::string text;
};

// What a tensor is after a repair, found by making the repair and checking what it gives.
struct RepairOutcome {
    std::int64_t placesBefore = 0, placesAfter = 0; // of broken rules
    bool isValid = false;                           // no rule is broken any more
    std::vector<std::string> clears = {};           // rules that hold afterwards, advisories too
    std::vector<std::string> breaks = {};           // rules that held before
    std::string change = {}; // "set size from (3, 4) to (3, 8)"; empty: more than a sentence
};

// One way to mend a finding. What it would do is planned when asked for.
struct Repair {
    std::string id;                            // stable within a tensor: "sort-slices"
    std::string title;                         // "sort the entries of each slice"
    bool lossless = true;                      // everything that was stored is still there, with its value
    std::vector<std::string> clears;           // rules that hold afterwards
    std::string effect = {};                   // what its title does not tell: "may round values"; or empty
    bool invents = false;                      // stores elements that were not there
    bool reshapes = false;                     // sets the size of the tensor
    bool movesEntries = false;                 // what is wrong elsewhere is harder to find after it
    bool setsOneNumber = false;                // of an index member, and changes nothing else
    std::string reason = {};                   // why these numbers: "the number of entries"; or empty
    std::optional<RepairOutcome> outcome = {}; // nothing: the tensor is too large to try it out unasked
    // The place in the report's list of the misreading that takes the tensor for what this repair gives.
    std::optional<std::size_t> reading = {};
    bool isGuess = false; // sets numbers of which nothing says that these are the wrong ones
};

// What a layout can say about its own broken tensors. All of it looks at a reading and at the findings made of it;
// nothing here is asked of a valid tensor except misreadings().
struct Advice {
    // Likely causes, best first. Also marks the findings that follow from others (`consequenceOf`).
    void (*causes)(const Reading&, Report&) = nullptr;
    // Other ways to read the members; the engine checks each and keeps those that explain the findings.
    std::vector<Reinterpretation> (*reinterpretations)(const Reading&, const Report&) = nullptr;
    // Repairs for what was found, those that lose nothing first.
    std::vector<Repair> (*repairs)(const Reading&, const Report&) = nullptr;
    // The edits that one of them makes.
    Result<EditList> (*plan)(const Reading&, const Report&, std::string_view repair) = nullptr;
};

} // namespace tscope
