// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/witness.h"
#include "tensor/tensor.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tscope {

// What a slot says that opens slices or components in another member: a pointer begins one of them and ends the
// one before it. Numbers are counted within the batch entry.
struct PointerPlace {
    std::optional<std::int64_t> begins, ends;
};

// Nothing where the slot is none of a pointer or an offset.
std::optional<PointerPlace> pointerPlace(const Tensor& tensor, const Slots& slot);

// "begins row 2 and ends row 1". Empty where the slot is none of a pointer or an offset.
std::string pointerText(const Tensor& tensor, const Slots& slot);

} // namespace tscope
