// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/call.h"
#include "dispatch/op_spec.h"
#include "proof/prove.h"

#include <string>
#include <vector>

namespace tscope::probe {

// What is measured: an operation with its inputs, or a conversion of the only input.
struct Workload {
    std::string name;           // "matmul csr, x of 32"
    const OpSpec* op = nullptr; // null: a conversion
    std::vector<Sound> inputs;
    std::vector<std::string> params = {}; // of the operation
    std::string layout = {};              // that is converted to
    std::array<std::int64_t, 2> block{1, 1};
    bool isExact = true; // the same bits as the processor's are wanted
};

// The same, ready for one kernel or another, with what the processor makes of it.
struct PlannedWork {
    std::vector<KernelChoice> choices; // of the device, for these types
    std::vector<Tensor> inputs;
    Form result;
    Params params;
    std::int64_t flops = 0;
    Tensor wanted;
    double processorSeconds = 0; // one run
};
Result<PlannedWork> planned(const Workload& work, std::string_view device);

} // namespace tscope::probe
