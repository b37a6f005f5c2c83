// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/run_counter.h"

#include "base/say.h"
#include "base/thread_pool.h"
#include "layouts/compressed/bin_lanes.h"
#include "layouts/shared/tally_entries.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <mutex>
#include <span>

namespace tscope::compressed {

namespace {

constexpr std::int64_t windowEntries = 1 << 16;
constexpr std::int64_t partEntries = 1 << 17; // that are worth a part of their own

// A piece of a run, small enough that pieces even out among threads.
struct Piece {
    std::int64_t bin, weight, begin, end;
};

// Neighbouring pieces for one thread.
struct Part {
    std::size_t first, last;                      // [first, last) of the pieces
    bool sharesFirst = false, sharesLast = false; // other parts count into the bin of its first or last piece too
};

std::vector<Piece> piecesOf(const std::vector<EntryRun>& runs)
{
    std::vector<Piece> pieces;
    pieces.reserve(runs.size());
    for (const auto& run : runs)
        for (auto begin = run.begin; begin < run.end; begin += partEntries)
            pieces.push_back({run.bin, run.weight, begin, std::min(run.end, begin + partEntries)});
    return pieces;
}

std::vector<Part> partsOf(const std::vector<Piece>& pieces)
{
    std::vector<Part> parts;
    for (std::size_t first = 0; first < pieces.size();) {
        std::int64_t held = 0;
        auto last = first;
        while (last < pieces.size() && held < partEntries) {
            held += pieces[last].end - pieces[last].begin;
            ++last;
        }
        Part part{first, last};
        part.sharesFirst = first > 0 && pieces[first - 1].bin == pieces[first].bin;
        part.sharesLast = last < pieces.size() && pieces[last].bin == pieces[last - 1].bin;
        parts.push_back(part);
        first = last;
    }
    return parts;
}

// The held' work of counting the runs one after the other, and of sweeping over all of them at once.
struct Costs {
    Wide each = 0, sweep = 0;
};

Costs costsOf(const std::vector<EntryRun>& runs, std::int64_t bins)
{
    Costs costs;
    auto begin = runs.front().begin, end = runs.front().end;
    for (const auto& run : runs) {
        costs.each = costs.each + Wide(run.end - run.begin);
        begin = std::min(begin, run.begin);
        end = std::max(end, run.end);
    }
    // A vector instruction adds several counts at once.
    costs.sweep = Wide(end - begin) + Wide(static_cast<std::int64_t>(runs.size())) * Wide(bins / 4 + 1);
    return costs;
}

} // namespace

Result<void> RunCounter::count(std::int64_t line, const std::vector<EntryRun>& runs, std::int64_t factor,
                               CountGrid& grid, Sides& sides)
{
    if (runs.empty())
        return {};
    for (const auto& run : runs)
        m_most = m_most + Wide(run.end - run.begin) * Wide(run.weight) * Wide(factor) * Wide(m_index.block);
    if (!m_most.asInt64())
        return unsupported(say("there are more elements than 64 bits can count"));
    if (m_most > Wide(std::numeric_limits<std::uint32_t>::max()))
        grid.widen();
    const bool isLong = m_indices.dtype() == DType(ElementType::i64);
    if (grid.isWide())
        isLong ? countAll<std::int64_t, std::uint64_t>(line, runs, factor, grid, sides)
               : countAll<std::int32_t, std::uint64_t>(line, runs, factor, grid, sides);
    else
        isLong ? countAll<std::int64_t, std::uint32_t>(line, runs, factor, grid, sides)
               : countAll<std::int32_t, std::uint32_t>(line, runs, factor, grid, sides);
    return m_watch.isStopped() ? tallyStopped() : Result<void>();
}

template <class T, class Count>
void RunCounter::countAll(std::int64_t line, const std::vector<EntryRun>& runs, std::int64_t factor,
                          CountGrid& grid, Sides& sides)
{
    const auto costs = costsOf(runs, m_bins.count());
    if (costs.each <= costs.sweep * Wide(2))
        countEach<T, Count>(line, runs, factor, grid, sides);
    else
        sweep<T, Count>(line, runs, factor, grid, sides);
}

template <class T, class Take>
void RunCounter::visitRange(std::int64_t line, std::int64_t begin, std::int64_t end, std::uint64_t weight,
                            Sides& sides, IndexLines::Scratch& scratch, Take&& take) const
{
    for (; begin < end; begin += windowEntries) {
        const auto count = std::min(windowEntries, end - begin);
        const auto* indices = m_indices.window<T>(line, begin, begin + count, scratch);
        if (take(indices, count) == 0)
            continue;
        std::int64_t low = 0, high = 0;
        for (std::int64_t k = 0; k < count; ++k) {
            low += indices[k] < 0 ? 1 : 0;
            high += indices[k] >= m_index.extent ? 1 : 0;
        }
        const auto elements = weight * static_cast<std::uint64_t>(m_index.block);
        sides.low += static_cast<std::uint64_t>(low) * elements;
        sides.high += static_cast<std::uint64_t>(high) * elements;
    }
}

// Each row of the grid is written by one thread, but for those that parts share.
template <class T, class Count>
class RunCounter::PartCounter
{
public:
    PartCounter(const RunCounter& counter, std::int64_t line, std::int64_t factor, CountGrid& grid,
                std::mutex& mutex)
        : m_counter(counter), m_line(line), m_factor(static_cast<Count>(factor)), m_grid(grid), m_mutex(mutex)
    {
        if (counter.hasLanes())
            m_lanes.emplace(counter.m_bins);
    }

    void count(const std::vector<Piece>& pieces, const Part& part)
    {
        const auto firstBin = pieces[part.first].bin, lastBin = pieces[part.last - 1].bin;
        for (auto at = part.first; at < part.last;) {
            const auto bin = pieces[at].bin;
            const bool isShared = (bin == firstBin && part.sharesFirst) || (bin == lastBin && part.sharesLast);
            auto end = at;
            while (end < part.last && pieces[end].bin == bin)
                ++end;
            const std::span ofBin(pieces.data() + at, end - at);
            m_lanes ? countByLanes(ofBin, isShared) : countDirectly(ofBin, isShared);
            at = end;
        }
    }

    const Sides& sides() const { return m_sides; }
    const CountGrid::Summary& seen() const { return m_seen; }

private:
    void countByLanes(std::span<const Piece> pieces, bool isShared)
    {
        for (std::size_t at = 0; at < pieces.size(); ++at) {
            const auto& piece = pieces[at];
            const auto weight = static_cast<Count>(piece.weight) * m_factor;
            m_counter.visitRange<T>(
                m_line, piece.begin, piece.end, weight, m_sides, m_scratch,
                [&](const T* indices, std::int64_t count) { return m_lanes->count(indices, count); });
            if (at + 1 < pieces.size() && pieces[at + 1].weight == piece.weight)
                continue;
            const auto lock = isShared ? std::unique_lock(m_mutex) : std::unique_lock<std::mutex>();
            m_lanes->addTo(m_grid.row<Count>(piece.bin), weight, m_seen);
        }
    }

    void countDirectly(std::span<const Piece> pieces, bool isShared)
    {
        if (isShared)
            m_own.assign(static_cast<std::size_t>(m_counter.m_bins.count()), 0);
        auto* const row = m_grid.row<Count>(pieces.front().bin);
        auto* const counts = isShared ? m_own.data() : row;
        for (const auto& piece : pieces) {
            const auto weight = static_cast<Count>(piece.weight) * m_factor;
            m_counter.visitRange<T>(m_line, piece.begin, piece.end, weight, m_sides, m_scratch,
                                    [&](const T* indices, std::int64_t count) {
                                        return countIndices(indices, count, m_counter.m_bins, m_counter.m_index,
                                                            weight, counts);
                                    });
        }
        if (!isShared)
            return;
        const std::lock_guard lock(m_mutex);
        std::ranges::transform(m_own, std::span(row, m_own.size()), row, std::plus());
    }

    const RunCounter& m_counter;
    std::int64_t m_line;
    Count m_factor;
    CountGrid& m_grid;
    std::mutex& m_mutex;
    IndexLines::Scratch m_scratch;
    std::optional<BinLanes> m_lanes;
    std::vector<Count> m_own;
    Sides m_sides;
    CountGrid::Summary m_seen;
};

template <class T, class Count>
void RunCounter::countEach(std::int64_t line, const std::vector<EntryRun>& runs, std::int64_t factor,
                           CountGrid& grid, Sides& sides)
{
    if (!hasLanes())
        m_summary.reset();
    const auto pieces = piecesOf(runs);
    const auto parts = partsOf(pieces);
    std::mutex mutex; // of `sides`, the summary and the rows that parts share
    parallelFor(static_cast<std::int64_t>(parts.size()), [&](std::int64_t p) {
        if (m_watch.isStopped())
            return;
        PartCounter<T, Count> counter(*this, line, factor, grid, mutex);
        counter.count(pieces, parts[static_cast<std::size_t>(p)]);
        const std::lock_guard lock(mutex);
        sides.low += counter.sides().low;
        sides.high += counter.sides().high;
        if (m_summary) {
            m_summary->total += counter.seen().total;
            m_summary->largest = std::max(m_summary->largest, counter.seen().largest);
        }
    });
}

// Runs that overlap, of pointers in no order, would read the same entries over and over. Each run is the
// difference of two counts, of all entries before its end and of those before its begin: one pass makes them all.
// Counts wrap on the way, the sums do not.
template <class T, class Count>
void RunCounter::sweep(std::int64_t line, const std::vector<EntryRun>& runs, std::int64_t factor, CountGrid& grid,
                       Sides& sides)
{
    m_summary.reset();
    struct Edge {
        std::int64_t at, bin;
        std::uint64_t weight; // wraps: of a begin it is negative
    };
    std::vector<Edge> edges;
    edges.reserve(runs.size() * 2);
    for (const auto& run : runs) {
        const auto weight = static_cast<std::uint64_t>(run.weight * factor);
        edges.push_back({run.begin, run.bin, 0 - weight});
        edges.push_back({run.end, run.bin, weight});
    }
    std::ranges::sort(edges, {}, &Edge::at);
    std::vector<Count> before(static_cast<std::size_t>(m_bins.count()), 0);
    Sides sidesBefore;
    IndexLines::Scratch scratch;
    auto reached = edges.front().at;
    for (const auto& edge : edges) {
        if (m_watch.isStopped())
            return;
        visitRange<T>(line, reached, edge.at, 1, sidesBefore, scratch, [&](const T* indices, std::int64_t count) {
            return countIndices(indices, count, m_bins, m_index, Count{1}, before.data());
        });
        reached = edge.at;
        auto* row = grid.row<Count>(edge.bin);
        const auto weight = static_cast<Count>(edge.weight);
        for (std::size_t c = 0; c < before.size(); ++c)
            row[c] += weight * before[c];
        sides.low += edge.weight * sidesBefore.low;
        sides.high += edge.weight * sidesBefore.high;
    }
}

} // namespace tscope::compressed
