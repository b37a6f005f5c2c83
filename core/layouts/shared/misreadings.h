// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "layouts/shared/rewrites.h"

#include <optional>

namespace tscope {

// Other ways in which the bytes of an index member can be meant.

// Each number one less, as if counted from 1; nothing when it has none or one is below 1.
std::optional<Array> fromOne(const Member& member);

// The bytes read as integers of the other usual width (int32 or int64): the last dim halved or doubled.
std::optional<Array> otherWidth(const Array& array);
// The same number of elements of the other width: the storage is long enough for that, or only half as long as it
// would have to be.
std::optional<Array> sameLengthOtherWidth(const Array& array);

// The same numbers as int64, for what takes no other type; nothing of nothing.
std::optional<Array> asInt64(const std::optional<Array>& array);

// Each number divided by `width`; nothing when one is no multiple of it.
std::optional<Array> dividedBy(const Member& member, std::int64_t width);

// 0 and then the running sums along the last dim, as pointers are made of counts. With `hasZero` the first number
// is kept as the leading 0.
std::optional<Array> runningSums(const Member& member, bool hasZero);

// A 0 before the numbers of each row along the last dim.
std::optional<Array> withLeadingZero(const Member& member);

// The tensor with other arrays in these roles.
Tensor replaced(Tensor tensor, std::string_view role, Array array);

} // namespace tscope
