// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/rule.h"

#include <span>

namespace tscope {

// All rules of coo, in the order in which findings are shown.
std::span<const Rule> cooRules();

namespace coo {

// COO-5.1 5.2 5.3: over the coordinates.
void notNegative(const Reading& reading, RuleRun& run);
void belowExtent(const Reading& reading, RuleRun& run);
void orderAsClaimed(const Reading& reading, RuleRun& run);

// What other contracts ask.
void fitIndexType(const Reading& reading, RuleRun& run);              // 1.6
void twoSparseNoDense(const Reading& reading, RuleRun& run);          // CU-7
void scipyDims(const Reading& reading, RuleRun& run);                 // SP-1
void placesCountable(const Reading& reading, RuleRun& run);           // CU-2
void noCoordinatesTwice(const Reading& reading, RuleRun& run);        // SP-4
void noCoordinatesTwiceInPlane(const Reading& reading, RuleRun& run); // CU-4
void rowsNotFalling(const Reading& reading, RuleRun& run);            // CU-6
void unitStrides(const Reading& reading, RuleRun& run);               // CU-8

} // namespace coo

} // namespace tscope
