// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/rule.h"
#include "tensor/tensor.h"

#include <optional>
#include <span>
#include <string>

namespace tscope {

// What all layouts ask of their members, and when elements of a member may be read by a rule.

// STR-2.1 asked of every member: one witness per member that reaches outside its storage.
void memberInBounds(const Reading& reading, RuleRun& run);

// Why the elements of an index member can't be read: not strided, meta, out of bounds, not integers, metadata
// only. Nothing when they can.
std::optional<std::string> whyIndexUnreadable(const Member& member);

// Catalogue 1.10: a rule that reads a member looks at `folded` dims (stride 0) once. Even so, a member with more
// than 8 times as many elements as its storage holds is not read: the reason, "plain: 800 elements out of 59
// stored".
std::optional<std::string> whyTooRepeated(const Member& member, std::span<const int> foldedDims = {});
inline constexpr std::int64_t repetitionLimit = 8;

// 1.5, COO-1.3: bool, u8, i8..i64, f16, bf16, f32, f64, c32, c64, c128 (or a text's own list).
bool isSupportedDType(const DType& dtype, Wording wording);
// 4.1, COO-4.1.
bool isSupportedDevice(const Device& device, Wording wording);

} // namespace tscope
