// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/transform.h"
#include "convert/route.h"
#include "tensor/tensor.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tscope {

struct Transformed {
    std::vector<Tensor> tensors; // several after unbind, chunk or split
    std::vector<RouteStep> route;
    std::vector<std::string> losses = {}; // elements that a step takes from outside the storage
};

struct TransformOptions {
    std::int64_t maxBytes = 0; // what one copy may take; 0: half of the machine's memory
};

// Applies a chain of view operations. Strided tensors take all of PyTorch's; compressed ones transpose their two
// sparse dims; nested and jagged ones what is listed for them in ViewOp. Fails with the reason `shape` or
// `strides` where a view is asked for that does not exist, and with `unsupported` where a layout has no such
// operation or a copy would take too much memory.
Result<Transformed> transform(const Tensor& tensor, std::span<const ViewStep> steps,
                              const TransformOptions& options = {});

// Which of these operations a layout has; what `tscope ops` lists.
std::vector<ViewOp> viewOpsOf(const Layout& layout);

} // namespace tscope
