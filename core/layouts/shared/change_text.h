// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "tensor/tensor.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tscope {

// One integer of a member that is set.
struct SlotChange {
    std::string_view member; // its role
    std::int64_t slot = 0, to = 0;
};

// "set crow_indices[3] from 9 to 5". Precondition: the member is readable and has the slot.
std::string changeText(const Tensor& tensor, const SlotChange& change);

struct TensorChange {
    std::string text;
    bool isOneNumber = false; // of an index member
};

// The same of two tensors that differ by a shape, strides, an offset, a type, a size, or by up to `mostSlots` (at
// most 2) numbers. Nothing where they differ by more, or when the watch stops.
std::optional<TensorChange> changeBetween(const Tensor& before, const Tensor& after, std::size_t mostSlots,
                                          const Watch& watch = {});

// "set crow_indices[3] from 9 to 5, the number of entries"; a reason may be empty.
std::string withReason(const std::string& change, const std::string& reason);

} // namespace tscope
