// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fuzz/support/byte_source.h"
#include "layouts/registry.h"
#include "tensor/tensor.h"

#include <algorithm>

// Any tensor at all: members with any geometry over small storages, any claims.
inline tscope::Array randomArray(ByteSource& source, tscope::DType dtype)
{
    using namespace tscope;
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
    const auto count = wanted > 64 || source.chance(16) ? static_cast<std::int64_t>(source.below(65)) : wanted;
    const auto bytes = count * dtype.itemSize();
    if (source.chance(12))
        return {declaredStorage(bytes, label), dtype, geometry};
    std::vector<std::byte> content(static_cast<std::size_t>(bytes));
    for (std::int64_t i = 0; i < count; ++i) {
        const auto element = Element::from(Number(source.number()), dtype);
        if (element)
            std::ranges::copy(element->bytes(), content.begin() + i * dtype.itemSize());
    }
    return {heapStorage(content, label), dtype, geometry};
}

inline tscope::DType randomDType(ByteSource& source, bool index)
{
    using namespace tscope;
    if (index && source.chance(230))
        return source.chance(180) ? ElementType::i64 : ElementType::i32;
    const auto types = knownElementTypes();
    return source.chance(250) ? DType(types[source.below(types.size())]) : DType::opaque("odd", 3);
}

inline tscope::Tensor randomTensor(ByteSource& source)
{
    using namespace tscope;
    const auto known = layouts();
    Tensor tensor;
    tensor.layout = known[source.below(known.size())];
    for (const auto& role : tensor.layout->roles) {
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
    for (const char* claim : {"numel", "sparse_dim", "dense_dim", "ragged_idx", "min_seqlen", "max_seqlen"})
        if (source.chance(30))
            tensor.claims.set(claim, source.number());
    if (source.chance(60))
        tensor.claims.set("is_coalesced", source.chance(200));
    if (source.chance(10))
        tensor.claims.set("declared_layout", std::string("csc"));
    return tensor;
}
