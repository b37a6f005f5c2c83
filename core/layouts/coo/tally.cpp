// SPDX-License-Identifier: Apache-2.0
#include "layouts/coo/tally.h"

#include "base/say.h"
#include "base/thread_pool.h"
#include "layouts/coo/find.h"
#include "layouts/coo/locate.h"
#include "layouts/shared/draw.h"
#include "layouts/shared/tally_entries.h"
#include "memory/scattered_reads.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>

namespace tscope {

namespace {

constexpr std::int64_t chunkEntries = 4096;
constexpr std::int64_t partEntries = 1 << 20; // that are worth a grid of their own

// Where a coordinate stands: the number of its bin, or one of these.
enum Standing : std::int32_t { besideWindow = -1, belowZero = -2, tooLarge = -3 };

// Counts entries into one tally, a chunk at a time.
class Counter
{
public:
    Counter(const IndexRows& rows, const Binning& binning, std::uint64_t factor)
        : m_rows(rows), m_binning(binning), m_factor(factor)
    {
    }

    void count(std::int64_t begin, std::int64_t end, Tally& out)
    {
        m_length = static_cast<std::size_t>(end - begin);
        const bool isChosen = choose(begin, end);
        stand(m_binning.rowDim, m_binning.rows, begin, end, m_row);
        stand(m_binning.columnDim, m_binning.columns, begin, end, m_column);
        for (std::size_t k = 0; k < m_length; ++k)
            if (!isChosen || m_isTaken[k])
                place(m_row[k], m_column[k], out);
    }

private:
    using Standings = std::array<std::int32_t, chunkEntries>;

    // Which entries the other dims let count; false: all of them.
    bool choose(std::int64_t begin, std::int64_t end)
    {
        bool isChosen = false;
        for (std::int64_t dim = 0; dim < m_rows.rows(); ++dim) {
            const auto d = static_cast<std::size_t>(dim);
            if (d == m_binning.rowDim || d == m_binning.columnDim)
                continue;
            if (!isChosen)
                m_isTaken.fill(true);
            isChosen = true;
            const auto low = m_binning.fixed[d].value_or(0);
            const auto high = m_binning.fixed[d] ? low + 1 : m_binning.size[d];
            const auto* numbers = m_rows.read(dim, begin, end, m_scratch);
            for (std::size_t k = 0; k < m_length; ++k)
                m_isTaken[k] = m_isTaken[k] && numbers[k] >= low && numbers[k] < high;
        }
        return isChosen;
    }

    void stand(const std::optional<std::size_t>& dim, const Bins& bins, std::int64_t begin, std::int64_t end,
               Standings& out)
    {
        if (!dim) {
            std::fill_n(out.begin(), m_length, bins.contains(0) ? 0 : besideWindow);
            return;
        }
        const auto extent = m_binning.size[*dim];
        const auto* numbers = m_rows.read(static_cast<std::int64_t>(*dim), begin, end, m_scratch);
        for (std::size_t k = 0; k < m_length; ++k) {
            const auto number = numbers[k];
            out[k] = bins.contains(number) ? static_cast<std::int32_t>(bins.of(number))
                     : number < 0          ? belowZero
                     : number >= extent    ? tooLarge
                                           : besideWindow;
        }
    }

    void place(std::int32_t row, std::int32_t column, Tally& out) const
    {
        if (row >= 0 && column >= 0)
            out.counts.add(row, column, m_factor);
        else if (row < besideWindow && column < besideWindow)
            out.outside.corners += m_factor;
        else if (column >= 0 && row < besideWindow)
            (row == belowZero ? out.outside.above : out.outside.below) += m_factor;
        else if (row >= 0 && column < besideWindow)
            (column == belowZero ? out.outside.left : out.outside.right) += m_factor;
    }

    const IndexRows& m_rows;
    const Binning& m_binning;
    std::uint64_t m_factor;
    std::size_t m_length = 0;
    IndexRows::Scratch m_scratch;
    Standings m_row{}, m_column{};
    std::array<bool, chunkEntries> m_isTaken{};
};

void add(const Tally& from, Tally& to)
{
    to.counts.add(from.counts);
    to.outside.above += from.outside.above;
    to.outside.below += from.outside.below;
    to.outside.left += from.outside.left;
    to.outside.right += from.outside.right;
    to.outside.corners += from.outside.corners;
}

// How many elements of one entry count.
std::int64_t elementsOfEntry(const CooReading& reading, const Binning& binning)
{
    const auto dense = commonDense(reading);
    std::int64_t factor = 1;
    for (std::size_t d = 0; d < dense.size(); ++d) {
        const auto& fixed = binning.fixed[static_cast<std::size_t>(*reading.sparseDims()) + d];
        factor = saturatingMul(factor, !fixed ? std::max<std::int64_t>(dense[d], 0) : *fixed < dense[d] ? 1 : 0);
    }
    return factor;
}

} // namespace

Result<void> tallyCoo(const Tensor& tensor, const Binning& binning, const Watch& watch, Tally& out)
{
    const CooReading reading(tensor, {});
    if (const auto why = whyNotSearchable(reading))
        return unsupported(*why);
    if (!reading.size())
        return sizeUnknown();
    if (!numel(reading.values().array.geometry))
        return unsupported(say("values has more elements than int64 can count"));
    const auto isDense = [&](const auto& dim) {
        return dim && static_cast<std::int64_t>(*dim) >= *reading.sparseDims();
    };
    if (isDense(binning.rowDim) || isDense(binning.columnDim) ||
        std::max(binning.rows.count(), binning.columns.count()) > std::numeric_limits<std::int32_t>::max())
        return tallyEntries(tensor, binning, watch, out);
    const auto factor = elementsOfEntry(reading, binning);
    const auto rows = reading.rows();
    const auto entries = std::min(rows.columns(), reading.nnz());
    if (factor == 0 || entries <= 0)
        return {};
    if (!checkedMul(entries, factor))
        return unsupported(say("there are more elements than 64 bits can count"));

    const auto count = [&](std::int64_t begin, std::int64_t end, Tally& into) {
        const auto counter = std::make_unique<Counter>(rows, binning, static_cast<std::uint64_t>(factor));
        for (; begin < end && !watch.isStopped(); begin += chunkEntries)
            counter->count(begin, std::min(end, begin + chunkEntries), into);
    };
    if (entries > binning.most) {
        out.isSampled = true;
        const Bins shares(0, entries, drawnPlaces);
        const auto standing = static_cast<double>(entries) / static_cast<double>(drawnPlaces * drawnRun);
        const ScatteredReads reads(*reading.indices().array.storage);
        Draw draw;
        Counter counter(rows, binning, standsFor(static_cast<double>(factor) * standing));
        for (std::int64_t share = 0; share < shares.count(); ++share) {
            const auto length = std::min(shares.width(share), drawnRun);
            const auto begin = draw.runIn(shares.first(share), shares.first(share + 1), length);
            counter.count(begin, begin + length, out);
        }
        return {};
    }
    const auto parts = std::clamp<std::int64_t>(entries / partEntries, 1, threadCount());
    std::vector<Tally> others(static_cast<std::size_t>(parts - 1));
    parallelFor(parts, [&](std::int64_t part) {
        auto& into = part == 0 ? out : others[static_cast<std::size_t>(part - 1)];
        if (part > 0)
            into.counts = CountGrid(binning.rows.count(), binning.columns.count());
        count(entries / parts * part, part + 1 == parts ? entries : entries / parts * (part + 1), into);
    });
    for (const auto& other : others)
        add(other, out);
    return watch.isStopped() ? tallyStopped() : Result<void>();
}

IndexOfSlots indexOfSlotsOfCoo(const Tensor& tensor)
{
    const CooReading reading(tensor, {});
    if (whyNotSearchable(reading) || !reading.size() || !numel(reading.values().array.geometry))
        return [](const Slots&) { return std::nullopt; };
    return [rows = reading.rows(), dims = reading.size()->size(),
            values = reading.values().array.geometry.sizes](const Slots& slots) -> std::optional<Extents> {
        const bool isIndex = slots.member == "indices";
        const auto most = isIndex ? saturatingMul(rows.rows(), rows.columns()) : *numel(values);
        if (slots.begin < 0 || slots.begin >= most)
            return std::nullopt;
        auto index = isIndex || values.empty() ? Extents{isIndex ? slots.begin % rows.columns() : 0}
                                               : indexOf(values, slots.begin);
        const auto entry = index[0];
        if (entry >= rows.columns())
            return std::nullopt;
        Extents out;
        for (std::int64_t dim = 0; dim < rows.rows(); ++dim)
            out.push_back(rows.at(dim, entry));
        out.insert(out.end(), index.begin() + 1, index.end());
        out.resize(dims, 0);
        return out;
    };
}

} // namespace tscope
