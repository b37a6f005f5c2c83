// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/tensor.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace tscope {

// New arrays out of old ones, for repairs, other readings and made tensors. Each keeps the label (device, pinning)
// of what it came from, and costs at most a few times its bytes.

// Bytes that a plan takes while it rewrites the integers of a member.
std::int64_t bytesToRewrite(const Member& member);
// The elements of a readable member of integers; nothing when it is none, repeats its storage too often, or when
// bytesToRewrite() is more than memoryBudget().
std::optional<std::vector<std::int64_t>> integersOf(const Member& member);

// Integers in a new row-major array that is otherwise like `like`; nothing when one does not fit its type.
std::optional<Array> integerArray(Extents sizes, std::span<const std::int64_t> values, const Array& like);

// The same array with its bytes copied to a storage of another label.
Result<Array> relabelled(const Array& array, const Storage::Label& label);

// The same elements in another type. Fails when one does not fit; with `exact`, when one would be rounded.
Result<Array> cast(const Array& array, const DType& type, bool exact);

// The same elements, row-major, under another shape with as many elements.
Result<Array> reshaped(const Array& array, Extents sizes);

// The elements of an array in groups along a dim: `picks` names for each batch (the dims before `dim`) the group
// that comes to each of `count` places. Where a pick holds several groups they are added.
// An array without bytes gives one without bytes.
struct Picks {
    std::int64_t count = 0;                                        // places per batch
    std::vector<std::int64_t> first;                               // batches * count: the group to take; -1: zeros
    std::vector<std::pair<std::int64_t, std::int64_t>> added = {}; // (place, group): added to that place
};
Result<Array> gathered(const Array& array, int dim, const Picks& picks);

} // namespace tscope
