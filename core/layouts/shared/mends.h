// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/advice.h"
#include "anatomy/report.h"
#include "layouts/shared/change_text.h"
#include "tensor/edit.h"
#include "tensor/tensor.h"

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// What a repair does to what is stored, beyond making its rules hold.
struct Effect {
    bool lossless = true;
    bool invents = false;        // stores elements that were not there
    std::string_view words = {}; // what its title does not say; a pattern
    bool reshapes = false;       // sets the size
    bool isGuess = false;        // sets numbers of which nothing says that these are the wrong ones
};
inline constexpr Effect nothingLost{};
inline constexpr Effect addsZeros{.lossless = true, .invents = true};
inline constexpr Effect inventsValues{.lossless = true, .invents = true, .words = "the added values are invented"};
inline constexpr Effect changesShape{
    .lossless = true, .invents = false, .words = "changes the shape", .reshapes = true};
constexpr Effect loses(std::string_view words)
{
    return {.lossless = false, .invents = false, .words = words};
}
inline constexpr Effect dropsEntries = loses("loses entries");
inline constexpr Effect mergesEntries = loses("merges duplicates by adding");
inline constexpr Effect changesIndices = loses("overwrites indices");
inline constexpr Effect roundsValues = loses("may round values");

// One row of a family's table of repairs: what it mends, and how. A family lists them in the order in which they
// are best done.
struct Mend {
    std::string_view id;
    std::string_view title; // a pattern, as a rule's statement is
    Effect effect = nothingLost;
    std::string_view clears;                                           // ids, a space between
    Result<EditList> (*plan)(const Reading&, const Report&) = nullptr; // fails where it can't help
    // Whether it can help here, without planning it; null: whenever one of its rules is broken.
    bool (*applies)(const Reading&, const Report&) = nullptr;
    // The one number that it sets, found without planning it, since a tensor may have 10^9 entries. Null, or
    // nothing where it sets several: what is tried out is compared with what was there.
    std::optional<SlotChange> (*oneChange)(const Reading&, const Report&) = nullptr;
    std::string_view reason = {}; // why these numbers, where its title names them; a pattern
    // The reason where it has numbers of its own; null: `reason`.
    std::string (*numbers)(const Reading&, const Report&) = nullptr;
    // The title where it has numbers of its own; null (or empty): `title`.
    std::string (*says)(const Reading&, const Report&) = nullptr;
    // The effect where it depends on what was found; null: `effect`.
    Effect (*effectHere)(const Reading&, const Report&) = nullptr;
    bool movesEntries = false; // and so hides which of them has a wrong index
};

// "col_indices[2]": the one place where these rules fail, if they fail at one only.
std::optional<Slots> onlyPlace(const Report& report, std::initializer_list<std::string_view> rules);

// The rows that can help with what was found: first those that lose nothing, then those that only add.
std::vector<Repair> offered(const Reading& reading, const Report& report, std::span<const Mend> table);
Result<EditList> planned(const Reading& reading, const Report& report, std::span<const Mend> table,
                         std::string_view id);

// Plans that every family shares.
Result<EditList> takeTagAway(const Reading& reading, const Report& report);       // claim declared_layout
Result<EditList> takeAsStrided(const Reading& reading, const Report& report);     // members that claim otherwise
Result<EditList> declareDType(const Reading& reading, const Report& report);      // what the values are
Result<EditList> declareIndexDType(const Reading& reading, const Report& report); // what the index members are
Result<EditList> declareDevice(const Reading& reading, const Report& report);     // where the values are
Result<EditList> castValues(const Reading& reading, const Report& report);        // to the declared type
Result<EditList> castValuesToKnown(const Reading& reading, const Report& report); // to one that consumers take
Result<EditList> castIndices(const Reading& reading, const Report& report);       // all index members to one type
Result<EditList> widenIndices(const Reading& reading, const Report& report);      // to int64
Result<EditList> moveMembers(const Reading& reading, const Report& report);       // to one device
Result<EditList> unpinMembers(const Reading& reading, const Report& report);
Result<EditList> detachMembers(const Reading& reading, const Report& report);
Result<EditList> makeContiguous(const Reading& reading, const Report& report); // all strided members
Result<EditList> growStorages(const Reading& reading, const Report& report);   // zeros behind what is there
Result<EditList> refreshNumel(const Reading& reading, const Report& report);
Result<EditList> inferSize(const Reading& reading, const Report& report);

bool hasOneIndexType(const Reading& reading, const Report& report);       // applies: declareIndexDType
bool hasOneDevice(const Reading& reading, const Report& report);          // applies: declareDevice
bool isStorageNearlyEnough(const Reading& reading, const Report& report); // applies: growStorages
bool isSizeTold(const Reading& reading, const Report& report);            // applies: inferSize

} // namespace tscope
