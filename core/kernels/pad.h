// SPDX-License-Identifier: Apache-2.0
// Components of nested and jagged tensors in one dense box, filled where none reaches, and the way back: a thread
// takes an element of the result.
#pragma once

#include "base/halving.h"
#include "kernels/copy.h"
#include "kernels/kernel_entry.h"
#include "kernels/lattice.h"

namespace tscope::kernels {

inline constexpr auto knownTypes = bits({TSCOPE_OPAQUE}) - 1;

// What `fill` is as an element, whatever its type: its bytes, lowest first.
template <class Item>
Item fillOf(const tscope_call& call)
{
    Item item{};
    std::memcpy(&item, paramNamed(call, "fill_bytes")->list, sizeof item);
    return item;
}

// Where components lie by their tables, and how far each reaches.
struct NestedPlaces {
    const std::int64_t *sizes, *strides, *offsets;
    std::int64_t components, first; // what is at hand of the storage begins with its element `first`
    int rank;

    static NestedPlaces of(const tscope_call& call)
    {
        const auto* members = call.in[0].members;
        return {static_cast<const std::int64_t*>(members[1].data),
                static_cast<const std::int64_t*>(members[2].data),
                static_cast<const std::int64_t*>(members[3].data),
                members[3].sizes[0],
                paramNamed(call, "first")->integer,
                members[1].dims == 2 ? static_cast<int>(members[1].sizes[1]) : 0};
    }
    // False where the component has no such index.
    TSCOPE_BOTH bool find(std::int64_t component, const DimNumbers& index, std::int64_t& at) const
    {
        const auto row = component * rank;
        at = 0;
        for (int d = 0; d < rank; ++d) {
            if (index.at[d] >= sizes[row + d])
                return false;
            at += index.at[d] * strides[row + d];
        }
        at += offsets[component] - first;
        return true;
    }
};

// The same for runs of one dim.
struct JaggedPlaces {
    const std::int64_t *offsets, *lengths; // lengths: null, each run ends where the next begins
    DimNumbers sizes, strides;
    std::int64_t components;
    int ragged, rank;

    static JaggedPlaces of(const tscope_call& call)
    {
        const auto& jagged = call.in[0];
        const auto& values = jagged.members[0];
        return {static_cast<const std::int64_t*>(jagged.members[1].data),
                jagged.member_count > 2 ? static_cast<const std::int64_t*>(jagged.members[2].data) : nullptr,
                DimNumbers(values.sizes, values.dims),
                DimNumbers(values.strides, values.dims),
                jagged.members[1].sizes[0] - 1,
                static_cast<int>(paramNamed(call, "ragged_dim")->integer),
                values.dims};
    }
    TSCOPE_BOTH bool find(std::int64_t component, const DimNumbers& index, std::int64_t& at) const
    {
        const auto begin = offsets[component];
        const auto length = lengths != nullptr ? lengths[component] : offsets[component + 1] - begin;
        at = 0;
        for (int d = 0; d < rank; ++d) {
            if (index.at[d] >= (d == ragged ? length : sizes.at[d]))
                return false;
            at += (index.at[d] + (d == ragged ? begin : 0)) * strides.at[d];
        }
        return true;
    }
};

template <class Places, class Item>
struct PadComponents {
    Places places;
    DimNumbers box;
    Item* to;
    const Item* from;
    Item fill;
    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        DimNumbers index;
        auto component = i;
        for (int d = places.rank - 1; d >= 0; --d) {
            index.at[d] = component % box.at[d];
            component /= box.at[d];
        }
        std::int64_t at = 0;
        const bool isInside = component < places.components && places.find(component, index, at);
        to[i] = isInside ? from[at] : fill;
    }
};

template <class Queue, class Places>
std::int32_t runToPadded(const tscope_call* call, tscope_error* error)
{
    Queue queue(*call, error);
    const auto& to = call->out->members[0];
    std::int64_t count = 1;
    for (std::int32_t d = 0; d < to.dims; ++d)
        count *= to.sizes[d];
    visitItem(to.item_size, [&]<class Item>(std::type_identity<Item>) {
        queue.each(count, PadComponents<Places, Item>{Places::of(*call), DimNumbers(to.sizes + 1, to.dims - 1),
                                                      static_cast<Item*>(to.data),
                                                      static_cast<const Item*>(call->in[0].members[0].data),
                                                      fillOf<Item>(*call)});
    });
    return queue.code();
}

// --- back: of each entry of the first dim the corner of its size
// -------------------------------------------------

// How large each component is to be: a matrix of a row per component.
struct CornerSizes {
    const std::int64_t* data;
    std::int64_t components, rowStride, stride;
    int rank;

    static CornerSizes of(const tscope_call& call)
    {
        const auto& table = call.in[1].members[0];
        return {static_cast<const std::int64_t*>(table.data), table.sizes[0], table.strides[0], table.strides[1],
                static_cast<int>(table.sizes[1])};
    }
    TSCOPE_BOTH std::int64_t at(std::int64_t component, int dim) const
    {
        return data[component * rowStride + dim * stride];
    }
};

struct CountElements {
    CornerSizes sizes;
    std::int64_t* to;
    TSCOPE_BOTH void operator()(std::int64_t component) const
    {
        std::int64_t product = 1;
        for (int d = 0; d < sizes.rank; ++d)
            product *= sizes.at(component, d);
        to[component] = product;
    }
};

struct WriteTables {
    CornerSizes corners;
    const std::int64_t* begins;
    std::int64_t *sizes, *strides, *offsets;
    TSCOPE_BOTH void operator()(std::int64_t component) const
    {
        std::int64_t product = 1; // zeros multiply in
        for (int d = corners.rank - 1; d >= 0; --d) {
            const auto size = corners.at(component, d);
            sizes[component * corners.rank + d] = size;
            strides[component * corners.rank + d] = product;
            product *= size;
        }
        offsets[component] = begins[component];
    }
};

template <class Item>
struct CutCorners {
    CornerSizes corners;
    const std::int64_t* begins;
    DimNumbers strides; // of what is cut, the list first
    Item* to;
    const Item* from;
    struct EndsAtMost {
        const std::int64_t* begins;
        std::int64_t element;
        TSCOPE_BOTH bool operator()(std::int64_t component) const { return begins[component + 1] <= element; }
    };
    TSCOPE_BOTH void operator()(std::int64_t element) const
    {
        const auto component = firstNot(0, corners.components, EndsAtMost{begins, element});
        auto rest = element - begins[component];
        auto at = component * strides.at[0];
        for (int d = corners.rank - 1; d >= 0; --d) {
            const auto size = corners.at(component, d);
            at += rest % size * strides.at[d + 1];
            rest /= size;
        }
        to[element] = from[at];
    }
};

template <class Queue>
struct Corners {
    Queue queue;
    std::int64_t* begins = nullptr; // of each component, and the end of the last
    Corners(const tscope_call& call, tscope_error* error) : queue(call, error) {}
};

template <class Queue>
std::int64_t entriesOfCorners(const tscope_call* call, tscope_error* error)
{
    auto& [queue, begins] = stateOf<Corners<Queue>>(*call, error);
    const auto sizes = CornerSizes::of(*call);
    begins = queue.template room<std::int64_t>(sizes.components + 1);
    queue.each(sizes.components, CountElements{sizes, begins});
    queue.addUp(begins, sizes.components);
    std::int64_t elements = 0;
    queue.read(&elements, begins + (queue.isGood() ? sizes.components : 0), 1);
    return queue.isGood() ? elements : -std::int64_t{queue.code()};
}

template <class Queue>
std::int32_t runFromPadded(const tscope_call* call, tscope_error* error)
{
    auto& state = stateOf<Corners<Queue>>(*call, error);
    auto& queue = state.queue; // no structured binding: clang 14 lets no lambda capture one
    auto& begins = state.begins;
    queue.answerTo(*call, error);
    const auto corners = CornerSizes::of(*call);
    const auto& from = call->in[0].members[0];
    const auto* out = call->out->members;
    queue.each(corners.components,
               WriteTables{corners, begins, static_cast<std::int64_t*>(out[1].data),
                           static_cast<std::int64_t*>(out[2].data), static_cast<std::int64_t*>(out[3].data)});
    visitItem(from.item_size, [&]<class Item>(std::type_identity<Item>) {
        queue.each(call->out->entries,
                   CutCorners<Item>{corners, begins, DimNumbers(from.strides, from.dims),
                                    static_cast<Item*>(out[0].data), static_cast<const Item*>(from.data)});
    });
    return queue.code();
}

template <class Queue>
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
                        .spaced = 1,
                        .takes = takesFewDims});
    };
    add("pad.components", "nested", runToPadded<Queue, NestedPlaces>);
    add("pad.runs", "jagged", runToPadded<Queue, JaggedPlaces>);
    list.push_back({.op = "from_padded",
                    .name = "pad.corners",
                    .layouts = {"strided", "strided"},
                    .result = "nested",
                    .types = knownTypes,
                    .indexTypes = 0,
                    .run = runFromPadded<Queue>,
                    .entries = entriesOfCorners<Queue>,
                    .takes = takesFewDims,
                    .release = releaseKept<Corners<Queue>>});
}

} // namespace tscope::kernels
