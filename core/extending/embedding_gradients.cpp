// SPDX-License-Identifier: Apache-2.0
#include "extending/embedding_gradients.h"

#include "base/say.h"
#include "convert/convert.h"
#include "history/backward.h"
#include "history/recording.h"
#include "layouts/strided/strided.h"
#include "ops/elementwise.h"
#include "ops/matmul.h"
#include "ops/reduce.h"

#include <algorithm>

namespace tscope {

namespace {

constexpr std::int64_t mostElementsShown = std::int64_t{1} << 20; // of the weight, and of the matrix of ones

Result<Recorded> matrixLeaf(std::int64_t rows, std::int64_t columns, const std::vector<double>& values,
                            bool isLearnt)
{
    return recordedLeaf(
        stridedOf(Array::fromBytes(ElementType::f64, {rows, columns}, std::as_bytes(std::span(values)))),
        isLearnt);
}

Result<Recorded> runWith(const OpSpec& op, std::initializer_list<Recorded> inputs)
{
    const auto params = parseParams(op.params, {});
    if (!params)
        return params.error();
    return recordedRun(op, std::vector<Recorded>(inputs), *params);
}

// The sum of the squares of the rows that were looked up, and back.
Result<Tensor> gradientThrough(const Result<Recorded>& rows, const Recorded& weight)
{
    if (!rows)
        return rows.error();
    const auto squares = runWith(mulOp(), {*rows, *rows});
    if (!squares)
        return squares.error();
    const auto loss = runWith(sumOp(), {*squares});
    if (!loss)
        return loss.error();
    const auto gradients = backward(*loss);
    if (!gradients)
        return gradients.error();
    return *gradients->of(weight); // it has a part in the loss
}

std::int64_t storedBytes(const Tensor& tensor)
{
    std::int64_t bytes = 0;
    for (const auto& member : tensor.members)
        bytes += member.array.byteSize().value_or(0);
    return bytes;
}

Result<Array> denseValues(const Tensor& tensor)
{
    auto sound = proven(tensor, say("the gradient"));
    if (!sound)
        return sound.error();
    auto dense = convert(*sound, {.layout = &stridedLayout()});
    if (!dense)
        return dense.error();
    return packed(dense->tensor.members.front().array);
}

} // namespace

Result<EmbeddingGradients> compareEmbeddingGradients(std::int64_t rows, std::int64_t columns,
                                                     std::span<const std::int64_t> lookups)
{
    const auto count = static_cast<std::int64_t>(lookups.size());
    const auto isSmall = [](std::int64_t a, std::int64_t b) {
        const auto product = numel(Extents{a, b});
        return a > 0 && b > 0 && product && *product <= mostElementsShown;
    };
    if (!isSmall(rows, columns) || !isSmall(count, rows))
        return invalidArgument(say("matrices of 1 to {0} elements were wanted, found {1} by {2} and {3} by {1}",
                                   mostElementsShown, rows, columns, count));
    if (const auto outside =
            std::ranges::find_if(lookups, [rows](std::int64_t row) { return row < 0 || row >= rows; });
        outside != lookups.end())
        return invalidArgument(say("rows from 0 to {0} were wanted, found {1}", rows - 1, *outside));

    std::vector<double> numbers(static_cast<std::size_t>(rows * columns));
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = static_cast<double>(i + 1);
    std::vector<double> ones(static_cast<std::size_t>(count * rows), 0.0);
    for (std::size_t i = 0; i < lookups.size(); ++i)
        ones[i * static_cast<std::size_t>(rows) + static_cast<std::size_t>(lookups[i])] = 1;

    const auto weight = matrixLeaf(rows, columns, numbers, true);
    const auto chosen = matrixLeaf(count, rows, ones, false);
    const auto indices = recordedLeaf(stridedOf(Array::fromInts({count}, lookups)), false);
    for (const auto* leaf : {&weight, &chosen, &indices})
        if (!*leaf)
            return leaf->error();
    auto ofExtension = gradientThrough(recordedEmbedding(*weight, *indices), *weight);
    if (!ofExtension)
        return ofExtension.error();
    auto ofWrapper = gradientThrough(runWith(matmulOp(), {*chosen, *weight}), *weight);
    if (!ofWrapper)
        return ofWrapper.error();
    EmbeddingGradients out{std::move(*ofExtension), std::move(*ofWrapper)};
    out.extensionBytes = storedBytes(out.ofExtension);
    out.wrapperBytes = storedBytes(out.ofWrapper);
    const auto a = denseValues(out.ofExtension), b = denseValues(out.ofWrapper);
    if (!a)
        return a.error();
    if (!b)
        return b.error();
    out.areEqual = true;
    for (std::int64_t i = 0; i < rows * columns; ++i)
        out.areEqual &= a->at(i).text() == b->at(i).text();
    return out;
}

} // namespace tscope
