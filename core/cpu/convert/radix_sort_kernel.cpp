// SPDX-License-Identifier: Apache-2.0
#include "cpu/convert/radix_sort.h"

#include "base/thread_pool.h"
#include "cpu/convert/scratch_stack.h"
#include "cpu/convert/stream.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <utility>
#include <vector>

namespace tscope::cpu {

namespace {

constexpr std::int64_t mostInLeaf = std::int64_t{1} << 14; // twice these items are half of a second-level cache
constexpr std::int64_t loadedAtOnce = 512;
constexpr int mostDigitBits = 11;
constexpr std::int64_t mostBuckets = std::int64_t{1} << mostDigitBits;
constexpr std::int64_t sharedFrom = std::int64_t{1} << 18; // items that more than one thread spreads
constexpr std::int64_t itemsPerLine = cacheLine / sizeof(KeyedItem);

// Items that lie in memory already.
class HeldItems final : public KeyedItems
{
public:
    explicit HeldItems(const KeyedItem* items) : m_items(items) {}
    void keys(std::int64_t first, std::int64_t count, std::uint64_t* out) const override
    {
        for (std::int64_t i = 0; i < count; ++i)
            out[i] = m_items[first + i].key;
    }
    void load(std::int64_t first, std::int64_t count, KeyedItem* out) const override
    {
        std::memcpy(out, m_items + first, static_cast<std::size_t>(count) * sizeof(KeyedItem));
    }

private:
    const KeyedItem* m_items;
};

// What one task has for itself.
struct Workspace {
    KeyedItem leaf[2][mostInLeaf];
    union {
        KeyedItem lines[mostBuckets][itemsPerLine]; // of buckets that are being filled
        KeyedItem unsorted[mostInLeaf];             // when all there is is one leaf
    };
    KeyedItem loaded[loadedAtOnce];
    std::uint64_t keys[loadedAtOnce];
    std::uint32_t counts[8][mostBuckets];
};

struct Digit {
    int shift = 0, bits = 0;
    std::int64_t of(std::uint64_t key) const
    {
        return static_cast<std::int64_t>(key >> shift & ((std::uint64_t{1} << bits) - 1));
    }
    std::int64_t buckets() const { return std::int64_t{1} << bits; }
};

void insertionSort(KeyedItem* items, std::int64_t count, KeyBits bits)
{
    const auto mask = bits.count == 64 ? ~std::uint64_t{0} : ((std::uint64_t{1} << bits.count) - 1) << bits.lowest;
    for (std::int64_t i = 1; i < count; ++i) {
        const auto item = items[i];
        auto at = i;
        for (; at > 0 && (items[at - 1].key & mask) > (item.key & mask); --at)
            items[at] = items[at - 1];
        items[at] = item;
    }
}

// Sorts items from the lowest digit to the highest, from `in` (left as it is) to one of the workspace's leaves,
// which it returns.
const KeyedItem* sortLeaf(const KeyedItem* in, std::int64_t count, KeyBits bits, Workspace& work)
{
    if (count <= 32 || bits.count == 0) {
        std::memcpy(work.leaf[0], in, static_cast<std::size_t>(count) * sizeof(KeyedItem));
        insertionSort(work.leaf[0], bits.count == 0 ? 0 : count, bits);
        return work.leaf[0];
    }
    // Digits of no more buckets than items are worth, but never more than eight of them.
    const int wanted = std::clamp(static_cast<int>(std::bit_width(static_cast<std::uint64_t>(count))), 8, 10);
    const int passes = (bits.count + wanted - 1) / wanted;
    const int each = (bits.count + passes - 1) / passes;
    Digit digits[8];
    for (int pass = 0; pass < passes; ++pass) {
        digits[pass] = {bits.lowest + pass * each, std::min(each, bits.count - pass * each)};
        std::fill_n(work.counts[pass], digits[pass].buckets(), 0U);
    }
    for (std::int64_t i = 0; i < count; ++i)
        for (int pass = 0; pass < passes; ++pass)
            ++work.counts[pass][digits[pass].of(in[i].key)];

    int to = 0;
    const auto* from = in;
    for (int pass = 0; pass < passes; ++pass) {
        auto* counts = work.counts[pass];
        const auto digit = digits[pass];
        if (counts[digit.of(from[0].key)] == count)
            continue; // all alike here
        std::uint32_t before = 0;
        for (std::int64_t bucket = 0; bucket < digit.buckets(); ++bucket)
            before += std::exchange(counts[bucket], before);
        auto* out = work.leaf[to];
        for (std::int64_t i = 0; i < count; ++i)
            out[counts[digit.of(from[i].key)]++] = from[i];
        from = out;
        to ^= 1;
    }
    if (from == in) {
        std::memcpy(work.leaf[0], in, static_cast<std::size_t>(count) * sizeof(KeyedItem));
        return work.leaf[0];
    }
    return from;
}

class Sorter
{
public:
    Sorter(std::int64_t count, KeyedItem* space, const EmitSorted& emit, const Watch& watch)
        : m_count(count), m_emit(emit), m_watch(watch), m_items{space, nullptr}
    {
    }

    Ending run(const KeyedItems& source, KeyBits bits)
    {
        const bool isLeaf = m_count <= mostInLeaf;
        if (!m_scratch.make(isLeaf ? 1 : threadCount(), sizeof(Workspace)))
            return Ending::noMemory;
        if (isLeaf) {
            const ScratchStack::Piece piece(m_scratch);
            auto& work = workspace(piece);
            source.load(0, m_count, work.unsorted);
            if (m_count > 0)
                m_emit(0, sortLeaf(work.unsorted, m_count, bits, work), m_count);
            return Ending::done;
        }
        sortAll(source, bits);
        return m_ending.load();
    }

private:
    static Workspace& workspace(const ScratchStack::Piece& piece)
    {
        return *reinterpret_cast<Workspace*>(piece.data());
    }

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
    void sortAll(const KeyedItems& source, KeyBits bits)
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
                const ScratchStack::Piece piece(m_scratch);
                m_emit(segment.first, sortLeaf(itemsOf(segment), segment.count, segment.bits, workspace(piece)),
                       segment.count);
            } else if (!spread(HeldItems(itemsOf(segment)), segment, left)) {
                return;
            }
        }
    }

    // Appends the buckets of a segment, whose items `source` has at [0, count).
    bool spread(const KeyedItems& source, const Segment& segment, std::vector<Segment>& buckets)
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

    bool partition(const KeyedItems& source, std::int64_t count, Digit digit, KeyedItem* out,
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
            const ScratchStack::Piece piece(m_scratch);
            auto& work = workspace(piece);
            auto* counts = next.data() + chunk * buckets;
            for (auto k = chunkBegin(chunk); k < chunkBegin(chunk + 1) && !isOver(); k += loadedAtOnce) {
                const auto loaded = std::min(loadedAtOnce, chunkBegin(chunk + 1) - k);
                source.keys(k, loaded, work.keys);
                for (std::int64_t i = 0; i < loaded; ++i)
                    ++counts[digit.of(work.keys[i])];
            }
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
        parallelFor(chunks, [&](std::int64_t chunk) {
            const ScratchStack::Piece piece(m_scratch);
            scatter(source, chunkBegin(chunk), chunkBegin(chunk + 1), digit, out, next.data() + chunk * buckets,
                    workspace(piece));
        });
        return !isOver();
    }

    // A bucket's items gather in its line until it is full and goes out whole. `next` moves on with them.
    void scatter(const KeyedItems& source, std::int64_t begin, std::int64_t end, Digit digit, KeyedItem* out,
                 std::int64_t* next, Workspace& work)
    {
        // Lines are those of memory, whatever item a bucket begins with.
        const auto shift =
            static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(out) / sizeof(KeyedItem) % itemsPerLine);
        const std::vector<std::int64_t> starts(next, next + digit.buckets());
        for (auto k = begin; k < end && !isOver(); k += loadedAtOnce) {
            const auto loaded = std::min(loadedAtOnce, end - k);
            source.load(k, loaded, work.loaded);
            for (std::int64_t i = 0; i < loaded; ++i) {
                const auto item = work.loaded[i];
                const auto bucket = digit.of(item.key);
                const auto at = next[bucket]++;
                const auto slot = (at + shift) % itemsPerLine;
                work.lines[bucket][slot] = item;
                if (slot == itemsPerLine - 1)
                    writeLine(work.lines[bucket], out, at, starts[static_cast<std::size_t>(bucket)]);
            }
        }
        for (std::int64_t bucket = 0; bucket < digit.buckets(); ++bucket) {
            const auto at = next[bucket], filled = (at + shift) % itemsPerLine;
            for (auto back = std::min(filled, at - starts[static_cast<std::size_t>(bucket)]); back > 0; --back)
                out[at - back] = work.lines[bucket][filled - back];
        }
        streamEnd();
    }

    // The line whose last item is `last`; the bucket of this chunk began at `start`.
    static void writeLine(const KeyedItem* line, KeyedItem* out, std::int64_t last, std::int64_t start)
    {
        const auto first = last - (itemsPerLine - 1);
        if (first >= start) {
            streamLines(reinterpret_cast<std::byte*>(out + first), reinterpret_cast<const std::byte*>(line), 1);
            return;
        }
        for (auto at = start; at <= last; ++at)
            out[at] = line[at - first];
    }

    std::int64_t m_count;
    const EmitSorted& m_emit;
    const Watch& m_watch;
    ScratchStack m_scratch;
    KeyedItem* m_items[2]; // of even and of odd levels
    Buffer m_secondLevel;
    std::atomic<Ending> m_ending{Ending::done};
};

} // namespace

Ending radixSort(const KeyedItems& source, std::int64_t count, KeyBits bits, KeyedItem* space,
                 const EmitSorted& emit, const Watch& watch)
{
    Sorter sorter(count, space, emit, watch);
    return sorter.run(source, bits);
}

} // namespace tscope::cpu
