// SPDX-License-Identifier: Apache-2.0
// sum and mean over dims.
#include "dispatch/call.h"
#include "dispatch/operand.h"
#include "history/gradient_steps.h"
#include "ops/elementwise.h"
#include "ops/views_of_tensors.h"

#include <algorithm>

namespace tscope {

namespace {

// Which dims were reduced: none means all. A tensor without dims has none.
std::vector<bool> reducedDims(const Params& params, std::size_t rank)
{
    const auto& dims = params.integers("dim");
    std::vector<bool> out(rank, dims.empty());
    for (const auto dim : dims)
        if (rank > 0)
            out[static_cast<std::size_t>(dim < 0 ? dim + static_cast<std::int64_t>(rank) : dim)] = true;
    return out;
}

// Every element of the input gets the gradient of the sum that it went into, times `factor`.
Result<InputGradients> spread(const GradientCall& call, double factor)
{
    const auto& like = call.kept(0);
    const auto size = formOf(like).size;
    const auto isReduced = reducedDims(std::get<Params>(call.record.call), size.size());
    auto sizes = size;
    for (std::size_t d = 0; d < size.size(); ++d)
        sizes[d] = isReduced[d] ? 1 : size[d];
    auto gradient = reshaped(call.gradient(), sizes, call.options);
    if (!gradient)
        return gradient.error();
    const auto sums = ElementsByIndex::of(*gradient, SameIndex::alike, call.options);
    if (!sums)
        return sums.error();
    Extents from(size.size());
    auto made = gatheredGradient(
        like,
        [&](const Extents& index) {
            for (std::size_t d = 0; d < index.size(); ++d)
                from[d] = isReduced[d] ? 0 : index[d];
            return sums->at(from) * factor;
        },
        call.options);
    if (!made)
        return made.error();
    InputGradients out;
    out.emplace_back(std::move(*made));
    return out;
}

Result<InputGradients> ofSumOverDims(const GradientCall& call)
{
    return spread(call, 1);
}

Result<InputGradients> ofMeanOverDims(const GradientCall& call)
{
    const auto size = formOf(call.kept(0)).size;
    const auto isReduced = reducedDims(std::get<Params>(call.record.call), size.size());
    double count = 1;
    for (std::size_t d = 0; d < size.size(); ++d)
        count *= isReduced[d] ? static_cast<double>(size[d]) : 1;
    return spread(call, 1 / count); // of no elements there is nothing to spread over
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
