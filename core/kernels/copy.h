// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/kernel_entry.h"
#include "kernels/lattice.h"

#include <cstdlib>

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

// A copy in which the closest elements of the two lie along different dims: in squares of the two, so that both
// read and write whole pieces of memory.
template <class Item>
struct CopyTiles {
    static constexpr std::int64_t edge = 32, threads = 256; // of a square: each moves four elements
    Lattice<2> others;                                      // the dims besides
    std::int64_t along[2] = {}, tiles[2] = {};              // extents, where `to` and where `from` lies closest
    std::int64_t stride[2][2] = {};                         // of to and from, along these
    Item* to;
    const Item* from;

    // Precondition: the two are other dims of `places`.
    static CopyTiles of(const Lattice<2>& places, const int (&dims)[2], Item* to, const Item* from)
    {
        CopyTiles out{{}, {}, {}, {}, to, from};
        for (int d = 0; d < places.rank; ++d)
            if (d != dims[0] && d != dims[1])
                out.others.add(places.sizes[d], [&](int n) { return places.strides[n][d]; });
        for (int i = 0; i < 2; ++i) {
            out.along[i] = places.sizes[dims[i]];
            out.tiles[i] = (out.along[i] + edge - 1) / edge;
            for (int n = 0; n < 2; ++n)
                out.stride[n][i] = places.strides[n][dims[i]];
        }
        return out;
    }
    std::int64_t count() const { return others.count() * tiles[0] * tiles[1] * threads; }
    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        // 32 threads side by side: 8 along the one, 4 along the other.
        const auto thread = i % threads, tile = i / threads, rest = tile / tiles[0];
        const auto x = tile % tiles[0] * edge + thread % 8 + thread / 32 % 4 * 8;
        const auto begin = rest % tiles[1] * edge, end = begin + edge < along[1] ? begin + edge : along[1];
        if (x >= along[0])
            return;
        std::int64_t at[2];
        others.offsets(rest / tiles[1], at);
        for (auto y = begin + thread / 8 % 4 + thread / 128 * 4; y < end; y += 8)
            to[at[0] + x * stride[0][0] + y * stride[0][1]] = from[at[1] + x * stride[1][0] + y * stride[1][1]];
    }
};

// The dim along which the elements of the n-th array lie closest.
inline int closestDim(const Lattice<2>& places, int n)
{
    int closest = 0;
    for (int d = 1; d < places.rank; ++d)
        if (std::abs(places.strides[n][d]) <= std::abs(places.strides[n][closest]))
            closest = d;
    return closest;
}

template <class Item, class Queue>
void copyItems(Queue& queue, const Lattice<2>& places, Item* to, const Item* from)
{
    const int dims[]{closestDim(places, 0), closestDim(places, 1)};
    if (places.rank < 2 || dims[0] == dims[1] || places.sizes[dims[0]] < 8 || places.sizes[dims[1]] < 8) {
        queue.each(places.count(), CopyItems<Item>{places, to, from});
        return;
    }
    const auto tiles = CopyTiles<Item>::of(places, dims, to, from);
    queue.each(tiles.count(), tiles);
}

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
        copyItems(queue, places, static_cast<Item*>(to.data), static_cast<const Item*>(from.data));
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
