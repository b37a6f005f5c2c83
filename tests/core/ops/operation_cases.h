// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/op_spec.h"
#include "support/small_tensors.h"

#include <functional>
#include <string>
#include <vector>

namespace tscope::test {

// One call, and what must come out by a plain loop over all elements.
struct OperationCase {
    std::string what;
    std::vector<Tensor> inputs;
    std::vector<std::string> params;
    Extents size;                  // of the result
    std::function<Logical()> want; // elements that are not listed are zero
    bool wraps = false;            // numbers may leave their type: compare with the reference only
};

// Small calls of an operation on inputs of these layouts and this type: extents of 0 and 1, empty rows, batches,
// blocks, dense tails. None where the layouts have no meaning together.
std::vector<OperationCase> casesOf(std::string_view op, const std::vector<std::string_view>& layouts, DType dtype,
                                   DType indexDType, SmallTensors& make);

} // namespace tscope::test
