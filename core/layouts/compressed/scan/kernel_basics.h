// SPDX-License-Identifier: Apache-2.0
// What the loops of every instruction set are made of; see kernel_loops.h for why all of it is local.
#pragma once

#include "layouts/compressed/scan/kernels.h"

namespace tscope::compressed {

namespace {

template <class T>
struct UnsignedOf;
template <>
struct UnsignedOf<std::int32_t> {
    using type = std::uint32_t;
};
template <>
struct UnsignedOf<std::int64_t> {
    using type = std::uint64_t;
};

template <Order order, class T>
inline bool isDisorder(T previous, T value)
{
    if constexpr (order == Order::strict)
        return previous >= value;
    else
        return previous > value;
}

// Indices are read once, in order, and a processor without AVX-512 looks ahead only to the end of a page: asking
// for what comes a page later brings a thread from two thirds of what memory can deliver to all of it. Reads
// nothing itself, so the end of the array does not matter.
template <class T>
inline void fetchAhead(const T* values, std::int64_t bytes)
{
    constexpr std::uintptr_t page = 4096;
    constexpr std::int64_t cacheLine = 64;
    const auto from = reinterpret_cast<std::uintptr_t>(values) + page;
    for (std::int64_t at = 0; at < bytes; at += cacheLine)
        __builtin_prefetch(reinterpret_cast<const void*>(from + static_cast<std::uintptr_t>(at)));
}

// The entries on both sides of a slice's start.
template <class T>
struct Pair {
    T before, first;
};

// How many of `count` slices, at most 64, are not empty and start with an entry that is out of order against the
// one before it: the pairs are fetched first, so that all else can be vectorised.
inline constexpr std::int64_t startGroup = 64;

template <Order order, class T>
inline std::int64_t disordersAtStarts(const T* values, const T* pointers, std::int64_t count, std::int64_t origin)
{
    Pair<T> pairs[startGroup];
    for (std::int64_t i = 0; i < count; ++i)
        __builtin_memcpy(pairs + i, values + (pointers[i] - origin) - 1, sizeof(Pair<T>));
    T counted = 0;
    for (std::int64_t i = 0; i < count; ++i)
        counted += (pointers[i] < pointers[i + 1] ? T{1} : T{0}) &
                   (isDisorder<order>(pairs[i].before, pairs[i].first) ? T{1} : T{0});
    return counted;
}

// How many slices are longer than `most`.
template <class T>
inline std::int64_t tooLong(const T* pointers, std::int64_t slices, typename UnsignedOf<T>::type most)
{
    using U = typename UnsignedOf<T>::type;
    T counted = 0;
    for (std::int64_t i = 0; i < slices; ++i) {
        const U length = static_cast<U>(pointers[i + 1]) - static_cast<U>(pointers[i]);
        counted += (pointers[i] <= pointers[i + 1] ? T{1} : T{0}) & (length > most ? T{1} : T{0});
    }
    return counted;
}

} // namespace

} // namespace tscope::compressed
