// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/advice.h"
#include "tensor/tensor.h"

#include <optional>

namespace tscope {

// The slot that a cause names; nothing for one about metadata.
std::optional<Slots> placeOf(const Tensor& tensor, const Cause& cause);

// The part of a cause's text that names its place, as bytes: "crow_indices[1]", "entry 59", or the member alone.
// The whole text where it names the place in other words.
struct TextRange {
    std::size_t begin = 0, end = 0;
};
TextRange namedPart(const Tensor& tensor, const Cause& cause);

} // namespace tscope
