// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "dispatch/abi.h"
#include "dispatch/kernel_call.h"
#include "dispatch/op_spec.h"
#include "dispatch/trace.h"
#include "proof/prove.h"

#include <functional>
#include <memory>
#include <span>
#include <string>

namespace tscope {

struct RunOptions {
    std::string device = "cpu";
    const tscope_backend* only = nullptr; // null: the backends of the device, in their order
    std::int64_t maxBytes = 0;            // what copies and the result may take; 0: half of the machine's memory
    Watch watch = {};
    DispatchTrace* trace = nullptr; // set: told how far the call came, also where it fails
};

struct RunResult {
    Tensor tensor;
    DispatchTrace trace;
    OpCost cost;
};

// One operation. Where no kernel is for these layouts, rules or types, inputs are converted first, as the trace
// tells. Fails where the inputs have no meaning together and where there is no way round.
Result<RunResult> run(const OpSpec& op, std::span<const Sound> inputs, const Params& params,
                      const RunOptions& options = {});

// An operation up to the point where its kernel runs, to be done again and again.
struct PreparedRun {
    std::unique_ptr<KernelCall> call;
    std::function<Result<Tensor>(Tensor)> finish;          // what was taken from the call, as run() gives it
    std::function<OpCost(std::int64_t bytesWritten)> cost; // of one call
    DispatchTrace trace;                                   // how the kernel was found, and what inputs became
};
// Fails as run() does, but for what only shows when the kernel runs.
Result<PreparedRun> prepare(const OpSpec& op, std::span<const Sound> inputs, const Params& params,
                            const RunOptions& options = {});

} // namespace tscope
