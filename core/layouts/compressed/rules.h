// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/rule.h"

#include <span>

namespace tscope::compressed {

// All rules that are asked of csr, csc, bsr and bsc, in the order of the catalogue; then those of single
// contracts.
std::span<const Rule> rules();

// metadata_rules.cpp
void compressedDType(const Reading&, RuleRun&);     // 1.1
void plainDType(const Reading&, RuleRun&);          // 1.2
void indexDType(const Reading&, RuleRun&);          // 1.3
void valuesDType(const Reading&, RuleRun&);         // 1.4
void supportedDType(const Reading&, RuleRun&);      // 1.5
void countsFitIndexDType(const Reading&, RuleRun&); // 1.6
void compressedStrided(const Reading&, RuleRun&);   // 2.1
void plainStrided(const Reading&, RuleRun&);        // 2.2
void valuesStrided(const Reading&, RuleRun&);       // 2.3
void layoutTag(const Reading&, RuleRun&);           // 2.4
void deviceSupported(const Reading&, RuleRun&);     // 4.1
void compressedDevice(const Reading&, RuleRun&);    // 4.2
void plainDevice(const Reading&, RuleRun&);         // 4.3
void valuesDevice(const Reading&, RuleRun&);        // 4.4
void pinnedAlike(const Reading&, RuleRun&);         // 4.5
void metaIsEmpty(const Reading&, RuleRun&);         // 4.6
void noIndexGradient(const Reading&, RuleRun&);     // 6.1

// shape_rules.cpp
void sizeShape(const Reading&, RuleRun&);          // 3.1
void compressedRank(const Reading&, RuleRun&);     // 3.2
void plainRank(const Reading&, RuleRun&);          // 3.3
void valuesRank(const Reading&, RuleRun&);         // 3.4
void compressedAdjacent(const Reading&, RuleRun&); // 3.5
void plainAdjacent(const Reading&, RuleRun&);      // 3.6
void valuesContiguous(const Reading&, RuleRun&);   // 3.7
void compressedShape(const Reading&, RuleRun&);    // 3.8
void plainShape(const Reading&, RuleRun&);         // 3.9
void valuesShape(const Reading&, RuleRun&);        // 3.10
void elementCount(const Reading&, RuleRun&);       // 3.11
void sizeCountable(const Reading&, RuleRun&);      // 3.12

// data_rules.cpp
void firstPointerIsZero(const Reading&, RuleRun&);  // 5.1
void lastPointerIsStored(const Reading&, RuleRun&); // 5.2
void pointerSteps(const Reading&, RuleRun&);        // 5.3
void plainNotNegative(const Reading&, RuleRun&);    // 5.4
void plainBelowExtent(const Reading&, RuleRun&);    // 5.5
void plainIncreasing(const Reading&, RuleRun&);     // 5.6

// contract_rules.cpp
void cusparseCounts(const Reading&, RuleRun&);     // CU-2
void squareBlocks(const Reading&, RuleRun&);       // CU-3
void distinctInSlice(const Reading&, RuleRun&);    // CU-4
void sortedInSlice(const Reading&, RuleRun&);      // CU-5
void cusparseDims(const Reading&, RuleRun&);       // CU-7
void scipyDims(const Reading&, RuleRun&);          // SP-1
void indicesAreIntegers(const Reading&, RuleRun&); // SP-3

} // namespace tscope::compressed
