// SPDX-License-Identifier: Apache-2.0
// add and mul, also of numbers, of sparse tensors and of components.
#include "dispatch/call.h"
#include "dispatch/operand.h"
#include "history/gradient_steps.h"
#include "layouts/strided/strided.h"
#include "ops/elementwise.h"

namespace tscope {

namespace {

bool isDense(const Tensor& tensor)
{
    return tensor.layout->family == "strided";
}

// Where the element of a result lies in an input that was repeated to it.
class RepeatedIndex
{
public:
    explicit RepeatedIndex(Extents size) : m_size(std::move(size)), m_index(m_size.size()) {}

    const Extents& of(const Extents& index)
    {
        const auto inFront = index.size() - m_size.size();
        for (std::size_t d = 0; d < m_size.size(); ++d)
            m_index[d] = m_size[d] == 1 ? 0 : index[d + inFront];
        return m_index;
    }

private:
    Extents m_size, m_index;
};

// The gradient of a dense input whose partner is sparse: where the partner stores nothing, it is that of zero.
Result<Tensor> fromSparse(const Tensor& like, const Tensor& gradient, const Tensor& partner,
                          const BackwardOptions& options)
{
    auto sums = GradientSums::of(like, options);
    const auto values = realNumbers(valuesMember(partner).array, options);
    const auto gradients = ElementsByIndex::of(gradient, SameIndex::alike, options);
    if (!sums)
        return sums.error();
    if (!values)
        return values.error();
    if (!gradients)
        return gradients.error();
    const auto& size = valuesMember(like).array.geometry.sizes;
    const auto strides = rowMajorStrides(size);
    RepeatedIndex repeated(size);
    const auto numbers = sums->numbers();
    const auto done = forEachEntry(partner, options, [&](const Extents& index, std::int64_t slot) {
        const auto& own = repeated.of(index);
        std::int64_t position = 0;
        for (std::size_t d = 0; d < own.size(); ++d)
            position += own[d] * strides[d];
        numbers[static_cast<std::size_t>(position)] +=
            gradients->at(index) * (*values)[static_cast<std::size_t>(slot)];
    });
    if (!done)
        return done.error();
    return std::move(*sums).rounded(options);
}

Result<Tensor> addendGradient(const Tensor& like, const Tensor& gradient, const BackwardOptions& options)
{
    if (isDense(like)) // then the sum is dense too
        return summedTo(gradient, valuesMember(like).array.geometry.sizes, options);
    const auto gradients = ElementsByIndex::of(gradient, SameIndex::alike, options);
    if (!gradients)
        return gradients.error();
    return gatheredGradient(
        like, [&](const Extents& index) { return gradients->at(index); }, options);
}

Result<Tensor> factorGradient(const Tensor& like, const Tensor& gradient, const Tensor& partner,
                              const BackwardOptions& options)
{
    if (isDense(like) && isDense(partner)) {
        auto product = computed(mulOp(), {gradient, partner}, options);
        if (!product)
            return product;
        return summedTo(std::move(*product), valuesMember(like).array.geometry.sizes, options);
    }
    if (isDense(like))
        return fromSparse(like, gradient, partner, options);
    const auto gradients = ElementsByIndex::of(gradient, SameIndex::alike, options);
    if (!gradients)
        return gradients.error();
    const auto factors = ElementsByIndex::of(partner, SameIndex::addedUp, options);
    if (!factors)
        return factors.error();
    if (!isDense(partner))
        return gatheredGradient(
            like, [&](const Extents& index) { return gradients->at(index) * factors->at(index); }, options);
    RepeatedIndex repeated(valuesMember(partner).array.geometry.sizes);
    return gatheredGradient(
        like, [&](const Extents& index) { return gradients->at(index) * factors->at(repeated.of(index)); },
        options);
}

Result<InputGradients> ofSum(const GradientCall& call)
{
    InputGradients out(2);
    for (std::size_t i = 0; i < 2; ++i)
        if (call.wants(i)) {
            auto made = addendGradient(call.kept(i), call.gradient(), call.options);
            if (!made)
                return made.error();
            out[i] = std::move(*made);
        }
    return out;
}

Result<InputGradients> ofProduct(const GradientCall& call)
{
    InputGradients out(2);
    for (std::size_t i = 0; i < 2; ++i)
        if (call.wants(i)) {
            auto made = factorGradient(call.kept(i), call.gradient(), call.kept(1 - i), call.options);
            if (!made)
                return made.error();
            out[i] = std::move(*made);
        }
    return out;
}

} // namespace

const GradientRule& addGradient()
{
    static constexpr GradientRule rule{"add", ofSum};
    return rule;
}

const GradientRule& mulGradient()
{
    static constexpr GradientRule rule{"mul", ofProduct, [](std::size_t input, const std::vector<bool>& wanted) {
                                           return bool(wanted[1 - input]);
                                       }};
    return rule;
}

} // namespace tscope
