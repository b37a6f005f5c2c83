// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/transform.h"
#include "tensor/tensor.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tscope {

// One step of what was done, and what it cost.
struct RouteStep {
    std::string op;     // "narrow(0, 2, 3)"
    std::string kernel; // "geometry", "rename members", "copy"
    std::string device = "cpu";
    std::int64_t bytesMoved = 0;
    bool view = true;     // the result shares the storages it was made of
    std::string why = {}; // it does not
};
std::string routeText(const RouteStep& step); // "narrow(0, 2, 3): view, 0 bytes moved"

struct Transformed {
    std::vector<Tensor> tensors; // several after unbind, chunk or split
    std::vector<RouteStep> route;
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
