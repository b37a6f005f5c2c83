// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/advice.h"
#include "layouts/compressed/missing_index.h"
#include "layouts/compressed/repair_plans.h"
#include "layouts/compressed/slices.h"
#include "layouts/shared/member_rules.h"
#include "layouts/shared/mends.h"

#include <algorithm>

namespace tscope::compressed {

namespace {

Effect truncationEffect(const Reading& reading, const Report&)
{
    return hasUnequalCounts(reading)
               ? loses("which one is missing is not known; values may belong to other {others}")
               : dropsEntries;
}

// Nothing says which of the two entries is wrong, or whether any is.
constexpr Effect guessesIndex{.lossless = false, .words = "overwrites indices", .isGuess = true};

constexpr Mend mends[]{
    {"retag", "take the layout tag away: the members are of this layout", nothingLost, "2.4", takeTagAway},
    {"take-as-strided", "take the members as the strided arrays they are held as", nothingLost, "2.1 2.2 2.3",
     takeAsStrided},
    {"cast-indices", "cast the index members to one index type", nothingLost, "1.1 1.2 1.3", castIndices},
    {"declare-index-dtype", "declare the index type that both members have", nothingLost, "1.1 1.2 1.3",
     declareIndexDType, hasOneIndexType},
    {"declare-dtype", "declare the element type that the values have", nothingLost, "1.4", declareDType},
    {"cast-values", "cast the values to the declared element type", roundsValues, "1.4", castValues},
    {"cast-to-known", "cast the values to a type that consumers take", nothingLost, "1.5 SP-2 CU-1",
     castValuesToKnown},
    {"widen-indices", "widen the index members to int64", nothingLost, "1.6", widenIndices},
    {"move-members", "move all members to one device", nothingLost, "4.1 4.2 4.3 4.4 CU-9", moveMembers},
    {"declare-device", "declare the device that all members are on", nothingLost, "4.2 4.3 4.4", declareDevice,
     hasOneDevice},
    {"unpin-members", "take all members out of pinned memory", nothingLost, "4.5", unpinMembers},
    {"detach-members", "detach the index members from the gradient", nothingLost, "6.1", detachMembers},
    {"make-contiguous", "copy members into contiguous memory", nothingLost, "3.5 3.6 3.7 CU-10", makeContiguous},
    {"append-zeros", "append zeros to the storage that is too short", addsZeros, "STR-2.1", growStorages,
     isStorageNearlyEnough},
    {"reshape-pointers", "give {compressed} a dim", nothingLost, "3.2", planReshapePointers},
    {"reshape-plain", "give {plain} the dims of {compressed}", nothingLost, "3.3", planReshapePlain},
    {"reshape-values", "give {values} the dims of {plain} and the blocks", nothingLost, "3.4", planReshapeValues},
    {.id = "insert-pointers",
     .title = "insert the missing pointers where the order of entries breaks",
     .clears = "3.8",
     .plan = planInsertPointers,
     .applies = areMissingPointersTold,
     .says = insertTitle},
    {.id = "remove-pointer",
     .title = "remove the pointer that is too many",
     .clears = "3.8",
     .plan = planRemovePointer,
     .applies = isOnePointerTooMany,
     .says = removeTitle,
     .effectHere = removalEffect},
    {.id = "fit-pointers",
     .title = "complete or cut {compressed} to the size",
     .clears = "3.8",
     .plan = planFitPointers,
     .effectHere = fitEffect},
    {"shift-pointers", "subtract the first pointer from all of {compressed}", nothingLost, "5.1 5.2",
     planShiftPointers, hasNoStep},
    {.id = "restore-pointer",
     .title = "set the wrong pointers to where the order of entries breaks",
     .clears = "5.3 5.6 CU-4 CU-5",
     .plan = planRestorePointers,
     .applies = areInnerPointersWrong,
     .oneChange = restoredPointer,
     .reason = "where the order of entries breaks",
     .says = restoreTitle,
     .effectHere = restoreEffect},
    {"zero-first-pointer", "set the first pointer to 0", nothingLost, "5.1", planZeroFirst, nullptr,
     onlyFirstPointer},
    {"set-last-pointer", "set the last pointer to the number of entries", nothingLost, "5.2", planSetLast, nullptr,
     onlyLastPointer, "the number of entries"},
    {.id = "extend-size",
     .title = "extend the size so that all indices are inside and blocks are whole",
     .effect = changesShape,
     .clears = "3.1 5.5",
     .plan = planExtendSize,
     .applies = isExtendable,
     .numbers = largestIndexText,
     .says = extendTitle},
    {.id = "sort-slices",
     .title = "sort the entries of each {slice}, with their values",
     .clears = "5.6 CU-5",
     .plan = planSort,
     .applies = isSortable,
     .says = sortTitle,
     .effectHere = sortEffect,
     .movesEntries = true},
    {"infer-size", "set the size that the members tell", changesShape, "3.1 3.8 3.10 3.11", inferSize, isSizeTold,
     nullptr, "what the members tell"},
    {"refresh-numel", "count the elements anew", nothingLost, "3.11", refreshNumel},
    {.id = "append-values",
     .title = "append zeros for the indices that have no values",
     .effect = inventsValues,
     .clears = "3.9 5.2",
     .plan = planAppendValues,
     .applies = lacksSomeValues,
     .says = appendedText},
    {.id = "truncate-entries",
     .title = "drop the entries that {plain} or {values} lacks",
     .clears = "3.9 5.2",
     .plan = planTruncateEntries,
     .says = truncatedText,
     .effectHere = truncationEffect},
    {"order-pointers", "change the fewest pointers of {compressed} so that none falls",
     loses("loses which {slice} has which entries"), "5.1 5.2 5.3", planOrderPointers, hasFallingPointers,
     onlyOrderedPointer, "the nearest that does not fall"},
    {"truncate-tail", "drop the entries behind the last pointer", loses("loses entries that no {slice} has"),
     "5.2", planTruncateTail},
    {"wrap-negative", "count negative indices from the end", changesIndices, "5.4", planWrapNegative, nullptr,
     onlyWrapped, "counted from the end"},
    {"drop-out-of-range", "drop the entries whose index is out of range", dropsEntries, "5.4 5.5", planDrop,
     arePointersFine},
    {.id = "clamp-indices",
     .title = "set indices that are out of range to the nearest that their neighbours allow",
     .effect = changesIndices,
     .clears = "5.4 5.5",
     .plan = planClamp,
     .oneChange = onlyClamped,
     .numbers = clampReason},
    {.id = "set-misplaced",
     .title = "set the index that breaks the order to a number between its neighbours",
     .effect = changesIndices,
     .clears = "5.6 CU-5",
     .plan = planSetMisplaced,
     .applies = hasMisplacedIndex,
     .oneChange = misplacedIndex,
     .numbers = misplacedReason},
    {.id = "swap-indices",
     .title = "swap only the two indices; their values stay",
     .effect = loses("gives each of the two values the other's index"),
     .clears = "5.6 CU-5",
     .plan = planSwapIndices,
     .applies = areIndicesSwapped,
     .says = swapTitle},
    {"sum-duplicates", "sort the entries of each {slice} and add those with the same index", mergesEntries,
     "5.3 5.6 CU-4 CU-5", planSum},
    {"keep-first-duplicates", "sort the entries of each {slice} and keep the first of those with the same index",
     loses("loses the values of the others"), "5.3 5.6 CU-4 CU-5", planKeepFirst, hasDuplicates},
    {"keep-last-duplicates", "sort the entries of each {slice} and keep the last of those with the same index",
     loses("loses the values of the others"), "5.3 5.6 CU-4 CU-5", planKeepLast, hasDuplicates},
    {.id = "set-repeated",
     .title = "set one of the two equal indices to a number between its neighbours",
     .effect = guessesIndex,
     .clears = "5.6 CU-4 CU-5",
     .plan = planSetRepeated,
     .applies = hasRepeatedIndex,
     .oneChange = repeatedIndex,
     .numbers = repeatedReason},
};

} // namespace

std::vector<Repair> repairs(const Reading& reading, const Report& report)
{
    auto out = offered(reading, report, mends);
    // Pointers and indices are mended in lists of their own; what repeats its storage too often has none.
    const auto isListed = [&](std::string_view role) { return !whyTooRepeated(reading.tensor().member(role)); };
    if (!isListed("compressed") || !isListed("plain"))
        std::erase_if(out, [](const Repair& repair) {
            return std::ranges::any_of(repair.clears, [](const auto& rule) { return rule.starts_with("5."); });
        });
    return out;
}

Result<EditList> plan(const Reading& reading, const Report& report, std::string_view repair)
{
    return planned(reading, report, mends, repair);
}

} // namespace tscope::compressed