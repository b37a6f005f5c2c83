// SPDX-License-Identifier: Apache-2.0
#include "array/slots.h"

#include "array/fold.h"
#include "array/reader_bits.h"

#include <algorithm>

namespace tscope {

namespace {

constexpr std::uint64_t mostRows = 1 << 16;                 // listed one by one, over all geometries
constexpr std::int64_t mostCounted = std::int64_t{1} << 26; // slots with two bits each
constexpr std::int64_t mostWords = std::int64_t{1} << 31;   // of shifting, over all geometries

// Appends runs, joins equal neighbours and counts.
class RunWriter
{
public:
    RunWriter(SlotMap& map, std::size_t mostRuns) : m_map(map), m_mostRuns(mostRuns) {}

    void add(std::int64_t begin, std::int64_t end, SlotUse use)
    {
        if (begin >= end)
            return;
        (use == SlotUse::dead ? m_map.dead : use == SlotUse::once ? m_map.once : m_map.shared) += end - begin;
        auto& runs = m_map.runs;
        if (m_map.truncated)
            return;
        if (!runs.empty() && runs.back().use == use)
            runs.back().end = end;
        else if (runs.size() < m_mostRuns)
            runs.push_back({begin, end, use});
        else
            m_map.truncated = true;
    }

private:
    SlotMap& m_map;
    std::size_t m_mostRuns;
};

// A dense run of slots, and where copies of it begin.
std::int64_t rowLength(const Fold& fold)
{
    return !fold.dims.empty() && fold.dims[0].step == 1 ? static_cast<std::int64_t>(fold.dims[0].most) + 1 : 1;
}

std::span<const FoldDim> rowDims(const Fold& fold)
{
    return std::span(fold.dims).subspan(rowLength(fold) > 1 ? 1 : 0);
}

// mostRows + 1 stands for more.
std::uint64_t rowCount(const Fold& fold)
{
    std::uint64_t rows = 1;
    for (const auto& dim : rowDims(fold)) {
        if (dim.most >= mostRows)
            return mostRows + 1;
        rows *= dim.most + 1;
        if (rows > mostRows)
            return mostRows + 1;
    }
    return rows;
}

struct Edge {
    std::int64_t at;
    int readers; // that begin (> 0) or end here
};

void appendEdges(std::vector<Edge>& edges, const Fold& fold, std::int64_t slots)
{
    const auto dims = rowDims(fold);
    const int readers = fold.repeats == Wide(1) ? 1 : 2; // more than two are as shared as two
    std::vector<std::uint64_t> index(dims.size());
    while (true) {
        auto begin = fold.first;
        for (std::size_t d = 0; d < dims.size(); ++d) {
            const auto half = static_cast<std::int64_t>(dims[d].step >> 1),
                       low = static_cast<std::int64_t>(dims[d].step & 1);
            const auto number = static_cast<std::int64_t>(index[d]);
            begin = begin + Wide::product(half, number) * Wide(2) + Wide::product(low, number);
        }
        const auto from = std::max(begin, Wide(0)).clamped();
        const auto to = std::min(begin + Wide(rowLength(fold)), Wide(slots)).clamped();
        if (from < to) {
            edges.push_back({from, readers});
            edges.push_back({to, -readers});
        }
        std::size_t d = 0;
        for (; d < dims.size() && index[d] == dims[d].most; ++d)
            index[d] = 0;
        if (d == dims.size())
            return;
        ++index[d];
    }
}

void writeFromEdges(RunWriter& writer, std::vector<Edge>& edges, std::int64_t slots)
{
    std::ranges::sort(edges, {}, &Edge::at);
    std::int64_t at = 0, readers = 0;
    for (const auto& edge : edges) {
        writer.add(at, edge.at, readers == 0 ? SlotUse::dead : readers == 1 ? SlotUse::once : SlotUse::shared);
        at = edge.at;
        readers += edge.readers;
    }
    writer.add(at, slots, SlotUse::dead);
}

// The part of a fold that can lie in the storage: slots from its first one, 0 when there is none.
std::int64_t windowOf(const Fold& fold, std::int64_t slots)
{
    Wide length = 1;
    for (const auto& dim : fold.dims) {
        if (dim.step > static_cast<std::uint64_t>(int64Max))
            continue; // leads out of every window that is counted
        length = length + Wide::product(static_cast<std::int64_t>(dim.step), static_cast<std::int64_t>(dim.most));
    }
    const auto room = Wide(slots) + fold.first * Wide(-1);
    return std::max(std::min(length, room), Wide(0)).clamped();
}

Wide shiftingWords(const Fold& fold, std::int64_t window)
{
    std::int64_t rounds = 2;
    for (const auto& dim : fold.dims) {
        const auto copies = dim.step > static_cast<std::uint64_t>(window)
                                ? 1
                                : std::min(dim.most, static_cast<std::uint64_t>(window) / dim.step) + 1;
        for (auto left = copies; left > 1; left /= 2)
            rounds += 2;
    }
    return Wide::product(rounds, window / 64 + 1);
}

void countReaders(ReaderBits& readers, const Fold& fold, std::int64_t window)
{
    if (window == 0)
        return;
    ReaderBits own(window);
    own.addRun(rowLength(fold));
    for (const auto& dim : rowDims(fold))
        own.repeat(dim.most + 1, dim.step);
    const auto shift = fold.first.clamped(); // a window that is not empty begins within 64 bits
    readers.add(own, shift);
    if (fold.repeats != Wide(1))
        readers.add(own, shift);
}

void writeFromBits(RunWriter& writer, const ReaderBits& readers)
{
    constexpr auto full = ~std::uint64_t{0};
    const auto slots = readers.slots();
    for (std::int64_t at = 0; at < slots; at += 64) {
        const auto end = std::min(slots, at + 64);
        const auto [any, many] = readers.words(static_cast<std::size_t>(at / 64));
        if (any == 0 || many == full || (any == full && many == 0)) {
            writer.add(at, end, any == 0 ? SlotUse::dead : many == full ? SlotUse::shared : SlotUse::once);
            continue;
        }
        for (auto slot = at; slot < end; ++slot)
            writer.add(slot, slot + 1,
                       readers.isShared(slot) ? SlotUse::shared
                       : readers.isRead(slot) ? SlotUse::once
                                              : SlotUse::dead);
    }
}

} // namespace

SlotMap slotMap(std::int64_t storageNumel, std::span<const Geometry> geometries, std::size_t mostRuns)
{
    const auto slots = std::max<std::int64_t>(0, storageNumel);
    SlotMap map;
    std::vector<Fold> folds;
    std::uint64_t rows = 0;
    Wide words = 0;
    for (const auto& geometry : geometries) {
        const auto range = reach(geometry);
        if (!range)
            continue;
        folds.push_back(*folded(geometry));
        map.outside = map.outside || range->first < Wide(0) || range->last >= Wide(slots);
        rows = std::min(rows + rowCount(folds.back()), mostRows + 1);
    }
    RunWriter writer(map, mostRuns);
    if (rows <= mostRows) {
        std::vector<Edge> edges;
        for (const auto& fold : folds)
            appendEdges(edges, fold, slots);
        writeFromEdges(writer, edges, slots);
        return map;
    }
    for (const auto& fold : folds) {
        const auto window = windowOf(fold, slots);
        // Far below 0, the window may be longer than the storage.
        map.decided = map.decided && window <= 2 * mostCounted;
        words = words + shiftingWords(fold, window);
    }
    map.decided = map.decided && slots <= mostCounted && words <= Wide(mostWords);
    if (!map.decided)
        return map;
    ReaderBits readers(slots);
    for (const auto& fold : folds)
        countReaders(readers, fold, windowOf(fold, slots));
    writeFromBits(writer, readers);
    return map;
}

} // namespace tscope
