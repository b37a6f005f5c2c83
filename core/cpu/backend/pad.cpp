// SPDX-License-Identifier: Apache-2.0
// Components in one dense box, and back.
#include "cpu/nested/pad.h"
#include "cpu/backend/call_views.h"
#include "cpu/backend/kernels.h"
#include "kernels/pad.h"

namespace tscope::cpu {

namespace {

ComponentList componentsOfNested(const tscope_call& call)
{
    const auto places = NestedPlaces::of(call);
    return {static_cast<const std::byte*>(call.in[0].members[0].data), places.components,
            [places](std::int64_t c, Geometry& out) {
                const auto *sizes = places.sizes + c * places.rank, *strides = places.strides + c * places.rank;
                out.sizes.assign(sizes, sizes + places.rank);
                out.strides.assign(strides, strides + places.rank);
                out.offset = places.offsets[c] - places.first;
            }};
}

ComponentList componentsOfJagged(const tscope_call& call)
{
    const auto& jagged = call.in[0];
    const auto& values = jagged.members[0];
    const auto* offsets = static_cast<const std::int64_t*>(jagged.members[1].data);
    const auto* lengths =
        jagged.member_count > 2 ? static_cast<const std::int64_t*>(jagged.members[2].data) : nullptr;
    const auto ragged = static_cast<std::size_t>(paramNamed(call, "ragged_dim")->integer);
    return {static_cast<const std::byte*>(values.data), jagged.members[1].sizes[0] - 1,
            [=, &values](std::int64_t c, Geometry& out) {
                out.sizes.assign(values.sizes, values.sizes + values.dims);
                out.strides.assign(values.strides, values.strides + values.dims);
                out.sizes[ragged] = lengths != nullptr ? lengths[c] : offsets[c + 1] - offsets[c];
                out.offset = out.sizes[ragged] == 0 ? 0 : offsets[c] * out.strides[ragged];
            }};
}

template <ComponentList (*componentsOf)(const tscope_call&)>
std::int32_t runToPadded(const tscope_call* call, tscope_error*)
{
    const auto& to = call->out->members[0];
    const auto fill = fillOf<Item16>(*call);
    return codeOf(padComponents(
        componentsOf(*call), {to.sizes, static_cast<std::size_t>(to.dims)}, static_cast<std::byte*>(to.data),
        std::as_bytes(std::span(&fill, 1)).first(static_cast<std::size_t>(to.item_size)), watchOf(*call)));
}

// Where each component begins, and the end of the last.
struct Begins {
    std::vector<std::int64_t> at;
};

std::int64_t entriesOfCorners(const tscope_call* call, tscope_error*)
{
    auto& begins = keptOf<Begins>(*call).at;
    const auto sizes = CornerSizes::of(*call);
    begins.assign(static_cast<std::size_t>(sizes.components) + 1, 0);
    for (std::int64_t c = 0; c < sizes.components; ++c) {
        const auto i = static_cast<std::size_t>(c);
        CountElements{sizes, begins.data() + 1}(c);
        begins[i + 1] += begins[i];
    }
    return begins.back();
}

std::int32_t runFromPadded(const tscope_call* call, tscope_error*)
{
    const auto& begins = keptOf<Begins>(*call).at;
    const auto corners = CornerSizes::of(*call);
    const auto& from = call->in[0].members[0];
    const auto* out = call->out->members;
    const WriteTables tables{corners, begins.data(), static_cast<std::int64_t*>(out[1].data),
                             static_cast<std::int64_t*>(out[2].data), static_cast<std::int64_t*>(out[3].data)};
    for (std::int64_t c = 0; c < corners.components; ++c)
        tables(c);
    const ComponentList list{static_cast<const std::byte*>(from.data), corners.components,
                             [&](std::int64_t c, Geometry& corner) {
                                 corner.sizes.resize(static_cast<std::size_t>(corners.rank));
                                 for (int d = 0; d < corners.rank; ++d)
                                     corner.sizes[static_cast<std::size_t>(d)] = corners.at(c, d);
                                 corner.offset = begins[static_cast<std::size_t>(c)];
                             }};
    return codeOf(cutCorners(list, {from.strides, static_cast<std::size_t>(from.dims)},
                             static_cast<std::byte*>(out[0].data), from.item_size, watchOf(*call)));
}

} // namespace

void addPadding(std::vector<KernelEntry>& list)
{
    const auto add = [&list](const char* name, const char* layout, Run run) {
        list.push_back({.op = "to_padded",
                        .name = name,
                        .layouts = {layout},
                        .result = "strided",
                        .types = knownTypes,
                        .indexTypes = 0,
                        .run = run,
                        .spaced = 1});
    };
    add("cpu.pad.components", "nested", runToPadded<componentsOfNested>);
    add("cpu.pad.runs", "jagged", runToPadded<componentsOfJagged>);
    list.push_back({.op = "from_padded",
                    .name = "cpu.pad.corners",
                    .layouts = {"strided", "strided"},
                    .result = "nested",
                    .types = knownTypes,
                    .indexTypes = 0,
                    .run = runFromPadded,
                    .entries = entriesOfCorners,
                    .release = releaseKept<Begins>});
}

} // namespace tscope::cpu
