// SPDX-License-Identifier: Apache-2.0
#include "cuda/probe/workload.h"

#include "base/memory_budget.h"
#include "convert/changes.h"
#include "convert/convert.h"
#include "cuda/probe/seconds.h"
#include "dispatch/operand.h"
#include "layouts/registry.h"

namespace tscope::probe {

namespace {

// Built for the types of the call.
std::vector<KernelChoice> fitting(std::vector<KernelChoice> choices, const DType& type, const DType& index)
{
    std::erase_if(choices,
                  [&](const KernelChoice& choice) { return !choice.isFor(type) || !choice.isForIndex(index); });
    return choices;
}

DType indexTypeOf(const std::vector<Tensor>& inputs)
{
    for (const auto& input : inputs)
        if (input.layout->family != "strided")
            return input.declaredIndexDType();
    return ElementType::i64;
}

// The first of the processor's kernels that takes it.
Result<Tensor> onProcessor(const std::vector<KernelChoice>& choices, const PlannedWork& work)
{
    DispatchTrace trace;
    Error last{ErrorCode::unsupported, "the processor has no kernel to hold it against"};
    for (const auto& choice : choices) {
        auto made = callKernel(choice, work.inputs, work.result, work.params, {memoryBudget()}, trace);
        if (made || made.error().reason != doesNotTake)
            return made;
        last = made.error();
    }
    return last;
}

Result<PlannedWork> plannedOperation(const Workload& work, std::string_view device)
{
    const auto params = parseParams(work.op->params, work.params);
    if (!params)
        return params.error();
    std::vector<std::string_view> layouts;
    std::vector<Tensor> tensors;
    for (const auto& input : work.inputs) {
        layouts.push_back(input.tensor().layout->name);
        tensors.push_back(input.tensor());
    }
    const auto keys = work.op->layouts(layouts);
    if (!keys)
        return keys.error();
    auto plan = work.op->plan(tensors, *params);
    if (!plan)
        return plan.error();
    const auto index = indexTypeOf(plan->inputs);
    PlannedWork out;
    out.choices = fitting(findKernels(keyOf(*work.op, *keys, device)), plan->computing, index);
    out.flops = work.op->flops != nullptr ? work.op->flops(*plan) : 0;
    out.inputs = std::move(plan->inputs);
    out.result = plan->result;
    out.params = plan->params;
    const auto begun = Clock::now();
    auto wanted = onProcessor(fitting(findKernels(keyOf(*work.op, *keys, "cpu")), plan->computing, index), out);
    if (!wanted)
        return wanted.error();
    out.processorSeconds = secondsSince(begun);
    out.wanted = std::move(*wanted);
    return out;
}

Result<PlannedWork> plannedConversion(const Workload& work, std::string_view device)
{
    const auto& input = work.inputs.front();
    ConvertRequest request{.layout = layoutNamed(work.layout)};
    if (work.block != std::array<std::int64_t, 2>{1, 1})
        request.block = work.block;
    const auto index =
        input.tensor().layout->family == "strided" ? DType(ElementType::i32) : input.tensor().declaredIndexDType();
    if (work.layout != "strided")
        request.indexDType = index; // casts are no part of it
    const auto begun = Clock::now();
    auto wanted = convert(input, request);
    if (!wanted)
        return wanted.error();
    PlannedWork out;
    out.processorSeconds = secondsSince(begun);
    out.wanted = std::move(wanted->tensor);
    out.inputs = {input.tensor()};
    out.result = formOf(out.wanted);
    out.params.set("in_order", isProvenInOrder(input));
    out.choices = fitting(findKernels({"convert", device, {input.tensor().layout->name}, work.layout}),
                          out.result.dtype, index);
    return out;
}

} // namespace

Result<PlannedWork> planned(const Workload& work, std::string_view device)
{
    auto out = work.op != nullptr ? plannedOperation(work, device) : plannedConversion(work, device);
    if (out && out->choices.empty())
        return unsupported("no kernel of the device is for these layouts and types");
    return out;
}

} // namespace tscope::probe
