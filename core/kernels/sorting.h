// SPDX-License-Identifier: Apache-2.0
// Bringing items into the order of their keys, and finding those that have the same one. Keys is a functor that
// comes along with launches: int parts, int bits[parts] (how many count), std::uint64_t at(item, part), the first
// part being the one that matters most.
#pragma once

#include "kernels/stored.h"

#include <bit>

namespace tscope::kernels {

inline constexpr int mostKeyParts = mostDims + 2;

// Items by their coordinates in some order. As many coordinates as fit into 63 bits make one part. A Source says
// of its items int coordinates(), std::int64_t extentOf(which), std::int64_t coordinate(which, item).
template <class Source>
struct CoordinateKeys {
    Source source;
    int parts = 0, which = 0;
    int bits[mostKeyParts] = {};
    int coordinate[mostKeyParts] = {}, part[mostKeyParts] = {};
    std::uint64_t factor[mostKeyParts] = {};

    // `order`: the coordinates, from the one that matters most.
    static CoordinateKeys of(const Source& source, const int* order, int count)
    {
        CoordinateKeys out;
        out.source = source;
        out.which = count;
        const auto extent = [&](int i) { return std::max<std::int64_t>(source.extentOf(order[i]), 1); };
        int begin = 0;
        do {
            int end = begin;
            for (std::int64_t product = 1; end < count; ++end)
                if (__builtin_mul_overflow(product, extent(end), &product) && end > begin)
                    break;
            std::uint64_t factor = 1;
            for (int i = end - 1; i >= begin; --i) {
                out.coordinate[i] = order[i];
                out.part[i] = out.parts;
                out.factor[i] = factor;
                factor *= static_cast<std::uint64_t>(extent(i));
            }
            out.bits[out.parts++] = std::max(static_cast<int>(std::bit_width(factor - 1)), 1);
            begin = end;
        } while (begin < count);
        return out;
    }
    // In the order of all, from the first on.
    static CoordinateKeys of(const Source& source)
    {
        int order[mostKeyParts];
        for (int i = 0; i < source.coordinates(); ++i)
            order[i] = i;
        return of(source, order, source.coordinates());
    }

    TSCOPE_BOTH std::uint64_t at(std::int64_t item, int wanted) const
    {
        std::uint64_t key = 0;
        for (int i = 0; i < which; ++i)
            if (part[i] == wanted)
                key += static_cast<std::uint64_t>(source.coordinate(coordinate[i], item)) * factor[i];
        return key;
    }
};

template <class Keys>
struct FillKeys {
    Keys keys;
    int part;
    const std::int64_t* order;
    std::uint64_t* to;
    TSCOPE_BOTH void operator()(std::int64_t i) const { to[i] = keys.at(order[i], part); }
};

struct Count {
    std::int64_t* to;
    TSCOPE_BOTH void operator()(std::int64_t i) const { to[i] = i; }
};

// Whether a key comes before the one before it (or, where keys have to rise, is the same); told by a number that
// is not 0.
template <class Keys>
struct TellDescent {
    Keys keys;
    bool hasToRise;
    std::int32_t* told;
    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        if (*told != 0) // or all threads would wait for each other to write it
            return;
        for (int part = 0; part < keys.parts; ++part) {
            const auto before = keys.at(i, part), own = keys.at(i + 1, part);
            if (before < own)
                return;
            if (before > own) {
                *told = 1;
                return;
            }
        }
        if (hasToRise)
            *told = 1;
    }
};

template <class Queue, class Keys>
bool hasDescent(Queue& queue, std::int64_t items, const Keys& keys, bool hasToRise)
{
    auto* told = queue.template room<std::int32_t>(1);
    queue.clear(told, sizeof(std::int32_t));
    queue.each(items - 1, TellDescent<Keys>{keys, hasToRise, told});
    std::int32_t answer = 1;
    queue.read(&answer, told, 1);
    return answer != 0;
}

// Whether the keys of items rise as they come, none twice.
template <class Queue, class Keys>
bool keysRise(Queue& queue, std::int64_t items, const Keys& keys)
{
    return !hasDescent(queue, items, keys, true);
}

// Keys that were written down.
struct WrittenKeys {
    static constexpr int parts = 1;
    const std::uint64_t* numbers = nullptr;
    TSCOPE_BOTH std::uint64_t at(std::int64_t i, int) const { return numbers[i]; }
};

// Items in an order, and their keys in that, where they have one part only; else null.
struct Sorted {
    const std::int64_t* order;
    WrittenKeys keys;
};

// The items [0, count) in the order of their keys; those of the same key in theirs.
template <class Queue, class Keys>
Sorted sortItems(Queue& queue, std::int64_t count, const Keys& keys)
{
    auto* order = queue.template room<std::int64_t>(count);
    auto* numbers = queue.template room<std::uint64_t>(count);
    queue.each(count, Count{order});
    for (int part = keys.parts - 1; part >= 0; --part) {
        queue.each(count, FillKeys<Keys>{keys, part, order, numbers});
        if (keys.parts > 1 || hasDescent(queue, count, WrittenKeys{numbers}, false))
            queue.sort(numbers, order, count, keys.bits[part]);
    }
    return {order, {keys.parts == 1 ? numbers : nullptr}};
}

template <class Keys>
TSCOPE_BOTH bool haveSameKey(const Keys& keys, std::int64_t a, std::int64_t b)
{
    for (int part = 0; part < keys.parts; ++part)
        if (keys.at(a, part) != keys.at(b, part))
            return false;
    return true;
}

// Items in the order of their keys, those of one key being a group.
struct Groups {
    std::int64_t items = 0, count = 0;
    const std::int64_t* order = nullptr;   // the items
    const std::int64_t* numbers = nullptr; // groups that begin before the i-th of them; behind the last: all
    const std::int64_t* starts = nullptr;  // where each group begins, and where the last one ends

    TSCOPE_BOTH std::int64_t first(std::int64_t group) const { return order[starts[group]]; }
    TSCOPE_BOTH std::int64_t groupAt(std::int64_t i) const { return numbers[i + 1] - 1; }
};

template <class Keys>
struct BeginsGroup {
    Keys keys;
    Sorted sorted;
    std::int64_t* to;
    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        const bool isSame =
            i > 0 && (sorted.keys.numbers != nullptr ? sorted.keys.at(i - 1, 0) == sorted.keys.at(i, 0)
                                                     : haveSameKey(keys, sorted.order[i - 1], sorted.order[i]));
        to[i] = isSame ? 0 : 1;
    }
};

struct WriteStarts {
    Groups groups;
    std::int64_t* to;
    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        if (i == groups.items)
            to[groups.count] = i;
        else if (groups.numbers[i + 1] != groups.numbers[i])
            to[groups.numbers[i]] = i;
    }
};

template <class Queue, class Keys>
Groups groupItems(Queue& queue, std::int64_t items, const Keys& keys)
{
    Groups groups;
    groups.items = items;
    const auto sorted = sortItems(queue, items, keys);
    groups.order = sorted.order;
    auto* numbers = queue.template room<std::int64_t>(items + 1);
    queue.each(items, BeginsGroup<Keys>{keys, sorted, numbers});
    queue.addUp(numbers, items);
    queue.read(&groups.count, numbers + (queue.isGood() ? items : 0), 1);
    groups.numbers = numbers;
    auto* starts = queue.template room<std::int64_t>(groups.count + 1);
    queue.each(items + 1, WriteStarts{groups, starts});
    groups.starts = starts;
    return groups;
}

// The items of an order, each a group by itself.
template <class Queue>
Groups eachItem(Queue& queue, std::int64_t items, const std::int64_t* order)
{
    auto* starts = queue.template room<std::int64_t>(items + 1);
    queue.each(items + 1, Count{starts});
    return {items, items, order, nullptr, starts};
}

} // namespace tscope::kernels
