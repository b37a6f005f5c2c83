// SPDX-License-Identifier: Apache-2.0
#include "kernels/pad.h"
#include "cpu/reference/kernels.h"
#include "cpu/reference/stored_elements.h"

#include <algorithm>

namespace tscope::cpu::reference {

namespace {

// A component as an array: where its first element lies, in elements of the first member.
struct Component {
    Extents sizes, strides;
    std::int64_t offset = 0;
};

std::vector<Component> componentsOf(const tscope_call& call)
{
    const auto& from = call.in[0];
    std::vector<Component> out;
    if (isLayout(from, "nested")) {
        const auto offsets = integersOf(from.members[3]);
        if (offsets.empty())
            return out;
        const auto sizes = integersOf(from.members[1]), strides = integersOf(from.members[2]);
        const auto rank = from.members[1].sizes[1];
        for (std::int64_t c = 0; c < std::ssize(offsets); ++c)
            out.push_back({{sizes.begin() + c * rank, sizes.begin() + (c + 1) * rank},
                           {strides.begin() + c * rank, strides.begin() + (c + 1) * rank},
                           offsets[static_cast<std::size_t>(c)] - paramNamed(call, "first")->integer});
        return out;
    }
    const auto& values = from.members[0];
    const auto offsets = integersOf(from.members[1]);
    const auto lengths = from.member_count > 2 ? integersOf(from.members[2]) : Extents();
    const auto ragged = static_cast<std::size_t>(paramNamed(call, "ragged_dim")->integer);
    for (std::size_t c = 0; c + 1 < offsets.size(); ++c) {
        Component one{sizesOf(values), {values.strides, values.strides + values.dims}, 0};
        one.sizes[ragged] = lengths.empty() ? offsets[c + 1] - offsets[c] : lengths[c];
        one.offset = offsets[c] * one.strides[ragged];
        out.push_back(std::move(one));
    }
    return out;
}

std::int32_t runToPadded(const tscope_call* call, tscope_error*)
{
    const auto components = componentsOf(*call);
    const auto* from = static_cast<const std::byte*>(call->in[0].members[0].data);
    const auto& to = call->out->members[0];
    const auto fill = fillOf<Item16>(*call);
    const auto sizes = sizesOf(to);
    for (std::int64_t at = 0; at < numel(sizes).value_or(0); ++at) {
        const auto index = indexOf(sizes, at);
        const auto c = static_cast<std::size_t>(index[0]);
        bool isInside = c < components.size();
        auto offset = isInside ? components[c].offset : 0;
        for (std::size_t d = 0; isInside && d + 1 < index.size(); ++d) {
            isInside = index[d + 1] < components[c].sizes[d];
            offset += index[d + 1] * components[c].strides[d];
        }
        const void* element = isInside ? static_cast<const void*>(from + offset * to.item_size) : &fill;
        std::memcpy(addressOf(to, index), element, static_cast<std::size_t>(to.item_size));
    }
    return TSCOPE_OK;
}

// The sizes of all components, and what comes before each of them.
std::vector<Extents> cornersOf(const tscope_call& call)
{
    const auto table = integersOf(call.in[1].members[0]);
    const auto rank = call.in[1].members[0].sizes[1];
    std::vector<Extents> out;
    for (std::int64_t c = 0; c < call.in[1].members[0].sizes[0]; ++c)
        out.emplace_back(table.begin() + c * rank, table.begin() + (c + 1) * rank);
    return out;
}

std::int64_t entriesOfCorners(const tscope_call* call, tscope_error*)
{
    std::int64_t elements = 0;
    for (const auto& sizes : cornersOf(*call))
        elements += *numel(sizes);
    return elements;
}

std::int32_t runFromPadded(const tscope_call* call, tscope_error*)
{
    const auto& from = call->in[0].members[0];
    const auto* out = call->out->members;
    auto* to = static_cast<std::byte*>(out[0].data);
    std::int64_t offset = 0;
    const auto corners = cornersOf(*call);
    for (std::int64_t c = 0; c < std::ssize(corners); ++c) {
        const auto& sizes = corners[static_cast<std::size_t>(c)];
        for (std::int64_t at = 0; at < *numel(sizes); ++at, to += from.item_size) {
            auto index = indexOf(sizes, at);
            index.insert(index.begin(), c);
            std::memcpy(to, addressOf(from, index), static_cast<std::size_t>(from.item_size));
        }
        std::int64_t product = 1;
        for (auto d = std::ssize(sizes); d-- > 0;) {
            *static_cast<std::int64_t*>(addressOf(out[1], {c, d})) = sizes[static_cast<std::size_t>(d)];
            *static_cast<std::int64_t*>(addressOf(out[2], {c, d})) = product;
            product *= sizes[static_cast<std::size_t>(d)];
        }
        *static_cast<std::int64_t*>(addressOf(out[3], {c})) = offset;
        offset += product;
    }
    return TSCOPE_OK;
}

} // namespace

void addPadding(std::vector<KernelEntry>& list)
{
    for (const auto* layout : {"nested", "jagged"})
        list.push_back({.op = "to_padded",
                        .name = "reference.pad",
                        .layouts = {layout},
                        .result = "strided",
                        .types = knownTypes,
                        .indexTypes = 0,
                        .run = runToPadded,
                        .spaced = 1});
    list.push_back({.op = "from_padded",
                    .name = "reference.corners",
                    .layouts = {"strided", "strided"},
                    .result = "nested",
                    .types = knownTypes,
                    .indexTypes = 0,
                    .run = runFromPadded,
                    .entries = entriesOfCorners});
}

} // namespace tscope::cpu::reference
