// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/diff.h"

#include <functional>
#include <optional>

namespace tscope {

// The first place in which the members of two tensors differ as bytes: {member, slot}, in role and row-major
// order; {member, 0} where it is not the elements that differ. Members that can't be read are equal when their
// metadata is. What it says of tensors is not to be used when it was stopped.
std::optional<DifferentPlace> firstOtherBytes(const Tensor& a, const Tensor& b, const Watch& watch);

// What two members of one role are besides their contents.
bool haveSameForm(const Member& a, const Member& b);

// Whether the slots of two members mean the same: readable, of one type and one shape.
bool haveComparableSlots(const Member& a, const Member& b);

// Visits the slots (row-major positions) in which they differ, in order, until the visitor says false or the watch
// stops. Precondition: haveComparableSlots().
void forEachOtherSlot(const Array& a, const Array& b, const Watch& watch,
                      const std::function<bool(std::int64_t slot)>& visit);

} // namespace tscope
