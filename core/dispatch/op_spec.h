// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/form.h"
#include "base/result.h"
#include "dispatch/kernel_key.h"
#include "dispatch/params.h"
#include "tensor/tensor.h"

#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace tscope {

struct OpInput {
    std::string_view name, meaning;
    bool mayBeNumber = false; // instead of a tensor
    bool onlyPlaces = false;  // of its entries the values mean nothing
};

// What the layouts of the inputs come to: those that a kernel is looked up for, after views that cost nothing.
struct LayoutPlan {
    std::vector<std::string_view> kernel;
    std::string_view kernelResult;
    std::string_view result;        // after a last view that costs nothing
    std::string_view kernelOp = {}; // whose kernels do it; empty: those of the operation
};

// One call, ready for a kernel.
struct OpPlan {
    std::vector<Tensor> inputs; // views of those that were given, in the layouts of the LayoutPlan
    Form result;                // of what the kernel writes
    DType computing;            // the values of all inputs are cast to it
    Params params;              // for the kernel
    std::function<Result<Tensor>(Tensor)> finish = {}; // what comes out, as a view of what the kernel wrote
};

// What a call has to move and to compute at the least.
struct OpCost {
    std::int64_t bytes = 0, flops = 0;
};

// An operation, all that commands, dialogs, the support table and timing know of it.
struct OpSpec {
    std::string_view name, summary;
    std::span<const OpInput> inputs;
    std::span<const ParamSpec> params;
    // Which of these layouts have a meaning together; the error of others says why they have none.
    Result<LayoutPlan> (*layouts)(std::span<const std::string_view> inputs) = nullptr;
    // Fails where sizes or types have no meaning together.
    Result<OpPlan> (*plan)(std::span<const Tensor> inputs, const Params& params) = nullptr;
    // Multiplications and additions of a call.
    std::int64_t (*flops)(const OpPlan& plan) = nullptr;
    // Those that only a look at each entry tells: asked for where a call is measured. Null: `flops` has all.
    std::int64_t (*flopsByEntries)(const OpPlan& plan) = nullptr;
    // Whether the values of the inputs are all that counts, not where they stand. Null: it is not.
    bool (*needsValuesOnly)(const OpPlan& plan) = nullptr;
    // The operation on a block diagonal matrix acts on each block alone.
    bool keepsBatchesApart = false;
};

inline KernelKey keyOf(const OpSpec& op, const LayoutPlan& plan, std::string_view device)
{
    return {plan.kernelOp.empty() ? op.name : plan.kernelOp, device, plan.kernel, plan.kernelResult};
}

} // namespace tscope
