// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/kernel_entry.h"
#include "kernels/lattice.h"

namespace tscope::kernels {

// Items as they are moved: 16 bytes may lie at multiples of 8.
struct Item16 {
    std::uint64_t words[2];
};

template <class Item>
struct CopyItems {
    Lattice<2> places; // to, from
    Item* to;
    const Item* from;
    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        std::int64_t at[2];
        places.offsets(i, at);
        to[at[0]] = from[at[1]];
    }
};

struct CopyBytes {
    Lattice<2> places;
    std::int64_t itemBytes;
    std::uint8_t* to;
    const std::uint8_t* from;
    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        std::int64_t at[2];
        places.offsets(i, at);
        for (std::int64_t b = 0; b < itemBytes; ++b)
            to[at[0] * itemBytes + b] = from[at[1] * itemBytes + b];
    }
};

// Calls f with a type of that many bytes. False: there is none.
template <class F>
bool visitItem(std::int32_t bytes, F&& f)
{
    switch (bytes) {
    case 1:
        f(std::type_identity<std::uint8_t>());
        return true;
    case 2:
        f(std::type_identity<std::uint16_t>());
        return true;
    case 4:
        f(std::type_identity<std::uint32_t>());
        return true;
    case 8:
        f(std::type_identity<std::uint64_t>());
        return true;
    case 16:
        f(std::type_identity<Item16>());
        return true;
    default:
        return false;
    }
}

template <class Queue>
void copyStrided(Queue& queue, const tscope_array& to, const tscope_array& from)
{
    const auto places = Lattice<2>::make(to.dims, to.sizes, {to.strides, from.strides});
    const bool isItem = visitItem(to.item_size, [&]<class Item>(std::type_identity<Item>) {
        queue.each(places.count(),
                   CopyItems<Item>{places, static_cast<Item*>(to.data), static_cast<const Item*>(from.data)});
    });
    if (!isItem)
        queue.each(places.count(), CopyBytes{places, to.item_size, static_cast<std::uint8_t*>(to.data),
                                             static_cast<const std::uint8_t*>(from.data)});
}

template <class Queue>
std::int32_t runCopy(const tscope_call* call, tscope_error* error)
{
    Queue queue(*call, error);
    copyStrided(queue, call->out->members[0], call->in[0].members[0]);
    return queue.code();
}

template <class Queue>
void addCopy(std::vector<KernelEntry>& list)
{
    list.push_back({.op = "contiguous",
                    .name = "copy",
                    .layouts = {"strided"},
                    .result = "strided",
                    .types = ~std::uint64_t{0},
                    .indexTypes = 0,
                    .run = runCopy<Queue>,
                    .takes = takesFewDims});
}

} // namespace tscope::kernels
