// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/arithmetic.h"
#include "cpu/products/loops.h"

namespace tscope::cpu {

namespace {

// y[out] += block * x[in] for one block, in the columns of the share.
template <class T>
void addBlock(const T* block, const Blocks<T>& blocks, const T* x, std::int64_t xStride, SumOf<T>* y,
              std::int64_t yStride, std::int64_t columns)
{
    for (std::int64_t o = 0; o < blocks.outSize; ++o) {
        auto* to = y + o * yStride;
        for (std::int64_t i = 0; i < blocks.inSize; ++i) {
            const auto factor = Wide<T>::from(block[o * blocks.outStride + i * blocks.inStride]);
            const auto* from = x + i * xStride;
            for (std::int64_t c = 0; c < columns; ++c) {
                const auto product = factor * Wide<T>::from(from[c]);
                if constexpr (addsInPlace<T>)
                    to[c] = Wide<T>::to(Wide<T>::from(to[c]) + product);
                else
                    to[c] = to[c] + product;
            }
        }
    }
}

inline bool isIn(const ScatterShare& share, std::int64_t block)
{
    return block >= share.firstBlock && block - share.firstBlock < share.blocks;
}

template <class T, class I>
void scatterSlices(const Slices<I>& pattern, const Blocks<T>& blocks, const Dense<const T>& x, std::byte* sums,
                   std::int64_t stride, const ScatterShare& share, std::int64_t first, std::int64_t last)
{
    auto* y = reinterpret_cast<SumOf<T>*>(sums) + share.firstColumn;
    for (auto slice = first; slice < last; ++slice) {
        const auto* from = x.data + slice * blocks.inSize * x.stride + share.firstColumn;
        for (std::int64_t e = pattern.pointers[slice]; e < pattern.pointers[slice + 1]; ++e)
            if (const std::int64_t out = pattern.indices[e]; isIn(share, out))
                addBlock<T>(blocks.values + e * blocks.step, blocks, from, x.stride,
                            y + out * blocks.outSize * stride, stride, share.columns);
    }
}

template <class T, class I>
void scatterCoordinates(const Coordinates<I>& pattern, const T* values, const Dense<const T>& x, std::byte* sums,
                        std::int64_t stride, const ScatterShare& share, std::int64_t begin, std::int64_t end)
{
    const Blocks<T> single;
    auto* y = reinterpret_cast<SumOf<T>*>(sums) + share.firstColumn;
    for (auto e = begin; e < end; ++e)
        if (const std::int64_t row = pattern.rows[e]; isIn(share, row))
            addBlock<T>(values + e, single, x.data + pattern.columns[e] * x.stride + share.firstColumn, x.stride,
                        y + row * stride, stride, share.columns);
}

template <class T>
void roundSums(const std::byte* sums, T* to, std::int64_t count)
{
    const auto* from = reinterpret_cast<const WideOf<T>*>(sums);
    for (std::int64_t i = 0; i < count; ++i)
        to[i] = Wide<T>::to(from[i]);
}

template <class T>
void addSums(std::byte* into, const std::byte* what, std::int64_t count)
{
    auto* to = reinterpret_cast<WideOf<T>*>(into);
    const auto* from = reinterpret_cast<const WideOf<T>*>(what);
    for (std::int64_t i = 0; i < count; ++i)
        to[i] = to[i] + from[i];
}

template <class T, class I>
void sumRuns(const Coordinates<I>& pattern, const T* values, const Dense<const T>& x, const Dense<T>& y,
             std::int64_t begin, std::int64_t end, std::byte* head, std::byte* tail)
{
    using Sum = WideOf<T>;
    constexpr std::int64_t width = 32;
    for (std::int64_t column = 0; column < x.columns; column += width) {
        const auto columns = x.columns - column < width ? x.columns - column : width;
        for (auto e = begin; e < end;) {
            const auto row = pattern.rows[e];
            const bool beganBefore = e == begin && e > 0 && pattern.rows[e - 1] == row;
            Sum sums[width] = {};
            for (; e < end && pattern.rows[e] == row; ++e) {
                const auto factor = Wide<T>::from(values[e]);
                const auto* from = x.data + static_cast<std::int64_t>(pattern.columns[e]) * x.stride + column;
                for (std::int64_t c = 0; c < columns; ++c)
                    sums[c] = sums[c] + factor * Wide<T>::from(from[c]);
            }
            const bool goesOn = e == end && e < pattern.entries && pattern.rows[e] == row;
            if (beganBefore || goesOn) {
                auto* to = reinterpret_cast<Sum*>(beganBefore ? head : tail) + column;
                for (std::int64_t c = 0; c < columns; ++c)
                    to[c] = sums[c];
            } else {
                auto* to = y.data + static_cast<std::int64_t>(row) * y.stride + column;
                for (std::int64_t c = 0; c < columns; ++c)
                    to[c] = Wide<T>::to(sums[c]);
            }
        }
    }
}

} // namespace

template <class T, class I>
ScatterLoops<T, I> scatterLoops()
{
    return {sizeof(SumOf<T>), addsInPlace<T>, scatterSlices<T, I>, scatterCoordinates<T, I>, roundSums<T>};
}

template <class T, class I>
RunLoops<T, I> runLoops()
{
    return {sizeof(WideOf<T>), sumRuns<T, I>, addSums<T>, roundSums<T>};
}

} // namespace tscope::cpu
