// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/report.h"
#include "base/result.h"
#include "facts/info.h"

#include <string>

namespace tscope {

// The facts as sentences for people, the same ones in the terminal and in the window. Names that a file brought
// are in them as they came: who prints them sees to what a terminal would make of them.

std::string titleOf(const std::string& name);  // "(tensor)" for the one without a name
std::string sizeText(const Outline& outline);  // "(2, *, 3)"; "(?)" when not known
std::string summaryOf(const TensorInfo& info); // "csr (3, 4) float32, 8 stored, 112 bytes"
// "plain (col_indices): int64 (8,) ..."; `role`: what the role is called there, if not by its name.
std::string memberText(const MemberInfo& member, const TensorInfo& tensor, const std::string& role = {});
std::string countText(std::int64_t count, const std::string& noun); // "1 value", "5,000,000 values"
std::string bytesText(std::int64_t count);                          // "5 bytes", "76.3 MiB"
std::string placesText(std::int64_t count);                         // "1 place", "5 places"
// "valid under pytorch; 1 advisory", "broken under scipy: 2 rules, 5 places"
std::string verdictText(const Report& report);
// Of what was read of a damaged input, as Document::partly says how much that is; empty: all of it.
std::string verdictText(const Report& report, const std::string& partly);
std::string repairText(const Repair& repair);          // its title, and what it costs in brackets
std::string outcomeText(const RepairOutcome& outcome); // "valid after it", "7 -> 4 places" with an arrow
std::string sentenceOf(const Error& error);            // what failed, and where if that is known

} // namespace tscope
