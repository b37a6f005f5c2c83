// SPDX-License-Identifier: Apache-2.0
// Blocks with sides of a few elements and one column, whose size is known when this is compiled: loops over so few
// elements would take longer than the elements. Local to the including file, see cpu/arithmetic.h.
#pragma once

#include "cpu/products/product.h"

#include <cstdint>

namespace tscope::cpu {

namespace {

constexpr std::int64_t largestSmallSide = 4;

// How a block lies: row by row or column by column, without gaps.
template <int outs, int ins, bool byColumns>
struct SmallBlock {
    static constexpr int outSize = outs, inSize = ins;

    static constexpr int at(int out, int in) { return byColumns ? in * outs + out : out * ins + in; }
};

template <class T>
inline bool isSmall(const Blocks<T>& blocks)
{
    const bool byRows = blocks.inStride == 1 && blocks.outStride == blocks.inSize;
    const bool byColumns = blocks.outStride == 1 && blocks.inStride == blocks.outSize;
    return blocks.outSize <= largestSmallSide && blocks.inSize <= largestSmallSide && (byRows || byColumns);
}

template <int outs, bool byColumns, class Body>
inline void withInSize(std::int64_t inSize, const Body& body)
{
    switch (inSize) {
    case 1:
        return body(SmallBlock<outs, 1, byColumns>());
    case 2:
        return body(SmallBlock<outs, 2, byColumns>());
    case 3:
        return body(SmallBlock<outs, 3, byColumns>());
    default:
        return body(SmallBlock<outs, 4, byColumns>());
    }
}

template <bool byColumns, class T, class Body>
inline void withOutSize(const Blocks<T>& blocks, const Body& body)
{
    switch (blocks.outSize) {
    case 1:
        return withInSize<1, byColumns>(blocks.inSize, body);
    case 2:
        return withInSize<2, byColumns>(blocks.inSize, body);
    case 3:
        return withInSize<3, byColumns>(blocks.inSize, body);
    default:
        return withInSize<4, byColumns>(blocks.inSize, body);
    }
}

// Calls body(SmallBlock<...>()). Precondition: isSmall(blocks).
template <class T, class Body>
inline void withSizeOf(const Blocks<T>& blocks, const Body& body)
{
    if (blocks.inStride == 1 && blocks.outStride == blocks.inSize)
        withOutSize<false>(blocks, body);
    else
        withOutSize<true>(blocks, body);
}

// What blocks with these indices sum up to, each times its piece of X. An element has a sum of its own, so that
// none waits for the one before.
template <class Block, class T, class I>
inline void sumSmallBlocks(const T* block, std::int64_t step, const I* indices, std::int64_t count, const T* x,
                           T* sums, std::int64_t stride)
{
    constexpr int size = Block::outSize * Block::inSize;
    T all[size] = {}; // as the block lies
    for (std::int64_t e = 0; e < count; ++e, block += step) {
        const auto* from = x + static_cast<std::int64_t>(indices[e]) * Block::inSize;
#pragma GCC unroll 4
        for (int o = 0; o < Block::outSize; ++o)
#pragma GCC unroll 4
            for (int i = 0; i < Block::inSize; ++i)
                all[Block::at(o, i)] += block[Block::at(o, i)] * from[i];
    }
#pragma GCC unroll 4
    for (int o = 0; o < Block::outSize; ++o) {
        auto sum = all[Block::at(o, 0)];
#pragma GCC unroll 4
        for (int i = 1; i < Block::inSize; ++i)
            sum += all[Block::at(o, i)];
        sums[o * stride] = sum;
    }
}

// y += block * x
template <class Block, class T>
inline void addSmallBlock(const T* block, const T* x, T* y, std::int64_t stride)
{
#pragma GCC unroll 4
    for (int o = 0; o < Block::outSize; ++o) {
        auto sum = block[Block::at(o, 0)] * x[0];
#pragma GCC unroll 4
        for (int i = 1; i < Block::inSize; ++i)
            sum += block[Block::at(o, i)] * x[i];
        y[o * stride] += sum;
    }
}

} // namespace

} // namespace tscope::cpu
