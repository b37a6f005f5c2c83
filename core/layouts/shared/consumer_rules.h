// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/rule.h"
#include "element/dtype.h"

#include <optional>

namespace tscope {

class Reading;

// Rules that SciPy and cuSPARSE ask of the members of any layout (contracts.md, section 5).

void valuesTypeOfScipy(const Reading& reading, RuleRun& run);    // SP-2
void valuesTypeOfCusparse(const Reading& reading, RuleRun& run); // CU-1
void membersHaveMemory(const Reading& reading, RuleRun& run);    // CU-9
void deviceMembersAligned(const Reading& reading, RuleRun& run); // CU-10

// The largest number an index type holds, for 1.6. Nothing unless int32 or int64.
std::optional<std::int64_t> largestIndex(const DType& dtype);

inline constexpr std::string_view valuesTypeOfScipyText =
    "values are bool, int8..int64, uint8..uint64, float32, float64, complex64 or complex128";
inline constexpr std::string_view valuesTypeOfCusparseText =
    "values are int8, int32, float16, bfloat16, float32, float64, complex32, complex64 or complex128";
inline constexpr std::string_view membersHaveMemoryText = "each member that has elements has memory";
inline constexpr std::string_view deviceMembersAlignedText =
    "the address of each device member is a multiple of its element size";

} // namespace tscope
