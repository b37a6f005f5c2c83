// SPDX-License-Identifier: Apache-2.0
#include "fuzz/support/random_tensor.h"

#include "layouts/registry.h"
#include "make/generators.h"

#include <algorithm>

using namespace tscope;

namespace {

constexpr std::array integerClaims{"numel", "sparse_dim", "dense_dim", "ragged_idx", "min_seqlen", "max_seqlen"};

DType randomDType(ByteSource& source, bool index)
{
    if (index && source.chance(230))
        return source.chance(180) ? ElementType::i64 : ElementType::i32;
    const auto types = knownElementTypes();
    return source.chance(250) ? DType(types[source.below(types.size())]) : DType::opaque("odd", 3);
}

Tensor randomMembers(ByteSource& source, const Layout& layout)
{
    Tensor tensor;
    tensor.layout = &layout;
    for (const auto& role : layout.roles) {
        if (!role.required && source.chance(128))
            continue;
        Member member{&role, randomArray(source, randomDType(source, role.kind != RoleKind::values))};
        if (source.chance(8))
            member.layout = "coo";
        member.requiresGrad = source.chance(8);
        tensor.members.push_back(std::move(member));
    }
    // Two members on one storage.
    if (tensor.members.size() > 1 && source.chance(20))
        tensor.members[1].array.storage = tensor.members[0].array.storage;
    if (source.chance(200))
        tensor.size = source.numbers(source.below(6));
    if (source.chance(20))
        tensor.dtype = randomDType(source, false);
    if (source.chance(20))
        tensor.indexDType = randomDType(source, true);
    if (source.chance(20))
        tensor.device = Device::parse("cuda");
    for (const char* claim : integerClaims)
        if (source.chance(30))
            tensor.claims.set(claim, source.number());
    if (source.chance(60))
        tensor.claims.set("is_coalesced", source.chance(200));
    if (source.chance(10))
        tensor.claims.set("declared_layout", std::string("csc"));
    return tensor;
}

Extents smallExtents(ByteSource& source, std::size_t count)
{
    Extents out(count);
    for (auto& extent : out)
        extent = static_cast<std::int64_t>(source.below(6));
    return out;
}

Result<Tensor> soundTensor(ByteSource& source, const Layout& layout)
{
    MakeSpec spec;
    spec.layout = layout.name;
    const bool isPlain = layout.family == "nested" || layout.family == "jagged" || layout.family == "strided";
    spec.kind = isPlain ? (source.chance(128) ? "arange" : "random") : source.chance(128) ? "dense" : "random";
    spec.size = smallExtents(source, isPlain ? 2 + source.below(2) : 2);
    spec.blocksize = {1 + static_cast<std::int64_t>(source.below(3)),
                      1 + static_cast<std::int64_t>(source.below(3))};
    if (layout.name == "bsr" || layout.name == "bsc")
        for (std::size_t d = 0; d < 2; ++d)
            spec.size[d] *= spec.blocksize[d];
    if (spec.kind == "random" && !isPlain)
        spec.density = static_cast<double>(source.below(5)) / 4;
    if (layout.family == "compressed" && source.chance(60))
        spec.batch = smallExtents(source, 1 + source.below(2));
    if (!isPlain && source.chance(60))
        spec.dense = smallExtents(source, 1);
    spec.dtype = source.chance(128) ? DType(ElementType::f32) : DType(ElementType::i64);
    spec.indexDType = source.chance(160) ? ElementType::i64 : ElementType::i32;
    spec.seed = source.byte();
    auto tensor = makeTensorOf(spec);
    if (tensor && layout.name == "coo")
        tensor->claims.set("is_coalesced", true);
    return tensor;
}

// The geometry with one number that is another.
Geometry tampered(ByteSource& source, Geometry geometry)
{
    auto& list = source.chance(128) ? geometry.sizes : geometry.strides;
    switch (source.below(list.empty() ? 2 : 8)) {
    case 0:
        geometry.offset = source.number();
        break;
    case 1:
        geometry.sizes.insert(geometry.sizes.begin(), source.number());
        geometry.strides.insert(geometry.strides.begin(), source.number());
        break;
    case 2:
        list.pop_back();
        break;
    default:
        list[source.below(list.size())] = source.number();
    }
    return geometry;
}

// Of any member; an array that is tampered with or another one.
ReplaceArray randomReplacement(ByteSource& source, const Member& member)
{
    auto array = member.array;
    if (source.chance(40))
        array = randomArray(source, array.dtype);
    else
        array.geometry = tampered(source, array.geometry);
    if (source.chance(20))
        array.dtype = randomDType(source, member.role->kind != RoleKind::values);
    return {std::string(member.role->name), std::move(array), source.chance(8) ? "coo" : "strided"};
}

} // namespace

Array randomArray(ByteSource& source, DType dtype)
{
    const auto rank = source.below(5);
    auto geometry = Geometry{source.numbers(rank), source.numbers(source.chance(250) ? rank : source.below(5)), 0};
    if (source.chance(160))
        geometry = Geometry::rowMajor(geometry.sizes);
    if (source.chance(40))
        geometry.offset = source.number();

    const Storage::Label label{
        source.chance(250) ? Device{} : Device::parse(source.chance(128) ? "meta" : "cuda:1"), source.chance(10)};
    // Enough elements for what it claims when that is little, so that sound tensors come up too.
    const auto wanted = minStorage(geometry).value_or(0);
    if (source.chance(16))
        return {declaredStorage(saturatingMul(source.chance(128) ? wanted : int64Max, dtype.itemSize()), label),
                dtype, geometry};
    const auto count = wanted > 64 || source.chance(16) ? static_cast<std::int64_t>(source.below(65)) : wanted;
    std::vector<std::byte> content(static_cast<std::size_t>(count * dtype.itemSize()));
    for (std::int64_t i = 0; i < count; ++i) {
        const auto element = Element::from(Number(source.number()), dtype);
        if (element)
            std::ranges::copy(element->bytes(), content.begin() + i * dtype.itemSize());
    }
    return {heapStorage(content, label), dtype, geometry};
}

Tensor randomTensor(ByteSource& source)
{
    const auto known = layouts();
    const auto& layout = *known[source.below(known.size())];
    if (source.chance(128))
        return randomMembers(source, layout);
    auto tensor = soundTensor(source, layout);
    if (!tensor)
        return randomMembers(source, layout);
    for (auto left = source.below(4); left > 0; --left) {
        const Edit edit = randomEdit(source, *tensor);
        if (auto next = applied(*tensor, std::span(&edit, 1)))
            tensor = std::move(next);
    }
    return std::move(*tensor);
}

Edit randomTyping(ByteSource& source, const Tensor& tensor)
{
    const auto& member = tensor.members[source.below(tensor.members.size())];
    const auto count = numel(member.array.geometry).value_or(0);
    SetElements edit{std::string(member.role->name), 0, {}};
    edit.begin = source.chance(8) ? source.number()
                                  : static_cast<std::int64_t>(source.byte()) % std::max<std::int64_t>(count, 1);
    for (auto left = source.below(4); left > 0; --left)
        if (const auto element = Element::from(Number(source.number()), member.array.dtype))
            edit.values.push_back(*element);
    return edit;
}

Edit randomEdit(ByteSource& source, const Tensor& tensor)
{
    const auto& member = tensor.members[source.below(tensor.members.size())];
    switch (source.below(12)) {
    case 0: {
        auto size = tensor.size.value_or(Extents{});
        if (size.empty() || source.chance(40))
            return SetSize{source.chance(200) ? std::optional(source.numbers(source.below(5))) : std::nullopt};
        size[source.below(size.size())] = source.number();
        return SetSize{std::move(size)};
    }
    case 1:
        return SetClaim{integerClaims[source.below(integerClaims.size())], source.number()};
    case 2:
        return SetClaim{"is_coalesced", source.chance(128)};
    case 3:
        return SetDType{source.chance(128) ? std::optional(randomDType(source, false)) : std::nullopt};
    case 4:
        return SetIndexDType{source.chance(128) ? std::optional(randomDType(source, true)) : std::nullopt};
    case 5:
        return SetDevice{Device::parse(source.chance(128) ? "meta" : "cuda:1")};
    case 6:
        return SetRequiresGrad{std::string(member.role->name), source.chance(200)};
    case 7:
    case 8:
    case 9:
        return randomReplacement(source, member);
    default:
        return randomTyping(source, tensor);
    }
}
