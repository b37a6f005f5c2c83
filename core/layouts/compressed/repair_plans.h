// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/reading.h"
#include "anatomy/report.h"
#include "layouts/shared/mends.h"
#include "tensor/edit.h"

#include <optional>
#include <string>
#include <vector>

namespace tscope::compressed {

// What each repair of a compressed tensor would do, and whether it can be offered at all. The table that names
// them is in advice_repairs.cpp.

// Lengths, shapes and the size.
Result<EditList> planReshapePointers(const Reading& reading, const Report& report);
Result<EditList> planReshapePlain(const Reading& reading, const Report& report);
Result<EditList> planReshapeValues(const Reading& reading, const Report& report);
Result<EditList> planExtendSize(const Reading& reading, const Report& report);
std::string largestIndexText(const Reading& reading, const Report& report); // why the size is extended so far
std::string extendTitle(const Reading& reading, const Report& report);
bool isExtendable(const Reading& reading, const Report& report);

// The number of pointers.
Result<EditList> planInsertPointers(const Reading& reading, const Report& report);
bool areMissingPointersTold(const Reading& reading, const Report& report);
std::string insertTitle(const Reading& reading, const Report& report);
Result<EditList> planRemovePointer(const Reading& reading, const Report& report);
bool isOnePointerTooMany(const Reading& reading, const Report& report);
std::string removeTitle(const Reading& reading, const Report& report);
Effect removalEffect(const Reading& reading, const Report& report);
Result<EditList> planFitPointers(const Reading& reading, const Report& report);
Effect fitEffect(const Reading& reading, const Report& report);

// Pointers.
Result<EditList> planShiftPointers(const Reading& reading, const Report& report);
Result<EditList> planZeroFirst(const Reading& reading, const Report& report);
Result<EditList> planSetLast(const Reading& reading, const Report& report);
bool hasNoStep(const Reading& reading, const Report& report);
Result<EditList> planRestorePointers(const Reading& reading, const Report& report);
bool areInnerPointersWrong(const Reading& reading, const Report& report);
Effect restoreEffect(const Reading& reading, const Report& report);
Result<EditList> planOrderPointers(const Reading& reading, const Report& report);
bool hasFallingPointers(const Reading& reading, const Report& report);
Result<EditList> planTruncateTail(const Reading& reading, const Report& report);

// The pointer that is set, where it is one.
std::optional<SlotChange> onlyFirstPointer(const Reading& reading, const Report& report);
std::optional<SlotChange> onlyLastPointer(const Reading& reading, const Report& report);
std::optional<SlotChange> onlyOrderedPointer(const Reading& reading, const Report& report);
std::optional<SlotChange> restoredPointer(const Reading& reading, const Report& report);
// All that are set; none of a large tensor.
std::vector<SlotChange> restoredPointers(const Reading& reading, const Report& report);
// Titles that name the pointers; empty where there are none to name.
std::string restoreTitle(const Reading& reading, const Report& report);
std::string sortTitle(const Reading& reading, const Report& report);
Effect sortEffect(const Reading& reading, const Report& report);

// Entries: bounds, order, duplicates.
Result<EditList> planWrapNegative(const Reading& reading, const Report& report);
Result<EditList> planClamp(const Reading& reading, const Report& report);
Result<EditList> planDrop(const Reading& reading, const Report& report);
Result<EditList> planSort(const Reading& reading, const Report& report);
Result<EditList> planSum(const Reading& reading, const Report& report);
Result<EditList> planKeepFirst(const Reading& reading, const Report& report);
Result<EditList> planKeepLast(const Reading& reading, const Report& report);
Result<EditList> planSetMisplaced(const Reading& reading, const Report& report);
bool hasMisplacedIndex(const Reading& reading, const Report& report);
std::optional<SlotChange> misplacedIndex(const Reading& reading, const Report& report);
std::string misplacedReason(const Reading& reading, const Report& report);
Result<EditList> planSetRepeated(const Reading& reading, const Report& report);
bool hasRepeatedIndex(const Reading& reading, const Report& report);
std::optional<SlotChange> repeatedIndex(const Reading& reading, const Report& report);
std::string repeatedReason(const Reading& reading, const Report& report);
Result<EditList> planSwapIndices(const Reading& reading, const Report& report);
bool areIndicesSwapped(const Reading& reading, const Report& report);
std::string swapTitle(const Reading& reading, const Report& report);
bool hasDuplicates(const Reading& reading, const Report& report);
std::optional<SlotChange> onlyWrapped(const Reading& reading, const Report& report);
std::optional<SlotChange> onlyClamped(const Reading& reading, const Report& report);
std::string clampReason(const Reading& reading, const Report& report);
bool isSortable(const Reading& reading, const Report& report);

// For all of them.
Error notPossible();
bool isBroken(const Report& report, std::initializer_list<std::string_view> rules);
bool arePointersFine(const Reading& reading, const Report& report);

} // namespace tscope::compressed
