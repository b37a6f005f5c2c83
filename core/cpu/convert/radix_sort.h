// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/thread_pool.h"
#include "base/watch.h"
#include "cpu/convert/ending.h"
#include "cpu/convert/keyed_item.h"
#include "cpu/convert/scratch_stack.h"
#include "cpu/convert/sort_leaf.h"
#include "memory/buffer_pool.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace tscope::cpu {

// Takes sorted items [first, first + count) of all; runs come in any order, from several threads, each item once.
// A run begins where the sorted bits change. Meanwhile the same run of the space that was given to radixSort is
// free for whoever takes them: the items come from there or from somewhere else.
using EmitSorted = std::function<void(std::int64_t first, const KeyedItem* items, std::int64_t count)>;

// Items that lie in memory already. As this, other sources have them too:
//   forKeys(first, count, lowest, take)    calls take(key) for each of the items [first, first + count), in order;
//                                          bits below `lowest` may be anything
//   forItems(first, count, take)           calls take(item)
// Both are called from several threads, for runs of items in any order.
class HeldItems
{
public:
    explicit HeldItems(const KeyedItem* items) : m_items(items) {}

    template <class Take>
    void forKeys(std::int64_t first, std::int64_t count, int, const Take& take) const
    {
        for (std::int64_t i = 0; i < count; ++i)
            take(m_items[first + i].key);
    }

    template <class Take>
    void forItems(std::int64_t first, std::int64_t count, const Take& take) const
    {
        for (std::int64_t i = 0; i < count; ++i)
            take(m_items[first + i]);
    }

private:
    const KeyedItem* m_items;
};

// Of radixSort, below.
class RadixSorter
{
public:
    RadixSorter(std::int64_t count, KeyedItem* space, const EmitSorted& emit, const Watch& watch)
        : m_count(count), m_emit(emit), m_watch(watch), m_items{space, nullptr}
    {
    }

    template <class Source>
    Ending run(const Source& source, KeyBits bits)
    {
        const bool isLeaf = m_count <= mostInLeaf;
        if (!m_scratch.make(isLeaf ? 1 : threadCount(), sizeof(LeafSpace)))
            return Ending::noMemory;
        if (isLeaf) {
            auto* next = m_items[0];
            source.forItems(0, m_count, [&](const KeyedItem& item) { *next++ = item; });
            if (m_count > 0)
                emitSorted({0, m_count, bits, 0});
            return Ending::done;
        }
        sortAll(source, bits);
        return m_ending.load();
    }

private:
    static constexpr std::int64_t takenAtOnce = 4096;                 // between two looks at what was asked for
    static constexpr std::int64_t sharedFrom = std::int64_t{1} << 18; // items that more than one thread spreads

    bool isOver()
    {
        if (m_watch.isStopped())
            m_ending = Ending::stopped;
        return m_ending.load(std::memory_order_relaxed) != Ending::done;
    }

    // Items [first, first + count) of all, by the bits that are still to be looked at. They lie in the items of a
    // level, -1: in the source; their buckets go to the items of the next one.
    struct Segment {
        std::int64_t first = 0, count = 0;
        KeyBits bits;
        int level = -1;
    };

    KeyedItem* itemsOf(const Segment& segment) const { return m_items[segment.level & 1] + segment.first; }

    bool isGiant(const Segment& segment) const
    {
        return segment.bits.count > 0 && segment.count > sharedFrom && segment.count > m_count / 8;
    }

    // Giants are spread by all threads, one after the other, and what becomes of them is shared out.
    template <class Source>
    void sortAll(const Source& source, KeyBits bits)
    {
        std::vector<Segment> giants{{0, m_count, bits, -1}};
        while (!giants.empty() && !isOver()) {
            const auto giant = giants.back();
            giants.pop_back();
            std::vector<Segment> buckets;
            if (!(giant.level < 0 ? spread(source, giant, buckets)
                                  : spread(HeldItems(itemsOf(giant)), giant, buckets)))
                return;
            std::vector<std::size_t> tasks{0}; // first bucket of each
            std::int64_t items = 0;
            for (std::size_t bucket = 0; bucket < buckets.size(); ++bucket) {
                items += buckets[bucket].count;
                if (isGiant(buckets[bucket])) {
                    giants.push_back(buckets[bucket]);
                    buckets[bucket].count = 0;
                }
                if (items >= 4 * mostInLeaf || bucket + 1 == buckets.size()) {
                    tasks.push_back(bucket + 1);
                    items = 0;
                }
            }
            parallelFor(static_cast<std::int64_t>(tasks.size()) - 1, [&](std::int64_t task) {
                const auto begin = tasks[static_cast<std::size_t>(task)],
                           end = tasks[static_cast<std::size_t>(task) + 1];
                for (auto bucket = begin; bucket < end; ++bucket)
                    sortAlone(buckets[bucket]);
            });
        }
    }

    void emitSorted(const Segment& leaf)
    {
        const ScratchStack::Piece piece(m_scratch);
        auto& space = *reinterpret_cast<LeafSpace*>(piece.data());
        m_emit(leaf.first, sortLeaf(itemsOf(leaf), leaf.count, leaf.bits, space), leaf.count);
    }

    void sortAlone(const Segment& whole)
    {
        std::vector<Segment> left{whole};
        while (!left.empty() && !isOver()) {
            const auto segment = left.back();
            left.pop_back();
            if (segment.count == 0)
                continue;
            if (segment.bits.count == 0) {
                m_emit(segment.first, itemsOf(segment), segment.count);
            } else if (segment.count <= mostInLeaf) {
                emitSorted(segment);
            } else if (!spread(HeldItems(itemsOf(segment)), segment, left)) {
                return;
            }
        }
    }

    // Appends the buckets of a segment, whose items `source` has at [0, count).
    template <class Source>
    bool spread(const Source& source, const Segment& segment, std::vector<Segment>& buckets)
    {
        const auto wished =
            static_cast<int>(std::bit_width(static_cast<std::uint64_t>(2 * segment.count / mostInLeaf)));
        const int taken = std::min(segment.bits.count, std::clamp(wished, 6, mostDigitBits));
        const KeyBits rest{segment.bits.lowest, segment.bits.count - taken};
        const Digit digit{rest.lowest + rest.count, taken};
        const auto level = segment.level + 1;
        std::vector<std::int64_t> starts;
        if (!partition(source, segment.count, digit, m_items[level & 1] + segment.first, starts) ||
            (rest.count > 0 && !makeSecondLevel(starts)))
            return false;
        for (std::size_t bucket = 0; bucket + 1 < starts.size(); ++bucket)
            buckets.push_back({segment.first + starts[bucket], starts[bucket + 1] - starts[bucket], rest, level});
        return true;
    }

    // Where large buckets are spread to: taken only when there is one.
    bool makeSecondLevel(const std::vector<std::int64_t>& starts)
    {
        if (m_items[1] != nullptr)
            return true;
        for (std::size_t bucket = 1; bucket < starts.size(); ++bucket)
            if (starts[bucket] - starts[bucket - 1] > mostInLeaf) {
                m_secondLevel = Buffer::unset(m_count * static_cast<std::int64_t>(sizeof(KeyedItem)));
                m_items[1] = m_secondLevel.as<KeyedItem>();
                if (!m_secondLevel)
                    m_ending = Ending::noMemory;
                return static_cast<bool>(m_secondLevel);
            }
        return true;
    }

    template <class Source>
    bool partition(const Source& source, std::int64_t count, Digit digit, KeyedItem* out,
                   std::vector<std::int64_t>& starts)
    {
        const std::int64_t chunks = count < sharedFrom ? 1 : threadCount() == 1 ? 1 : 4 * threadCount();
        const auto buckets = digit.buckets();
        const auto chunkBegin = [&](std::int64_t chunk) {
            return count / chunks * chunk + std::min(chunk, count % chunks);
        };
        std::vector<std::int64_t> next(
            static_cast<std::size_t>(chunks * buckets)); // where an item of a chunk goes
        parallelFor(chunks, [&](std::int64_t chunk) {
            auto* counts = next.data() + chunk * buckets;
            const auto end = chunkBegin(chunk + 1);
            for (auto k = chunkBegin(chunk); k < end && !isOver(); k += takenAtOnce)
                source.forKeys(k, std::min(takenAtOnce, end - k), digit.shift,
                               [&](std::uint64_t key) { ++counts[digit.of(key)]; });
        });
        starts.assign(1, 0);
        std::int64_t before = 0;
        for (std::int64_t bucket = 0; bucket < buckets; ++bucket) {
            for (std::int64_t chunk = 0; chunk < chunks; ++chunk)
                before += std::exchange(next[static_cast<std::size_t>(chunk * buckets + bucket)], before);
            starts.push_back(before);
        }
        if (isOver())
            return false;
        // A bucket's end stays in the caches until its line is full: to put lines together elsewhere and write
        // them past the caches took longer.
        parallelFor(chunks, [&](std::int64_t chunk) {
            auto* places = next.data() + chunk * buckets;
            const auto end = chunkBegin(chunk + 1);
            for (auto k = chunkBegin(chunk); k < end && !isOver(); k += takenAtOnce)
                source.forItems(k, std::min(takenAtOnce, end - k),
                                [&](const KeyedItem& item) { out[places[digit.of(item.key)]++] = item; });
        });
        return !isOver();
    }

    std::int64_t m_count;
    const EmitSorted& m_emit;
    const Watch& m_watch;
    ScratchStack m_scratch;
    KeyedItem* m_items[2]; // of even and of odd levels
    Buffer m_secondLevel;
    std::atomic<Ending> m_ending{Ending::done};
};

// Stable. Items are spread by their highest bits over buckets that fit into a cache, sorted there, and emitted
// from there. A bucket that is too large is spread again, by all threads if it is a giant, so that no order of the
// entries and no distribution of the keys makes it slow. `space` has room for all items. For what a source is see
// HeldItems.
template <class Source>
Ending radixSort(const Source& source, std::int64_t count, KeyBits bits, KeyedItem* space, const EmitSorted& emit,
                 const Watch& watch)
{
    RadixSorter sorter(count, space, emit, watch);
    return sorter.run(source, bits);
}

} // namespace tscope::cpu
