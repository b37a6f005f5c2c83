// SPDX-License-Identifier: Apache-2.0
#include "cpu/convert/transpose_slices.h"

#include "cpu/convert/item_moves.h"
#include "cpu/convert/parts.h"
#include "cpu/convert/pointers.h"
#include "cpu/convert/radix_sort.h"
#include "cpu/convert/stream.h"
#include "memory/buffer_pool.h"

#include <atomic>
#include <bit>
#include <utility>
#include <vector>

namespace tscope::cpu {

namespace {

constexpr std::int64_t looksAtStop = std::int64_t{1} << 16; // entries between two looks

template <class I>
struct Entries {
    const Slices<I>& from;
    const std::byte* values;
    std::int64_t itemBytes;
    I* pointers;
    I* indices;
    std::byte* newValues;
};

// Calls f(slice, begin, end) for the runs of entries [begin, end) that lie in one slice; until it returns false.
template <class I, class F>
void forRuns(const Slices<I>& slices, std::int64_t begin, std::int64_t end, const F& f)
{
    if (begin == end)
        return;
    for (auto slice = sliceOfEntry(slices, begin); begin < end; ++slice) {
        const auto next = std::min<std::int64_t>(slices.pointers[slice + 1], end);
        f(slice, begin, next);
        begin = next;
    }
}

// --- spread by the new slice over all of the output -----------------------------------------------------------

template <std::size_t bytes>
struct Item {
    std::byte data[bytes];
};

// Where each chunk of entries puts the next entry of a new slice. Those of the last chunk are the pointers
// themselves, one further: when all is there, they stand where the slice ends.
template <class I>
class Places
{
public:
    // False: there is no memory for them.
    bool make(std::int64_t chunks, const Entries<I>& all)
    {
        m_chunks = chunks;
        m_width = all.from.width;
        m_pointers = all.pointers;
        m_others = Buffer::unset((chunks - 1) * m_width * static_cast<std::int64_t>(sizeof(I)));
        return static_cast<bool>(m_others);
    }

    std::int64_t chunks() const { return m_chunks; }
    I* of(std::int64_t chunk) const
    {
        return chunk + 1 == m_chunks ? m_pointers + 1 : m_others.as<I>() + chunk * m_width;
    }

    void count(const Slices<I>& from, const Watch& watch) const
    {
        parallelFor(m_chunks, [&](std::int64_t chunk) {
            auto* counts = of(chunk);
            std::fill_n(counts, m_width, I{0});
            const auto end = partBegin(chunk + 1, m_chunks, from.entries());
            for (auto k = partBegin(chunk, m_chunks, from.entries()); k < end && !watch.isStopped();
                 k += looksAtStop)
                for (auto i = k; i < std::min(k + looksAtStop, end); ++i)
                    ++counts[from.indices[i]];
        });
        m_pointers[0] = 0;
        auto *own = m_pointers + 1, *others = m_others.as<I>();
        const auto width = m_width, before = m_chunks - 1;
        I start = 0;
        for (std::int64_t index = 0; index < width; ++index) {
            for (std::int64_t chunk = 0; chunk < before; ++chunk)
                start = static_cast<I>(start + std::exchange(others[chunk * width + index], start));
            start = static_cast<I>(start + std::exchange(own[index], start));
        }
    }

private:
    std::int64_t m_chunks = 0, m_width = 0;
    I* m_pointers = nullptr;
    Buffer m_others;
};

template <class I, class Move>
void scatterEntries(const Entries<I>& all, const Places<I>& next, const Move& move, const Watch& watch)
{
    const auto& from = all.from;
    const auto chunks = next.chunks();
    parallelFor(chunks, [&](std::int64_t chunk) {
        auto* const places = next.of(chunk);
        const auto* const given = from.indices; // here, as what is stored below could be any of these pointers
        auto* const indices = all.indices;
        const auto last = partBegin(chunk + 1, chunks, from.entries());
        for (auto k = partBegin(chunk, chunks, from.entries()); k < last && !watch.isStopped(); k += looksAtStop)
            forRuns(from, k, std::min(k + looksAtStop, last),
                    [&](std::int64_t slice, std::int64_t begin, std::int64_t end) {
                        for (auto i = begin; i < end; ++i) {
                            const auto to = static_cast<std::int64_t>(places[given[i]]++);
                            indices[to] = static_cast<I>(slice);
                            move(i, to);
                        }
                    });
        streamEnd();
    });
}

template <std::size_t bytes, class I>
void scatterItems(const Entries<I>& all, const Places<I>& next, const Watch& watch)
{
    const auto* from = reinterpret_cast<const Item<bytes>*>(all.values);
    auto* to = reinterpret_cast<Item<bytes>*>(all.newValues);
    scatterEntries(
        all, next, [=](std::int64_t i, std::int64_t at) { to[at] = from[i]; }, watch);
}

template <class I>
Ending transposeDirectly(const Entries<I>& all, const Watch& watch)
{
    const auto& from = all.from;
    // Each chunk has a counter for each new slice: no more of them than entries are worth.
    const auto affordable = from.entries() / std::max<std::int64_t>(from.width, 1) + 1;
    const auto chunks = std::min({partsOfWork(from.entries()), std::int64_t{threadCount()}, affordable});
    Places<I> next;
    if (!next.make(chunks, all))
        return Ending::noMemory;
    next.count(from, watch);
    switch (all.values == nullptr ? 0 : all.itemBytes) {
    case 0:
        scatterEntries(
            all, next, [](std::int64_t, std::int64_t) {}, watch);
        break;
    case 1:
        scatterItems<1>(all, next, watch);
        break;
    case 2:
        scatterItems<2>(all, next, watch);
        break;
    case 4:
        scatterItems<4>(all, next, watch);
        break;
    case 8:
        scatterItems<8>(all, next, watch);
        break;
    case 16:
        scatterItems<16>(all, next, watch);
        break;
    default: {
        const auto bytes = all.itemBytes;
        scatterEntries(
            all, next,
            [&all, bytes](std::int64_t i, std::int64_t at) {
                streamCopy(all.newValues + at * bytes, all.values + i * bytes, static_cast<std::size_t>(bytes));
            },
            watch);
    }
    }
    return watch.isStopped() ? Ending::stopped : Ending::done;
}

// --- sorted by the new slice in the caches --------------------------------------------------------------------

constexpr int sliceBits = 32; // of a key, below the index
constexpr std::uint64_t sliceMask = (std::uint64_t{1} << sliceBits) - 1;

template <class I>
class SliceItems
{
public:
    explicit SliceItems(const Entries<I>& all) : m_all(all) {}

    template <class Take>
    void forKeys(std::int64_t first, std::int64_t count, int, const Take& take) const
    {
        for (auto i = first; i < first + count; ++i)
            take(keyOf(i));
    }

    template <class Take>
    void forItems(std::int64_t first, std::int64_t count, const Take& take) const
    {
        withItems(m_all.values, m_all.itemBytes, [&](auto itemAt) {
            forRuns(m_all.from, first, first + count,
                    [&](std::int64_t slice, std::int64_t begin, std::int64_t end) {
                        for (auto i = begin; i < end; ++i)
                            take(KeyedItem{keyOf(i) | static_cast<std::uint64_t>(slice), itemAt(i)});
                    });
        });
    }

private:
    std::uint64_t keyOf(std::int64_t entry) const
    {
        return static_cast<std::uint64_t>(m_all.from.indices[entry]) << sliceBits;
    }

    const Entries<I>& m_all;
};

template <class I>
void storeRun(const Entries<I>& all, std::int64_t first, const KeyedItem* items, std::int64_t count)
{
    constexpr std::int64_t atOnce = 512; // items, which stay in the nearest cache
    for (std::int64_t done = 0; done < count; done += atOnce, first += atOnce, items += atOnce) {
        const auto now = std::min(atOnce, count - done);
        storeKeys(items, now, 0, sliceMask, all.indices + first);
        if (all.values != nullptr)
            storeItems(items, now, all.values, all.itemBytes, all.newValues + first * all.itemBytes);
        // The last entry of a new slice has the last word.
        for (std::int64_t i = 0; i < now; ++i)
            all.pointers[(items[i].key >> sliceBits) + 1] = static_cast<I>(first + i + 1);
    }
    streamEnd();
}

template <class I>
Ending transposeBySorting(const Entries<I>& all, const Watch& watch)
{
    const auto& from = all.from;
    const auto parts = partsOfWork(from.width);
    parallelFor(parts, [&](std::int64_t part) {
        std::fill(all.pointers + partBegin(part, parts, from.width + 1),
                  all.pointers + partBegin(part + 1, parts, from.width + 1), I{0});
    });
    const EmitSorted emit = [&](std::int64_t first, const KeyedItem* items, std::int64_t count) {
        const auto pieces = partsOfWork(count); // a giant is all there is to do
        if (pieces == 1)
            return storeRun(all, first, items, count);
        // All of one slice: a piece must not write the pointer that another one writes.
        parallelFor(pieces, [&](std::int64_t piece) {
            const auto begin = partBegin(piece, pieces, count), end = partBegin(piece + 1, pieces, count);
            storeKeys(items + begin, end - begin, 0, sliceMask, all.indices + first + begin);
            if (all.values != nullptr)
                storeItems(items + begin, end - begin, all.values, all.itemBytes,
                           all.newValues + (first + begin) * all.itemBytes);
            streamEnd();
        });
        all.pointers[(items[0].key >> sliceBits) + 1] = static_cast<I>(first + count);
    };
    const KeyBits bits{sliceBits, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(from.width - 1)))};
    const Buffer space = Buffer::unset(from.entries() * static_cast<std::int64_t>(sizeof(KeyedItem)));
    if (!space)
        return Ending::noMemory;
    const auto ending = radixSort(SliceItems<I>(all), from.entries(), bits, space.as<KeyedItem>(), emit, watch);
    if (ending == Ending::done)
        fillEmptySlices(all.pointers, from.width);
    return ending;
}

// --- which of them ---------------------------------------------------------------------------------------------

// Whether entries near each other go to few places: then the output that is being written stays in the caches, and
// nothing is gained by sorting. Some windows of entries are looked at; a place is a page of output.
template <class I>
bool isNearlySorted(const Slices<I>& from, std::int64_t bytesPerEntry)
{
    constexpr std::int64_t windows = 4, length = 4096, mostPlaces = 192;
    const auto entries = from.entries();
    const auto outputBytes = entries * bytesPerEntry;
    if (outputBytes <= std::int64_t{1} << 19 || entries <= windows * length)
        return true;
    const auto slicesPerPlace =
        std::max<std::int64_t>(from.width / std::max<std::int64_t>(outputBytes / 4096, 1), 1);
    std::vector<std::int64_t> places(length);
    for (std::int64_t window = 0; window < windows; ++window) {
        const auto first = (entries - length) / (windows - 1) * window;
        for (std::int64_t i = 0; i < length; ++i)
            places[static_cast<std::size_t>(i)] = from.indices[first + i] / slicesPerPlace;
        std::ranges::sort(places);
        if (std::unique(places.begin(), places.end()) - places.begin() > mostPlaces)
            return false;
    }
    return true;
}

} // namespace

template <class I>
Ending transposeSlices(const Slices<I>& from, const std::byte* values, std::int64_t itemBytes, I* pointers,
                       I* indices, std::byte* newValues, const Watch& watch)
{
    constexpr std::int64_t mostSlices = std::int64_t{1} << sliceBits; // that a key can tell
    constexpr std::int64_t isBlock = 64; // bytes that are scattered as well as gathered
    const Entries<I> all{from, values, itemBytes, pointers, indices, newValues};
    if (itemBytes > isBlock || from.count > mostSlices || from.width > mostSlices ||
        isNearlySorted(from, itemBytes + static_cast<std::int64_t>(sizeof(I))))
        return transposeDirectly(all, watch);
    return transposeBySorting(all, watch);
}

template Ending transposeSlices(const Slices<std::int32_t>&, const std::byte*, std::int64_t, std::int32_t*,
                                std::int32_t*, std::byte*, const Watch&);
template Ending transposeSlices(const Slices<std::int64_t>&, const std::byte*, std::int64_t, std::int64_t*,
                                std::int64_t*, std::byte*, const Watch&);

} // namespace tscope::cpu
