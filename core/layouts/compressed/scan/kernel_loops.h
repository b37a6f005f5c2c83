// SPDX-License-Identifier: Apache-2.0
// The loops themselves, included once for each instruction set that they are compiled for. Everything is local to
// the including file and nothing from the library is called: a function shared with the rest of the program
// could end up in the version that not every processor runs.
#include "layouts/compressed/scan/kernels.h"

namespace tscope::compressed {

namespace {

#if defined(__AVX512F__)
constexpr std::int64_t vectorBytes = 64;
#elif defined(__AVX2__)
constexpr std::int64_t vectorBytes = 32;
#else
constexpr std::int64_t vectorBytes = 16;
#endif

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

// Indices are read once, in order, and the processor looks ahead only to the end of a page: asking for what comes
// a page later brings a thread from two thirds of what memory can deliver to all of it. Reads nothing itself, so
// the end of the array does not matter.
template <class T>
inline void fetchAhead(const T* values, std::int64_t bytes)
{
    constexpr std::uintptr_t page = 4096;
    constexpr std::int64_t cacheLine = 64;
    const auto from = reinterpret_cast<std::uintptr_t>(values) + page;
    for (std::int64_t at = 0; at < bytes; at += cacheLine)
        __builtin_prefetch(reinterpret_cast<const void*>(from + static_cast<std::uintptr_t>(at)));
}

template <Order order, class T>
EntryCounts entryCounts(const T* values, std::int64_t count)
{
    typedef T Vector [[gnu::vector_size(vectorBytes)]];
    constexpr std::int64_t width = vectorBytes / sizeof(T);
    constexpr int chains = 2; // so that one vector need not wait for the one before
    Vector disorders[chains]{}, signs[chains]{}, largests[chains]{};
    for (auto& chain : largests)
        chain += values[0];
    std::int64_t i = 1;
    for (; i + chains * width <= count; i += chains * width) {
        fetchAhead(values + i, chains * vectorBytes);
        for (int c = 0; c < chains; ++c) {
            Vector value, previous;
            __builtin_memcpy(&value, values + i + c * width, vectorBytes);
            __builtin_memcpy(&previous, values + i + c * width - 1, vectorBytes);
            // A comparison that holds is -1 in its lane.
            disorders[c] -= order == Order::strict ? previous >= value : previous > value;
            signs[c] |= value;
            largests[c] = largests[c] < value ? value : largests[c];
        }
    }
    T disorder = 0;
    T sign = values[0];
    T largest = values[0];
    for (; i < count; ++i) {
        disorder += isDisorder<order>(values[i - 1], values[i]) ? T{1} : T{0};
        sign |= values[i];
        largest = largest < values[i] ? values[i] : largest;
    }
    for (int c = 0; c < chains; ++c)
        for (std::int64_t lane = 0; lane < width; ++lane) {
            disorder += disorders[c][lane];
            sign |= signs[c][lane];
            largest = largest < largests[c][lane] ? largests[c][lane] : largest;
        }
    return {disorder, largest, sign < 0};
}

template <class T>
EntryCounts entries(const T* values, std::int64_t count, Order order)
{
    return order == Order::strict ? entryCounts<Order::strict>(values, count)
                                  : entryCounts<Order::weak>(values, count);
}

template <class T>
OutsideCounts outside(const T* values, std::int64_t count, T limit)
{
    T negative = 0;
    T tooLarge = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        negative += values[i] < 0 ? T{1} : T{0};
        tooLarge += values[i] >= limit ? T{1} : T{0};
    }
    return {negative, tooLarge};
}

template <class T>
PointerCounts pointerCounts(const T* pointers, std::int64_t slices, std::uint64_t limit)
{
    using U = typename UnsignedOf<T>::type;
    const U most = limit > static_cast<U>(-1) ? static_cast<U>(-1) : static_cast<U>(limit);
    T falling = 0;
    U longest = 0;
    fetchAhead(pointers, slices * static_cast<std::int64_t>(sizeof(T)));
    for (std::int64_t i = 0; i < slices; ++i) {
        const T begin = pointers[i];
        const T end = pointers[i + 1];
        const T falls = end < begin ? T{1} : T{0};
        falling += falls;
        // What falls has no length: masked, as a branch would keep the loop from being vectorised.
        const U length = (static_cast<U>(end) - static_cast<U>(begin)) & (static_cast<U>(falls) - U{1});
        longest = longest < length ? length : longest;
    }
    PointerCounts counts{falling, 0, longest};
    if (longest > most)
        for (std::int64_t i = 0; i < slices; ++i)
            if (pointers[i] <= pointers[i + 1] &&
                static_cast<U>(pointers[i + 1]) - static_cast<U>(pointers[i]) > most)
                ++counts.tooMany;
    return counts;
}

// The entries on both sides of a slice's start.
template <class T>
struct Pair {
    T before, first;
};

// The pairs are fetched first, some at a time, so that all else can be vectorised.
template <Order order, class T>
std::int64_t startCounts(const T* pointers, std::int64_t slices, const T* values, std::int64_t origin)
{
    constexpr std::int64_t most = 64;
    Pair<T> pairs[most];
    std::int64_t disorder = 0;
    for (std::int64_t begin = 0; begin < slices; begin += most) {
        const T* own = pointers + begin;
        const auto count = slices - begin < most ? slices - begin : most;
        for (std::int64_t i = 0; i < count; ++i)
            __builtin_memcpy(pairs + i, values + (own[i] - origin) - 1, sizeof(Pair<T>));
        T counted = 0;
        for (std::int64_t i = 0; i < count; ++i)
            counted += (own[i] < own[i + 1] ? T{1} : T{0}) &
                       (isDisorder<order>(pairs[i].before, pairs[i].first) ? T{1} : T{0});
        disorder += counted;
    }
    return disorder;
}

template <class T>
std::int64_t starts(const T* pointers, std::int64_t slices, const T* values, std::int64_t origin, Order order)
{
    return order == Order::strict ? startCounts<Order::strict>(pointers, slices, values, origin)
                                  : startCounts<Order::weak>(pointers, slices, values, origin);
}

template <class T>
constexpr ScanKernels<T> kernels{entries<T>, outside<T>, pointerCounts<T>, starts<T>};

} // namespace

} // namespace tscope::compressed
