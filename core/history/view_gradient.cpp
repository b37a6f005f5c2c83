// SPDX-License-Identifier: Apache-2.0
// Steps of view chains, conversions and copies: elements that are seen elsewhere.
#include "array/runs.h"
#include "array/views.h"
#include "base/say.h"
#include "dispatch/call.h"
#include "dispatch/operand.h"
#include "history/gradient_steps.h"
#include "layouts/strided/strided.h"
#include "ops/layout_views.h"
#include "ops/transform.h"

#include <algorithm>

namespace tscope {

namespace {

// --- strided: the same step over the gradient says where each element comes from
// ----------------------------------

Result<InputGradients> throughStrides(const GradientCall& call, const ViewStep& step)
{
    const auto& like = call.kept(0);
    if (step.op == ViewOp::asStrided && !isContiguous(valuesMember(like).array.geometry))
        return unsupported(
            say("row-major elements were wanted for the gradient of as_strided, found size {0} with strides {1}",
                text(valuesMember(like).array.geometry.sizes), text(valuesMember(like).array.geometry.strides)));
    auto sums = GradientSums::of(like, call.options);
    if (!sums)
        return sums.error();
    // The offset of as_strided counts from the begin of the storage, so it is applied to the input as it lies.
    const auto& from = step.op == ViewOp::asStrided ? like : sums->form();
    const auto base = valuesMember(from).array.geometry.offset;
    const auto made = transform(from, std::span(&step, 1), {.maxBytes = budgetOf(call.options)});
    if (!made)
        return made.error();
    const auto numbers = sums->numbers();
    for (std::size_t part = 0; part < made->tensors.size(); ++part) {
        const auto& gradient = call.results[part];
        if (!gradient)
            continue;
        const auto terms = realNumbers(valuesMember(*gradient).array, call.options);
        if (!terms)
            return terms.error();
        auto geometry = valuesMember(made->tensors[part]).array.geometry;
        geometry.offset -= base;
        if (!isInBounds(geometry, std::ssize(numbers)))
            return unsupported(say("{0} reads elements outside its input, which have no gradient", text(step)));
        const Runs places(geometry);
        for (std::size_t k = 0; k < terms->size(); ++k)
            numbers[static_cast<std::size_t>(places.offsetAt(static_cast<std::int64_t>(k)))] += (*terms)[k];
    }
    auto out = std::move(*sums).rounded(call.options);
    if (!out)
        return out.error();
    InputGradients gradients;
    gradients.emplace_back(std::move(*out));
    return gradients;
}

// --- others: each element of the input is one of a result
// ---------------------------------------------------------

// Where an element of the input is seen: in which result, at which index.
using SeenAt = std::function<std::size_t(Extents& index)>;

SeenAt seenWhere(const GradientCall& call, const ViewStep& step)
{
    const auto size = formOf(call.kept(0)).size;
    const auto rank = static_cast<int>(size.size());
    const auto number = [&](std::size_t place) { return integerArgument(step, place); };
    switch (step.op) {
    case ViewOp::transpose:
        return [a = *wrappedDim(number(0), rank), b = *wrappedDim(number(1), rank)](Extents& index) {
            std::swap(index[a], index[b]);
            return std::size_t{0};
        };
    case ViewOp::unbind: // the components
        return [](Extents& index) {
            const auto component = static_cast<std::size_t>(index.front());
            index.erase(index.begin());
            return component;
        };
    case ViewOp::chunk: // along the last dim of all components
    case ViewOp::split: {
        const auto& first = call.record.results.front();
        const auto length = first.layout->read(first, {})->componentSize(0);
        return
            [length = length && !length->empty() ? std::max<std::int64_t>(length->back(), 1) : 1](Extents& index) {
                const auto part = index.back() / length;
                index.back() %= length;
                return static_cast<std::size_t>(part);
            };
    }
    default: // to another device or layout of components, packed, padded
        return [](Extents&) { return std::size_t{0}; };
    }
}

Result<InputGradients> fromResults(const GradientCall& call, const SeenAt& seenAt)
{
    std::vector<std::optional<ElementsByIndex>> results;
    for (const auto& gradient : call.results) {
        if (!gradient) {
            results.emplace_back();
            continue;
        }
        auto elements = ElementsByIndex::of(*gradient, SameIndex::alike, call.options);
        if (!elements)
            return elements.error();
        results.emplace_back(std::move(*elements));
    }
    auto made = gatheredGradient(
        call.kept(0),
        [&](const Extents& index) {
            auto seen = index;
            const auto& result = results[seenAt(seen)];
            return result ? result->at(seen) : 0.0;
        },
        call.options);
    if (!made)
        return made.error();
    InputGradients gradients;
    gradients.emplace_back(std::move(*made));
    return gradients;
}

Result<InputGradients> ofView(const GradientCall& call)
{
    const auto& step = std::get<ViewStep>(call.record.call);
    if (call.kept(0).layout->family == "strided")
        return step.op == ViewOp::to ? fromResults(call, [](Extents&) { return std::size_t{0}; })
                                     : throughStrides(call, step);
    return fromResults(call, seenWhere(call, step));
}

Result<InputGradients> ofConversion(const GradientCall& call)
{
    return fromResults(call, [](Extents&) { return std::size_t{0}; });
}

// The dims of the copy are those of the input in another order.
Result<InputGradients> ofContiguous(const GradientCall& call)
{
    auto dims = std::get<Params>(call.record.call).integers("dims");
    for (auto& dim : dims)
        dim += dim < 0 ? std::ssize(dims) : 0;
    return fromResults(call, [&dims](Extents& index) {
        const auto in = index;
        for (std::size_t d = 0; d < dims.size(); ++d)
            index[d] = in[static_cast<std::size_t>(dims[d])];
        return std::size_t{0};
    });
}

} // namespace

const GradientRule& contiguousGradient()
{
    static constexpr GradientRule rule{"contiguous", ofContiguous};
    return rule;
}

const GradientRule& viewGradient()
{
    static constexpr GradientRule rule{"view", ofView};
    return rule;
}

const GradientRule& conversionGradient()
{
    static constexpr GradientRule rule{"convert", ofConversion};
    return rule;
}

const GradientRule& toPaddedGradient() // what was filled in belongs to no component
{
    static constexpr GradientRule rule{"to_padded", ofConversion};
    return rule;
}

} // namespace tscope
