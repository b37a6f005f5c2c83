// SPDX-License-Identifier: Apache-2.0
// sum and mean over dims.
#include "dispatch/call.h"
#include "dispatch/operand.h"
#include "history/gradient_form.h"
#include "history/reduced_slices.h"

namespace tscope {

namespace {

// Every element of the input gets the gradient of the sum that it went into, times `factor`.
Result<InputGradients> spread(const GradientCall& call, const ReducedSlices& slices, double factor)
{
    const auto sums = realNumbers(valuesMember(call.gradient()).array, call.options);
    if (!sums)
        return sums.error();
    auto made = gatheredGradient(
        call.kept(0),
        [&](const Extents& index) { return (*sums)[static_cast<std::size_t>(slices.positionOf(index))] * factor; },
        call.options);
    if (!made)
        return made.error();
    InputGradients out;
    out.emplace_back(std::move(*made));
    return out;
}

ReducedSlices slicesOf(const GradientCall& call)
{
    return {std::get<Params>(call.record.call), formOf(call.kept(0)).size};
}

Result<InputGradients> ofSumOverDims(const GradientCall& call)
{
    return spread(call, slicesOf(call), 1);
}

Result<InputGradients> ofMeanOverDims(const GradientCall& call)
{
    const auto slices = slicesOf(call);
    // Of no elements there is nothing to spread over.
    return spread(call, slices, 1 / static_cast<double>(slices.elementsEach()));
}

} // namespace

const GradientRule& sumGradient()
{
    static constexpr GradientRule rule{"sum", ofSumOverDims};
    return rule;
}

const GradientRule& meanGradient()
{
    static constexpr GradientRule rule{"mean", ofMeanOverDims};
    return rule;
}

} // namespace tscope
