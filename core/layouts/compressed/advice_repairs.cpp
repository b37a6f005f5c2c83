// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/advice.h"
#include "layouts/compressed/repair_plans.h"
#include "layouts/compressed/slices.h"
#include "layouts/shared/member_rules.h"
#include "layouts/shared/mends.h"

#include <algorithm>

namespace tscope::compressed {

namespace {

constexpr Mend mends[]{
    {"retag", "take the layout tag away: the members are of this layout", true, "2.4", takeTagAway},
    {"take-as-strided", "take the members as the strided arrays they are held as", true, "2.1 2.2 2.3",
     takeAsStrided},
    {"cast-indices", "cast the index members to one index type", true, "1.1 1.2 1.3", castIndices},
    {"declare-index-dtype", "declare the index type that both members have", true, "1.1 1.2 1.3",
     declareIndexDType, hasOneIndexType},
    {"declare-dtype", "declare the element type that the values have", true, "1.4", declareDType},
    {"cast-values", "cast the values to the declared element type", false, "1.4", castValues},
    {"cast-to-known", "cast the values to a type that consumers take", true, "1.5 SP-2 CU-1", castValuesToKnown},
    {"widen-indices", "widen the index members to int64", true, "1.6", widenIndices},
    {"move-members", "move all members to one device", true, "4.1 4.2 4.3 4.4 CU-9", moveMembers},
    {"declare-device", "declare the device that all members are on", true, "4.2 4.3 4.4", declareDevice,
     hasOneDevice},
    {"unpin-members", "take all members out of pinned memory", true, "4.5", unpinMembers},
    {"detach-members", "detach the index members from the gradient", true, "6.1", detachMembers},
    {"make-contiguous", "copy members into contiguous memory", true, "3.5 3.6 3.7 CU-10", makeContiguous},
    {"append-zeros", "append zeros to the storage that is too short", false, "STR-2.1", growStorages,
     isStorageNearlyEnough},
    {"reshape-pointers", "give compressed a dim", true, "3.2", planReshapePointers},
    {"reshape-plain", "give plain the dims of compressed", true, "3.3", planReshapePlain},
    {"reshape-values", "give values the dims of plain and the blocks", true, "3.4", planReshapeValues},
    {"fit-pointers", "complete or cut the pointers to the size", true, "3.8", planFitPointers},
    {"shift-pointers", "subtract the first pointer from all", true, "5.1 5.2", planShiftPointers, hasNoStep},
    {"restore-pointer", "set the wrong pointer to where the order of entries breaks", true, "5.3 5.6",
     planRestorePointer, isOnePointer},
    {"zero-first-pointer", "set the first pointer to 0", true, "5.1", planZeroFirst},
    {"set-last-pointer", "set the last pointer to the number of entries", true, "5.2", planSetLast},
    {"extend-size", "extend the size to what the indices and blocks need", true, "3.1 5.5", planExtendSize,
     isExtendable},
    {"sort-slices", "sort the entries of each slice", true, "5.6 CU-5", planSort, isSortable},
    {"infer-size", "set the size that the members tell", true, "3.1 3.8 3.10 3.11", inferSize, isSizeTold},
    {"refresh-numel", "count the elements anew", true, "3.11", refreshNumel},
    {"truncate-entries", "drop entries that plain or values lack", false, "3.9 5.2", planTruncateEntries},
    {"order-pointers", "raise each pointer to the largest before it", false, "5.1 5.2 5.3", planOrderPointers,
     hasFallingPointers},
    {"truncate-tail", "drop the entries behind the last pointer", false, "5.2", planTruncateTail},
    {"wrap-negative", "count negative indices from the end", false, "5.4", planWrapNegative},
    {"drop-out-of-range", "drop the entries whose index is out of range", false, "5.4 5.5", planDrop,
     arePointersFine},
    {"clamp-indices", "clamp indices into the range", false, "5.4 5.5", planClamp},
    {"sum-duplicates", "sort the entries of each slice and add those with the same index", false,
     "5.3 5.6 CU-4 CU-5", planSum},
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