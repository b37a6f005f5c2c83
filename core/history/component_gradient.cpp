// SPDX-License-Identifier: Apache-2.0
// from_padded, lists of components and embeddings.
#include "base/say.h"
#include "dispatch/call.h"
#include "dispatch/operand.h"
#include "history/gradient_steps.h"
#include "layouts/coo/coo.h"
#include "layouts/jagged/jagged_pack.h"
#include "layouts/nested/nested_views.h"
#include "layouts/strided/strided.h"

namespace tscope {

namespace {

// The element of a padded tensor that no component took has no part in the result.
Result<InputGradients> ofFromPadded(const GradientCall& call)
{
    InputGradients out(2); // of the second input only the sizes count
    if (!call.wants(0))
        return out;
    const auto components = ElementsByIndex::of(call.gradient(), SameIndex::alike, call.options);
    if (!components)
        return components.error();
    auto made = gatheredGradient(
        call.kept(0), [&](const Extents& index) { return components->at(index); }, call.options);
    if (!made)
        return made.error();
    out[0] = std::move(*made);
    return out;
}

// Each tensor of the list gets the component that was copied from it.
Result<InputGradients> ofNesting(const GradientCall& call)
{
    const auto& gradient = call.gradient();
    auto parts = gradient.layout->family == "jagged" ? unbindJagged(gradient) : unbindNested(gradient);
    if (!parts)
        return parts.error();
    InputGradients out(call.record.inputs.size());
    for (std::size_t i = 0; i < out.size(); ++i)
        if (call.wants(i))
            out[i] = stridedOf(std::move((*parts)[i]));
    return out;
}

// Only the rows that were looked up have a gradient, a row for each time: a tensor of coo entries, which no
// wrapper around a strided one could be. Precondition of the shapes: embedding() made them.
Result<InputGradients> ofEmbedding(const GradientCall& call)
{
    InputGradients out(2);
    if (!call.wants(0))
        return out;
    const auto& weight = valuesMember(call.kept(0)).array.geometry.sizes;
    const auto& asked = valuesMember(call.kept(1)).array;
    const auto count = numel(asked.geometry).value_or(0);
    auto rows = reshaped(call.gradient(), {count, weight[1]}, call.options);
    auto numbers = reshaped(call.kept(1), {1, count}, call.options);
    if (!rows || !numbers)
        return (!rows ? rows : numbers).error();
    auto indices = inTypeOf(stridedOf(Array::declared(ElementType::i64, {})), std::move(*numbers), call.options);
    if (!indices)
        return indices.error();
    const auto& layout = cooLayout();
    auto made = makeTensor(layout, {{roleNamed(layout, "indices"), std::move(indices->members.front().array)},
                                    {roleNamed(layout, "values"), std::move(rows->members.front().array)}});
    if (!made)
        return made.error();
    made->size = weight;
    out[0] = std::move(*made);
    return out;
}

} // namespace

const GradientRule& fromPaddedGradient()
{
    static constexpr GradientRule rule{"from_padded", ofFromPadded};
    return rule;
}

const GradientRule& nestingGradient()
{
    static constexpr GradientRule rule{"as_nested_tensor", ofNesting};
    return rule;
}

const GradientRule& embeddingGradient()
{
    static constexpr GradientRule rule{"embedding", ofEmbedding,
                                       [](std::size_t input, const std::vector<bool>&) { return input == 1; }};
    return rule;
}

} // namespace tscope
