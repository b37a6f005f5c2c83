// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/transform.h"
#include "tensor/tensor.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// What one step made of one tensor.
struct ViewResult {
    std::vector<Tensor> tensors;
    std::string_view kernel;
    bool isView = true;
    std::int64_t bytesMoved = 0;
    std::string why = {}; // it is no view
};

// The view operations of one family of layouts.
struct LayoutViews {
    std::string_view family;
    std::span<const ViewOp> ops;
    Result<ViewResult> (*apply)(const Tensor&, const ViewStep&, std::int64_t maxBytes) = nullptr;
};

const LayoutViews& stridedViews();
const LayoutViews& compressedViews();
const LayoutViews& nestedViews();
const LayoutViews& jaggedViews();

// Tensors that a step may make, of all that come to it.
inline constexpr std::int64_t maxParts = 1 << 16;

// The integer argument at a place. Precondition: the chain was read by parseSteps(), which completes arguments.
std::int64_t integerArgument(const ViewStep& step, std::size_t place);

} // namespace tscope
