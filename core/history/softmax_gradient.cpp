// SPDX-License-Identifier: Apache-2.0
// softmax along a dim, of components along their last one.
#include "dispatch/call.h"
#include "dispatch/operand.h"
#include "history/gradient_steps.h"
#include "ops/components.h"
#include "ops/softmax.h"

namespace tscope {

namespace {

// Lines of numbers along one dim of a row-major box.
struct Lines {
    std::int64_t length = 1, inner = 1; // of each, and the step from one of its numbers to the next
};

Lines linesAlong(std::int64_t dim, const Extents& size)
{
    Lines lines;
    if (size.empty())
        return lines;
    const auto at = static_cast<std::size_t>(dim < 0 ? dim + std::ssize(size) : dim);
    lines.length = size[at];
    for (auto d = at + 1; d < size.size(); ++d)
        lines.inner *= size[d];
    return lines;
}

// Of strided shares s and their gradient g: s (g - the sum of s g along the dim).
Result<Tensor> alongLines(const Tensor& shares, const Tensor& gradient, std::int64_t dim,
                          const BackwardOptions& options)
{
    auto sums = GradientSums::of(shares, options);
    const auto s = realNumbers(valuesMember(shares).array, options);
    const auto g = realNumbers(valuesMember(gradient).array, options);
    if (!sums)
        return sums.error();
    if (!s || !g)
        return (!s ? s : g).error();
    const auto numbers = sums->numbers();
    if (!numbers.empty()) {
        const auto [length, inner] = linesAlong(dim, valuesMember(shares).array.geometry.sizes);
        const auto count = std::ssize(numbers);
        for (std::int64_t box = 0; box < count; box += length * inner) {
            if (options.watch.isStopped())
                return backwardStopped();
            for (auto first = box; first < box + inner; ++first) {
                const auto at = [&, first = first, inner = inner](std::int64_t k) {
                    return static_cast<std::size_t>(first + k * inner);
                };
                double mean = 0; // of the gradient, weighted by the shares
                for (std::int64_t k = 0; k < length; ++k)
                    mean += (*s)[at(k)] * (*g)[at(k)];
                for (std::int64_t k = 0; k < length; ++k)
                    numbers[at(k)] = (*s)[at(k)] * ((*g)[at(k)] - mean);
            }
        }
    }
    return std::move(*sums).rounded(options);
}

// Components are rows of one matrix.
Result<Tensor> alongRows(const Tensor& like, const Tensor& shares, const Tensor& gradient,
                         const BackwardOptions& options)
{
    const auto s = rowsOfComponents(shares), g = rowsOfComponents(gradient);
    if (!s || !g)
        return (!s ? s : g).error();
    const auto rows = alongLines(s->rows, g->rows, -1, options);
    if (!rows)
        return rows;
    const auto made = s->wrap(*rows);
    if (!made)
        return made;
    const auto elements = ElementsByIndex::of(*made, SameIndex::alike, options);
    if (!elements)
        return elements.error();
    return gatheredGradient(
        like, [&](const Extents& index) { return elements->at(index); }, options);
}

Result<InputGradients> ofSoftmax(const GradientCall& call)
{
    const auto& like = call.kept(0);
    const auto dim = std::get<Params>(call.record.call).integer("dim");
    const auto shares = computed(softmaxOp(), {like}, call.options, {"dim=" + std::to_string(dim)});
    if (!shares)
        return shares.error();
    auto made = like.layout->family == "strided" ? alongLines(*shares, call.gradient(), dim, call.options)
                                                 : alongRows(like, *shares, call.gradient(), call.options);
    if (!made)
        return made.error();
    InputGradients out;
    out.emplace_back(std::move(*made));
    return out;
}

} // namespace

const GradientRule& softmaxGradient()
{
    static constexpr GradientRule rule{"softmax", ofSoftmax,
                                       [](std::size_t, const std::vector<bool>&) { return true; }};
    return rule;
}

} // namespace tscope
