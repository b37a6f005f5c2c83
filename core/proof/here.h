// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "tensor/tensor.h"

#include <span>

namespace tscope {

// A tensor may be sound though its values are on a device that is declared only, so that no byte of them can be
// read, or are of a type that nobody here knows. The error says which member that is.
Result<void> checkIsHere(const Tensor& tensor);

// Whether all of these live on that device, as far as they say so: every member, but for tables that the host has
// anyway. A single number may come from the host to others.
bool liveOn(std::span<const Tensor* const> tensors, const Device& device);

// The same tensor as living on that device: some members of a result may be new, others shared with what lived
// elsewhere, or bytes that are here but were said to be on a device where they were saved from. Tables that the
// host needs are the host's. Nothing is copied that lies in one run.
Tensor livingOn(Tensor tensor, const Device& device);

} // namespace tscope
