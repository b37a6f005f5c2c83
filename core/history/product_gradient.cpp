// SPDX-License-Identifier: Apache-2.0
// matmul, sddmm and linear.
#include "base/say.h"
#include "convert/changes.h"
#include "dispatch/call.h"
#include "dispatch/operand.h"
#include "history/gradient_steps.h"
#include "layouts/strided/strided.h"
#include "ops/components.h"
#include "ops/linear.h"
#include "ops/matmul.h"
#include "ops/sddmm.h"
#include "ops/views_of_tensors.h"

namespace tscope {

namespace {

bool isBoxed(const Tensor& tensor)
{
    return tensor.layout->family == "strided";
}

Result<Tensor> product(const Tensor& a, const Tensor& b, const BackwardOptions& options)
{
    return computed(matmulOp(), {a, b}, options);
}

// The product of two matrices at the entries of a sparse one, its indices as they are.
Result<Tensor> atEntries(const Tensor& like, const Tensor& a, const Tensor& b, const BackwardOptions& options)
{
    if (isBoxed(a) && isBoxed(b)) {
        auto zeros = GradientSums::of(like, options);
        if (!zeros)
            return zeros.error();
        auto pattern = std::move(*zeros).rounded(options);
        if (!pattern)
            return pattern;
        const auto sound = proven(*pattern, say("the pattern of a gradient"), options.watch);
        if (!sound)
            return sound.error();
        if (isProvenInOrder(*sound)) { // sddmm leaves such a pattern as it is
            auto sampled = computed(sddmmOp(), {*pattern, a, b}, options);
            if (sampled && isGradientOf(*sampled, like))
                return gradientWithValues(like, valuesMember(*sampled).array);
        }
    }
    const auto whole = product(a, b, options);
    if (!whole)
        return whole;
    const auto elements = ElementsByIndex::of(*whole, SameIndex::addedUp, options);
    if (!elements)
        return elements.error();
    return gatheredGradient(
        like, [&](const Extents& index) { return elements->at(index); }, options);
}

// A product as one of matrices: vectors are matrices of one row or column.
struct MatrixProduct {
    Tensor a, b, gradient;
    Extents sizeA, sizeB; // as they were given
};

MatrixProduct asMatrices(const GradientCall& call)
{
    MatrixProduct out{call.kept(0), call.kept(1), call.gradient(), {}, {}};
    out.sizeA = formOf(out.a).size;
    out.sizeB = formOf(out.b).size;
    const auto rank = static_cast<std::int64_t>(formOf(out.gradient).size.size());
    const bool isRow = out.sizeA.size() == 1, isColumn = out.sizeB.size() == 1;
    if (isRow) {
        out.a = withDim(out.a, 0);
        out.gradient = withDim(out.gradient, isColumn ? rank : rank - 1);
    }
    if (isColumn) {
        out.b = withDim(out.b, 1);
        out.gradient = withDim(out.gradient, isRow ? rank + 1 : rank);
    }
    return out;
}

// Of a factor that is one row or column, or was repeated along batch dims.
Result<Tensor> asGiven(const Tensor& gradient, const Tensor& matrices, const Extents& size,
                       const BackwardOptions& options)
{
    auto sum = summedTo(gradient, valuesMember(matrices).array.geometry.sizes, options);
    if (!sum)
        return sum;
    return reshaped(*sum, size, options);
}

// a b = c: the gradient of a is that of c times b transposed.
Result<Tensor> ofFirst(const MatrixProduct& p, const BackwardOptions& options)
{
    const auto turned = mirrored(p.b);
    if (!turned)
        return turned;
    if (!isBoxed(p.a))
        return atEntries(p.a, p.gradient, *turned, options);
    const auto made = product(p.gradient, *turned, options);
    return made ? asGiven(*made, p.a, p.sizeA, options) : made;
}

Result<Tensor> ofSecond(const MatrixProduct& p, const BackwardOptions& options)
{
    const auto turned = mirrored(p.a);
    if (!turned)
        return turned;
    if (!isBoxed(p.b))
        return atEntries(p.b, *turned, p.gradient, options);
    const auto made = product(*turned, p.gradient, options);
    return made ? asGiven(*made, p.b, p.sizeB, options) : made;
}

// Of the two factors, which are the inputs `first` and the one behind it.
Result<InputGradients> ofFactors(const MatrixProduct& matrices, const GradientCall& call, std::size_t first)
{
    InputGradients out(first + 2);
    for (auto i = first; i < out.size(); ++i)
        if (call.wants(i)) {
            auto made = i == first ? ofFirst(matrices, call.options) : ofSecond(matrices, call.options);
            if (!made)
                return made.error();
            out[i] = std::move(*made);
        }
    return out;
}

Result<InputGradients> ofMatmul(const GradientCall& call)
{
    return ofFactors(asMatrices(call), call, 0);
}

// The same of a product that is known at some entries only: nothing depends on it elsewhere. Of the pattern only
// the places count.
Result<InputGradients> ofSampled(const GradientCall& call)
{
    MatrixProduct matrices{call.kept(1), call.kept(2), call.gradient(), formOf(call.kept(1)).size,
                           formOf(call.kept(2)).size};
    if (!isBoxed(matrices.a) || !isBoxed(matrices.b)) {
        auto whole = stridedGradient(matrices.gradient, call.options);
        if (!whole)
            return whole.error();
        matrices.gradient = std::move(*whole);
    }
    return ofFactors(matrices, call, 1);
}

// Rows of the last dim, of all that is in front of it.
Result<Tensor> asRows(const Tensor& tensor, const BackwardOptions& options)
{
    if (!isBoxed(tensor)) {
        auto rows = rowsOfComponents(tensor);
        if (!rows)
            return rows.error();
        return std::move(rows->rows);
    }
    const auto& size = valuesMember(tensor).array.geometry.sizes;
    const auto count = numel(size).value_or(0);
    return reshaped(tensor, {size.back() == 0 ? 0 : count / size.back(), size.back()}, options);
}

// Each row times the transposed weight: the gradient of the weight is a product over all rows.
Result<InputGradients> ofLinear(const GradientCall& call)
{
    const auto &rows = call.kept(0), &weight = call.kept(1);
    InputGradients out(2);
    if (call.wants(0)) {
        const auto turned = mirrored(weight);
        if (!turned)
            return turned.error();
        auto made = computed(linearOp(), {call.gradient(), *turned}, call.options);
        if (!made)
            return made.error();
        out[0] = std::move(*made);
    }
    if (call.wants(1)) {
        const auto gradients = asRows(call.gradient(), call.options), inputs = asRows(rows, call.options);
        if (!gradients || !inputs)
            return !gradients ? gradients.error() : inputs.error();
        const auto turned = mirrored(*gradients);
        if (!turned)
            return turned.error();
        auto made = product(*turned, *inputs, call.options);
        if (!made)
            return made.error();
        out[1] = std::move(*made);
    }
    return out;
}

} // namespace

const GradientRule& matmulGradient()
{
    static constexpr GradientRule rule{"matmul", ofMatmul, [](std::size_t input, const std::vector<bool>& wanted) {
                                           return bool(wanted[1 - input]);
                                       }};
    return rule;
}

const GradientRule& sddmmGradient()
{
    static constexpr GradientRule rule{"sddmm", ofSampled, [](std::size_t input, const std::vector<bool>& wanted) {
                                           return input > 0 && bool(wanted[3 - input]);
                                       }};
    return rule;
}

const GradientRule& linearGradient()
{
    static constexpr GradientRule rule{"linear", ofLinear, [](std::size_t input, const std::vector<bool>& wanted) {
                                           return bool(wanted[1 - input]);
                                       }};
    return rule;
}

} // namespace tscope
