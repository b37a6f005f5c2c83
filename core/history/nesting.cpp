// SPDX-License-Identifier: Apache-2.0
// Lists of tensors as one tensor of components, and rows looked up in a matrix.
#include "array/element_reader.h"
#include "array/index_reader.h"
#include "base/checked_math.h"
#include "base/memory_budget.h"
#include "base/say.h"
#include "dispatch/call.h"
#include "history/recording.h"
#include "history/recording_parts.h"
#include "layouts/jagged/jagged_pack.h"
#include "layouts/nested/pack.h"
#include "layouts/strided/strided.h"
#include "proof/here.h"

#include <algorithm>

namespace tscope {

namespace {

std::int64_t bytesAllowed(std::int64_t maxBytes)
{
    return maxBytes > 0 ? maxBytes : memoryBudget();
}

Result<Tensor> copiedList(std::span<const Recorded> list, const NestingOptions& options)
{
    std::vector<Array> components;
    for (const auto& recorded : list) {
        if (recorded.tensor().layout->family != "strided")
            return invalidArgument(say("a list of strided tensors was wanted, found {0} at {1}",
                                       recorded.tensor().layout->name, components.size()));
        if (auto here = checkIsHere(recorded.tensor()); !here)
            return here.error();
        components.push_back(valuesMember(recorded.tensor()).array);
    }
    const auto most = bytesAllowed(options.maxBytes);
    auto made = options.layout == ComponentLayout::jagged ? jaggedFromArrays(components, most)
                                                          : nestedFromArrays(components, most);
    if (!made)
        return made.error();
    return std::move(made->tensor);
}

Result<void> checkLookup(const Tensor& weight, const Tensor& indices)
{
    if (weight.layout->family != "strided" || valuesMember(weight).array.geometry.rank() != 2)
        return invalidArgument(say("a strided matrix of rows was wanted for an embedding, found {0} of {1} dims",
                                   weight.layout->name, valuesMember(weight).array.geometry.rank()));
    if (indices.layout->family != "strided" || !valuesMember(indices).array.dtype.isIndexLike())
        return invalidArgument(say("strided whole numbers of rows were wanted for an embedding, found {0} {1}",
                                   indices.layout->name, valuesMember(indices).array.dtype.name()));
    for (const auto* tensor : {&weight, &indices})
        if (auto here = checkIsHere(*tensor); !here)
            return here.error();
    return {};
}

Result<Array> lookedUp(const Array& weight, const Array& indices, std::int64_t maxBytes)
{
    const auto rows = weight.geometry.sizes[0], columns = weight.geometry.sizes[1];
    auto sizes = indices.geometry.sizes;
    sizes.push_back(columns);
    const auto count = numel(indices.geometry).value_or(0);
    const auto rowBytes = saturatingMul(columns, weight.dtype.itemSize()); // repeated columns take no storage
    const auto bytes = saturatingMul(count, rowBytes);
    if (bytes > maxBytes)
        return overBudget(say("the rows of an embedding"), bytes, maxBytes);
    auto out = StorageBuilder::make(bytes);
    if (!out)
        return out.error();
    const IndexReader numbers(indices);
    const ElementReader reader(weight);
    ElementReader::Scratch scratch;
    for (std::int64_t k = 0; k < count; ++k) {
        const auto row = numbers.at(k);
        if (row < 0 || row >= rows)
            return invalidArgument(
                say("numbers of {0} rows were wanted for an embedding, found {1} at {2}", rows, row, k));
        if (rowBytes > 0)
            reader.copy(row * columns, (row + 1) * columns, out->bytes().data() + k * rowBytes, scratch);
    }
    return Array{std::move(*out).seal(), weight.dtype, Geometry::rowMajor(std::move(sizes))};
}

} // namespace

Result<Recorded> asNestedTensor(std::span<const Recorded> list, const NestingOptions& options)
{
    auto made = copiedList(list, options);
    if (!made)
        return made.error();
    auto out = withHistory({"as_nested_tensor", &nestingGradient()}, list, {std::move(*made)}, options.watch);
    if (!out)
        return out.error();
    return std::move(out->front());
}

Result<NewNested> nestedTensor(std::span<const Recorded> list, bool requiresGradient,
                               const NestingOptions& options)
{
    auto made = copiedList(list, options);
    if (!made)
        return made.error();
    auto leaf = recordedLeaf(std::move(*made), requiresGradient, options.watch);
    if (!leaf)
        return leaf.error();
    NewNested out{std::move(*leaf), {}};
    for (std::size_t i = 0; i < list.size(); ++i)
        if (list[i].requiresGradient())
            out.cut.push_back(i);
    return out;
}

Result<Recorded> recordedEmbedding(const Recorded& weight, const Recorded& indices,
                                   const TransformOptions& options)
{
    if (auto fine = checkLookup(weight.tensor(), indices.tensor()); !fine)
        return fine.error();
    auto rows = lookedUp(valuesMember(weight.tensor()).array, valuesMember(indices.tensor()).array,
                         bytesAllowed(options.maxBytes));
    if (!rows)
        return rows.error();
    const std::vector<Recorded> inputs{weight, indices};
    auto out = withHistory({"embedding", &embeddingGradient()}, inputs, {stridedOf(std::move(*rows))}, {});
    if (!out)
        return out.error();
    return std::move(out->front());
}

} // namespace tscope
