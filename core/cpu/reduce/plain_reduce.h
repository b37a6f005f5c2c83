// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/reduce/reduce_loops.h"
#include "kernels/reductions.h"

namespace tscope::cpu {

namespace {

template <class Kind>
void clearPartials(std::byte* partials, std::int64_t count)
{
    auto* to = reinterpret_cast<typename Kind::Partial*>(partials);
    for (std::int64_t i = 0; i < count; ++i)
        to[i] = Kind::start();
}

// The second half of `strands` onto the first one, and so on. Each count is known when this is compiled and no
// loop is unrolled, so that a half is one vector or a few: else strands lie in memory and are joined one by one,
// and rows of 128 elements take a tenth longer.
template <class Kind, std::int64_t count>
inline typename Kind::Partial joinStrands(typename Kind::Partial* strands)
{
    if constexpr (count > 1) {
        constexpr auto half = count / 2;
#pragma GCC unroll 1
        for (std::int64_t s = 0; s < half; ++s)
            strands[s] = Kind::join(strands[s], strands[s + half]);
        return joinStrands<Kind, half>(strands);
    }
    return strands[0];
}

// Long rows in blocks, each in strands that are joined two by two: an error grows with a row's length only from
// block to block.
template <class Kind, class T>
inline typename Kind::Partial ofSideBySide(const T* from, std::int64_t count)
{
    using Partial = typename Kind::Partial;
    constexpr std::int64_t strands = sizeof(Partial) <= 4 ? 32 : 16;
    if (count < strands) { // none of which would get an element
        auto few = Kind::start();
        for (std::int64_t i = 0; i < count; ++i)
            few = Kind::join(few, Kind::from(from[i]));
        return few;
    }
    Partial partials[strands];
    for (auto& partial : partials)
        partial = Kind::start();
    std::int64_t i = 0;
    for (; i + strands <= count; i += strands)
        for (std::int64_t s = 0; s < strands; ++s)
            partials[s] = Kind::join(partials[s], Kind::from(from[i + s]));
    // What is left goes here: strands picked by a number would have to lie in memory.
    auto all = joinStrands<Kind, strands>(partials);
    for (; i < count; ++i)
        all = Kind::join(all, Kind::from(from[i]));
    return all;
}

template <class Kind, class T>
inline void takeRow(typename Kind::Partial& into, const T* from, std::int64_t count, std::int64_t stride)
{
    constexpr std::int64_t block = 4096;
    if (stride != 1) {
        auto all = Kind::start();
        for (std::int64_t i = 0; i < count; ++i)
            all = Kind::join(all, Kind::from(from[i * stride]));
        into = Kind::join(into, all);
        return;
    }
    for (std::int64_t i = 0; i < count; i += block)
        into = Kind::join(into, ofSideBySide<Kind, T>(from + i, count - i < block ? count - i : block));
}

template <class Kind, class T>
void takeRows(std::byte* partials, const T* from, std::int64_t results, std::int64_t step, std::int64_t count,
              std::int64_t stride)
{
    auto* to = reinterpret_cast<typename Kind::Partial*>(partials);
    for (std::int64_t r = 0; r < results; ++r)
        takeRow<Kind, T>(to[r], from + r * step, count, stride);
}

template <class Kind, class T>
inline void takeColumn(typename Kind::Partial* to, const T* from, std::int64_t count, std::int64_t stride)
{
    if (stride == 1)
        for (std::int64_t i = 0; i < count; ++i)
            to[i] = Kind::join(to[i], Kind::from(from[i]));
    else
        for (std::int64_t i = 0; i < count; ++i)
            to[i] = Kind::join(to[i], Kind::from(from[i * stride]));
}

// Several columns that are read at once keep more of the memory busy than one after the other.
template <class Kind, class T>
void takeColumns(std::byte* partials, const T* const* from, int columns, std::int64_t count, std::int64_t stride)
{
    auto* to = reinterpret_cast<typename Kind::Partial*>(partials);
    if (columns < columnsTogether || stride != 1) {
        for (int c = 0; c < columns; ++c)
            takeColumn<Kind, T>(to, from[c], count, stride);
        return;
    }
    const T* at[columnsTogether];
    for (int c = 0; c < columnsTogether; ++c)
        at[c] = from[c];
    for (std::int64_t i = 0; i < count; ++i) {
        auto all = to[i];
#pragma GCC unroll 8
        for (int c = 0; c < columnsTogether; ++c)
            all = Kind::join(all, Kind::from(at[c][i]));
        to[i] = all;
    }
}

template <class Kind, class T>
void takeRuns(std::byte* partials, const T* from, const std::int64_t* starts, std::int64_t count)
{
    auto* to = reinterpret_cast<typename Kind::Partial*>(partials);
    for (std::int64_t i = 0; i < count; ++i)
        takeRow<Kind, T>(to[i], from + starts[i], starts[i + 1] - starts[i], 1);
}

// With a width that is known here the results stay in registers.
template <class Kind, class T, std::int64_t width>
void takeStackOf(typename Kind::Partial* to, const T* from, std::int64_t rows)
{
    typename Kind::Partial all[width];
    for (std::int64_t i = 0; i < width; ++i)
        all[i] = to[i];
    for (std::int64_t row = 0; row < rows; ++row, from += width)
        for (std::int64_t i = 0; i < width; ++i)
            all[i] = Kind::join(all[i], Kind::from(from[i]));
    for (std::int64_t i = 0; i < width; ++i)
        to[i] = all[i];
}

template <class Kind, class T>
void takeStack(std::byte* partials, const T* from, std::int64_t rows, std::int64_t width)
{
    auto* to = reinterpret_cast<typename Kind::Partial*>(partials);
    if (width == 4)
        takeStackOf<Kind, T, 4>(to, from, rows);
    else if (width == 16)
        takeStackOf<Kind, T, 16>(to, from, rows);
    else
        for (std::int64_t row = 0; row < rows; ++row)
            takeColumn<Kind, T>(to, from + row * width, width, 1);
}

template <class Kind>
void foldStack(std::byte* partials, const std::byte* stacked, const BlockShape& shape)
{
    auto* to = reinterpret_cast<typename Kind::Partial*>(partials);
    const auto* from = reinterpret_cast<const typename Kind::Partial*>(stacked);
    for (std::int64_t out = 0; out < shape.outSize; ++out)
        for (std::int64_t in = 0; in < shape.inSize; ++in)
            to[out] = Kind::join(to[out], from[out * shape.outStride + in * shape.inStride]);
}

template <class Kind, class T, class I>
void takeByIndex(std::byte* partials, const T* from, const I* indices, std::int64_t count, std::int64_t first,
                 std::int64_t last, const BlockShape& shape)
{
    auto* to = reinterpret_cast<typename Kind::Partial*>(partials);
    if (shape.step == 1) {
        for (std::int64_t e = 0; e < count; ++e)
            if (const std::int64_t index = indices[e]; index >= first && index < last)
                to[index] = Kind::join(to[index], Kind::from(from[e]));
        return;
    }
    for (std::int64_t e = 0; e < count; ++e, from += shape.step)
        if (const std::int64_t index = indices[e]; index >= first && index < last)
            for (std::int64_t out = 0; out < shape.outSize; ++out)
                takeRow<Kind, T>(to[index * shape.outSize + out], from + out * shape.outStride, shape.inSize,
                                 shape.inStride);
}

template <class Kind>
void joinPartials(std::byte* into, const std::byte* what, std::int64_t count)
{
    auto* to = reinterpret_cast<typename Kind::Partial*>(into);
    const auto* from = reinterpret_cast<const typename Kind::Partial*>(what);
    for (std::int64_t i = 0; i < count; ++i)
        to[i] = Kind::join(to[i], from[i]);
}

template <class Kind>
void finishPartials(const std::byte* partials, std::int64_t count, std::int64_t taken, void* to,
                    std::int64_t stride)
{
    const auto* from = reinterpret_cast<const typename Kind::Partial*>(partials);
    const auto elements = static_cast<double>(taken);
    auto* results = static_cast<decltype(Kind::result(*from, elements))*>(to);
    for (std::int64_t i = 0; i < count; ++i)
        results[i * stride] = Kind::result(from[i], elements);
}

template <class Kind, class T>
constexpr ReduceLoops<T> loopsOf()
{
    return {sizeof(typename Kind::Partial),
            clearPartials<Kind>,
            takeRows<Kind, T>,
            takeColumns<Kind, T>,
            takeRuns<Kind, T>,
            takeStack<Kind, T>,
            foldStack<Kind>,
            takeByIndex<Kind, T, std::int32_t>,
            takeByIndex<Kind, T, std::int64_t>,
            joinPartials<Kind>,
            finishPartials<Kind>};
}

template <class T>
constexpr ReduceLoops<T> plainReduceLoops(Reduce kind)
{
    if constexpr (!isWhole<T>)
        if (kind == Reduce::mean)
            return loopsOf<Averaging<T>, T>();
    if constexpr (isOrdered<T>)
        if (kind == Reduce::min || kind == Reduce::max)
            return kind == Reduce::max ? loopsOf<Choosing<T, true>, T>() : loopsOf<Choosing<T, false>, T>();
    return loopsOf<Summing<T>, T>();
}

} // namespace

template <class T>
ReduceLoops<T> baselineReduceLoops(Reduce kind)
{
    return plainReduceLoops<T>(kind);
}

} // namespace tscope::cpu
