// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"

#include <cstdint>
#include <span>

namespace tscope::cpu {

// Softmax over the last dim: each line x becomes exp(x - max) / sum of these, computed in float (f64: in double)
// and rounded once. T: f16, bf16, f32, f64; strides in elements, any sign, elements aligned. A line of nothing
// stays that; one that holds a NaN or an infinity becomes what the formula gives, as elsewhere. Returns whether it
// ran to its end. A nested tensor's softmax is this for each of its components.
template <class T>
bool softmaxOfLines(std::span<const std::int64_t> sizes, const T* from, std::span<const std::int64_t> fromStrides,
                    T* to, std::span<const std::int64_t> toStrides, const Watch& watch = {});

} // namespace tscope::cpu
