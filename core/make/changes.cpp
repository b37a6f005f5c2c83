// SPDX-License-Identifier: Apache-2.0
#include "make/changes.h"

#include "base/say.h"
#include "layouts/shared/rewrites.h"

#include <algorithm>

namespace tscope {

namespace {

Storage::Label labelOf(const Array& array)
{
    return {array.storage->device(), array.storage->isPinned()};
}

Result<Tensor> withArray(Tensor tensor, std::string_view role, Result<Array> array)
{
    if (!array)
        return array.error();
    if (auto* member = tensor.find(role))
        member->array = std::move(*array);
    return tensor;
}

Error noMember(std::string_view role)
{
    return cantBreak(say("the tensor has no member {0}", role));
}

} // namespace

Error cantBreak(std::string_view why)
{
    return invalidArgument(say("the rule can't be broken here: {0}", why));
}

Result<Tensor> withNumbers(Tensor tensor, std::string_view role,
                           const std::function<bool(std::vector<std::int64_t>&)>& rewrite)
{
    auto* member = tensor.find(role);
    auto numbers = member ? integersOf(*member) : std::nullopt;
    if (!numbers)
        return cantBreak(say("{0} can't be read", role));
    if (!rewrite(*numbers))
        return cantBreak(say("no element of {0} can be set so", role));
    auto array = integerArray(member->array.geometry.sizes, *numbers, member->array);
    if (!array)
        return cantBreak(say("the new numbers do not fit the type of {0}", role));
    member->array = std::move(*array);
    return tensor;
}

Result<Tensor> withType(Tensor tensor, std::string_view role, const DType& type)
{
    const auto* member = tensor.find(role);
    return member ? withArray(tensor, role, cast(member->array, type, true)) : Result<Tensor>(noMember(role));
}

Result<Tensor> withZeros(Tensor tensor, std::string_view role, const DType& type)
{
    const auto* member = tensor.find(role);
    if (!member)
        return noMember(role);
    const auto& sizes = member->array.geometry.sizes;
    auto builder = StorageBuilder::make(saturatingMul(numel(sizes).value_or(0), type.itemSize()));
    if (!builder)
        return builder.error();
    return withArray(tensor, role,
                     Array{std::move(*builder).seal(labelOf(member->array)), type, Geometry::rowMajor(sizes)});
}

Result<Tensor> withLabel(Tensor tensor, std::string_view role, const Storage::Label& label)
{
    const auto* member = tensor.find(role);
    return member ? withArray(tensor, role, relabelled(member->array, label)) : Result<Tensor>(noMember(role));
}

Result<Tensor> onDevice(Tensor tensor, std::string_view device)
{
    const Storage::Label label{Device::parse(device), false};
    tensor.device = std::nullopt;
    for (auto& member : tensor.members) {
        if (label.device.isMeta()) {
            member.array.storage = declaredStorage(member.array.storage->byteSize(), label);
            continue;
        }
        auto array = relabelled(member.array, label);
        if (!array)
            return array.error();
        member.array = std::move(*array);
    }
    return tensor;
}

Result<Tensor> withGeometry(Tensor tensor, std::string_view role, Geometry geometry)
{
    auto* member = tensor.find(role);
    if (!member)
        return noMember(role);
    member->array.geometry = std::move(geometry);
    return tensor;
}

Result<Tensor> withUncountableDims(Tensor tensor, std::string_view role)
{
    auto* member = tensor.find(role);
    if (!member)
        return noMember(role);
    auto& geometry = member->array.geometry;
    const Extents more{int64Max, 3, 0};
    const auto isEmpty = [](const Extents& sizes) { return std::ranges::find(sizes, 0) != sizes.end(); };
    if (isEmpty(geometry.sizes) || (tensor.size && isEmpty(*tensor.size)))
        return cantBreak(say("it has no element"));
    geometry.sizes.insert(geometry.sizes.end(), more.begin(), more.end());
    geometry.strides.insert(geometry.strides.end(), {0, 0, 1});
    if (tensor.size)
        tensor.size->insert(tensor.size->end(), more.begin(), more.end());
    return tensor;
}

Result<Tensor> withLeadingDim(Tensor tensor, std::string_view role)
{
    const auto* member = tensor.find(role);
    if (!member)
        return noMember(role);
    auto geometry = member->array.geometry;
    geometry.sizes.insert(geometry.sizes.begin(), 1);
    geometry.strides.insert(geometry.strides.begin(),
                            std::max<std::int64_t>(numel(geometry.sizes).value_or(1), 1));
    return withGeometry(std::move(tensor), role, std::move(geometry));
}

Result<Tensor> withoutDims(Tensor tensor, std::string_view role)
{
    const auto* member = tensor.find(role);
    if (!member || numel(member->array.geometry).value_or(0) < 1)
        return cantBreak(say("{0} has no element to be left with", role));
    return withGeometry(tensor, role, Geometry{{}, {}, member->array.geometry.offset});
}

Result<Tensor> flattened(Tensor tensor, std::string_view role)
{
    const auto* member = tensor.find(role);
    if (!member)
        return noMember(role);
    const auto count = numel(member->array.geometry).value_or(0);
    return withArray(tensor, role, reshaped(member->array, {count}));
}

Result<Tensor> spaced(Tensor tensor, std::string_view role)
{
    const auto* member = tensor.find(role);
    const auto array = member ? packed(member->array) : Result<Array>(noMember(role));
    if (!array)
        return array.error();
    const auto count = numel(array->geometry).value_or(0), itemSize = array->dtype.itemSize();
    auto builder = StorageBuilder::make(saturatingMul(saturatingMul(count, 2), itemSize));
    if (!builder)
        return builder.error();
    for (std::int64_t at = 0; at < count; ++at)
        array->storage->read(at * itemSize, builder->bytes().subspan(static_cast<std::size_t>(2 * at * itemSize),
                                                                     static_cast<std::size_t>(itemSize)));
    auto geometry = array->geometry;
    for (auto& stride : geometry.strides)
        stride = saturatingMul(stride, 2); // beside an extent of 0 it may be anything
    return withArray(tensor, role,
                     Array{std::move(*builder).seal(labelOf(member->array)), array->dtype, std::move(geometry)});
}

namespace {

// As many groups along a dim as `by` says more or less; the last is taken again.
Result<Tensor> withGroups(Tensor tensor, std::string_view role, int dim, std::int64_t by)
{
    const auto* member = tensor.find(role);
    if (!member || dim < 0 || dim >= member->array.geometry.rank())
        return cantBreak(say("{0} has too few dims", role));
    const auto& sizes = member->array.geometry.sizes;
    const auto groups = sizes[static_cast<std::size_t>(dim)];
    std::int64_t batches = 1;
    for (int d = 0; d < dim; ++d)
        batches = saturatingMul(batches, std::max<std::int64_t>(sizes[static_cast<std::size_t>(d)], 0));
    if (groups < 1)
        return cantBreak(say("{0} has no entry to be doubled or left out", role));
    if (saturatingMul(batches, groups) > std::max<std::int64_t>(numel(sizes).value_or(0), 1))
        return cantBreak(say("{0} claims entries that hold nothing", role));
    Picks picks{saturatingAdd(groups, by), {}};
    for (std::int64_t b = 0; b < batches; ++b)
        for (std::int64_t k = 0; k < picks.count; ++k)
            picks.first.push_back(std::min(k, groups - 1));
    return withArray(tensor, role, gathered(member->array, dim, picks));
}

} // namespace

Result<Tensor> lengthened(Tensor tensor, std::string_view role, int dim)
{
    return withGroups(std::move(tensor), role, dim, 1);
}

Result<Tensor> shortened(Tensor tensor, std::string_view role, int dim)
{
    return withGroups(std::move(tensor), role, dim, -1);
}

Result<Tensor> shortStorage(Tensor tensor, std::string_view role)
{
    const auto* member = tensor.find(role);
    if (!member || numel(member->array.geometry).value_or(0) < 1)
        return cantBreak(say("{0} has no elements", role));
    auto array = packed(member->array);
    if (!array)
        return array.error();
    const auto bytes = array->storage->byteSize() - array->dtype.itemSize();
    auto builder = StorageBuilder::make(bytes);
    if (!builder)
        return builder.error();
    array->storage->read(0, builder->bytes());
    array->storage = std::move(*builder).seal(labelOf(member->array));
    return withArray(tensor, role, std::move(array));
}

Tensor withLayout(Tensor tensor, std::string_view role, std::string_view layout)
{
    if (auto* member = tensor.find(role))
        member->layout = layout;
    return tensor;
}

Tensor withClaim(Tensor tensor, std::string_view name, ClaimValue value)
{
    tensor.claims.set(name, std::move(value));
    return tensor;
}

Tensor withGrad(Tensor tensor, std::string_view role)
{
    if (auto* member = tensor.find(role))
        member->requiresGrad = true;
    return tensor;
}

Result<std::int64_t> chosen(Slot slot, std::int64_t count, Random& random, std::string_view what)
{
    if (count < 1)
        return cantBreak(say("there is no {0}", what));
    if (!slot)
        return random.below(count);
    if (*slot < 0 || *slot >= count)
        return cantBreak(say("slot {0} is none of the {1} of {2}", *slot, count, what));
    return *slot;
}

} // namespace tscope
