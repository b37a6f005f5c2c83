// SPDX-License-Identifier: Apache-2.0
#include "layouts/coo/scan.h"

#include "anatomy/scan_device.h"
#include "base/say.h"
#include "base/thread_pool.h"
#include "layouts/coo/entry_loops.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>

namespace tscope {

namespace {

constexpr std::int64_t entriesPerPart = 1 << 17; // below this no thread is worth its start
constexpr std::int64_t mostDimsOnDevice = 64;    // its threads write as many ranges each

// The entry dim reads one place again and again: one look counts for all.
bool repeatsOnePlace(const Geometry& geometry)
{
    return geometry.sizes[1] > 1 && geometry.strides[1] == 0;
}

// No two slots are one place, so an edit of a slot changes no other. Cheap and on the safe side.
bool hasOwnPlaces(const Geometry& geometry)
{
    struct Dim {
        Wide step, reach;
    };
    std::vector<Dim> dims;
    for (std::size_t d = 0; d < 2; ++d) {
        const auto stride = geometry.strides[d];
        const auto step = stride < 0 ? Wide(0) + Wide::product(stride, -1) : Wide(stride);
        if (geometry.sizes[d] > 1)
            dims.push_back({step, step * Wide(geometry.sizes[d] - 1)});
    }
    std::ranges::sort(dims, {}, &Dim::step);
    return std::ranges::none_of(dims, [](const Dim& dim) { return dim.step == Wide(0); }) &&
           (dims.size() < 2 || dims[1].step > dims[0].reach);
}

} // namespace

std::int64_t CooScan::end(std::int64_t window) const
{
    return std::min(m_subject.entries, begin(window) + windowEntries);
}

CooScan::Range CooScan::range(std::int64_t dim, std::int64_t window) const
{
    const auto& counts = m_counts[static_cast<std::size_t>(window * m_dims + dim)];
    return {counts.highest, counts.negative, counts.tooLarge};
}

void CooScan::lookAt(const IndexRows& rows, std::int64_t window, IndexRows::Scratch& a, IndexRows::Scratch& b)
{
    const auto& loops = entryLoops();
    // Order is told by comparing with the entry before; the very first has none.
    const auto first = begin(window), last = end(window);
    const auto from = window == 0 ? first : first - 1;
    const auto count = last - from - 1;
    const auto noteRange = [&](std::int64_t dim, const std::int64_t* run, RunRange range) {
        if (window == 0) {
            range.signs |= run[0];
            range.highest = std::max(range.highest, run[0]);
        }
        const auto* own = window == 0 ? run : run + 1;
        Counts counts{range.highest};
        if (range.signs < 0)
            counts.negative = static_cast<std::uint16_t>(
                range.highest < 0 ? last - first : loops.countNegative(own, last - first)); // none is 0 or above
        if (m_subject.limits) {
            // What is negative is not too large as well, even where the extent is.
            const auto limit = std::max<std::int64_t>(0, (*m_subject.limits)[static_cast<std::size_t>(dim)]);
            if (range.highest >= limit)
                counts.tooLarge = static_cast<std::uint16_t>(loops.countAtLeast(own, last - first, limit));
        }
        m_counts[static_cast<std::size_t>(window * m_dims + dim)] = counts;
    };

    auto& order = m_orders[static_cast<std::size_t>(window)];
    if (m_dims == 2) {
        const auto* row = rows.read(0, from, last, a);
        const auto* column = rows.read(1, from, last, b);
        const auto pair = loops.pair(row + 1, column + 1, count);
        noteRange(0, row, pair.rows);
        noteRange(1, column, pair.columns);
        order = {pair.unsorted, pair.duplicates};
        return;
    }
    std::int64_t state[windowEntries] = {};
    for (auto dim = m_dims; dim-- > 0;) {
        const auto* run = rows.read(dim, from, last, a);
        noteRange(dim, run, loops.range(run + 1, count));
        loops.compare(run + 1, count, state);
    }
    loops.countOrder(state, count, order.unsorted, order.duplicates);
}

void CooScan::addUp()
{
    m_order = {};
    for (const auto& order : m_orders) {
        m_order.unsorted += order.unsorted;
        m_order.duplicates += order.duplicates;
    }
    m_ranges.assign(m_orders.empty() ? 0 : static_cast<std::size_t>(m_dims), {});
    std::size_t at = 0;
    for (std::size_t window = 0; window < m_orders.size(); ++window)
        for (auto& range : m_ranges) {
            const auto& counts = m_counts[at++];
            range.highest = std::max(range.highest, counts.highest);
            range.negative += counts.negative;
            range.tooLarge += counts.tooLarge;
        }
}

std::shared_ptr<const CooScan> CooScan::make(const Array& indices, std::optional<Extents> limits,
                                             const Watch& watch, ScanDevice* device)
{
    const IndexRows rows(indices);
    const std::shared_ptr<CooScan> scan(new CooScan);
    const bool repeats = repeatsOnePlace(indices.geometry);
    scan->m_dims = rows.rows();
    scan->m_repeats = repeats ? rows.columns() : 1;
    // Without sparse dims no place is looked at; what the order is then, the number of entries tells.
    const auto entries = rows.rows() == 0 ? 0 : repeats ? 1 : rows.columns();
    scan->m_subject = {indices.storage->id(), indices.dtype, indices.geometry, std::move(limits), entries};

    const auto windows = entries / windowEntries + (entries % windowEntries != 0 ? 1 : 0);
    scan->m_orders.resize(static_cast<std::size_t>(windows));
    scan->m_counts.resize(static_cast<std::size_t>(windows * (windows > 0 ? rows.rows() : 0)));
    if (windows == 0 || repeats || device == nullptr || !scan->countAllOn(*device, indices, watch))
        scan->lookAtAll(rows, watch);
    scan->addUp();
    if (rows.rows() == 0 || repeats)
        scan->m_order = {0, std::max<std::int64_t>(0, rows.columns() - 1)};
    return scan;
}

void CooScan::lookAtAll(const IndexRows& rows, const Watch& watch)
{
    const auto count = windows();
    const auto cost = saturatingMul(m_subject.entries, std::max<std::int64_t>(1, m_dims / 2));
    const auto parts = std::clamp<std::int64_t>(cost / entriesPerPart, 1, std::max<std::int64_t>(1, count));
    std::atomic<bool> stopped = false;
    const auto part = [&](std::int64_t number) {
        IndexRows::Scratch a, b;
        const auto last = count / parts * (number + 1) + std::min(count % parts, number + 1);
        for (auto window = count / parts * number + std::min(count % parts, number); window < last; ++window) {
            if (watch.isStopped()) {
                stopped = true;
                return;
            }
            lookAt(rows, window, a, b);
        }
    };
    parallelFor(parts, std::ref(part));
    m_complete = !stopped;
}

bool CooScan::countAllOn(ScanDevice& device, const Array& indices, const Watch& watch)
{
    if (m_dims > mostDimsOnDevice) {
        device.passOver(say("a scan over {0} sparse dims is the processor's", m_dims));
        return false;
    }
    const auto limits = m_subject.limits.value_or(Extents());
    const auto columns = kernels::orderNumbers + m_dims * kernels::rangeNumbers;
    const auto table = device.count(
        {"scan_coo", {indices, Array::fromInts({std::ssize(limits)}, limits)}, {}, windows(), columns}, watch);
    if (!table)
        return false;
    const auto* numbers = table->data();
    for (std::size_t window = 0; window < m_orders.size(); ++window) {
        kernels::WindowOrder order;
        std::memcpy(&order, numbers, sizeof order);
        numbers += kernels::orderNumbers;
        m_orders[window] = {order.unsorted, order.duplicates};
        for (std::int64_t dim = 0; dim < m_dims; ++dim, numbers += kernels::rangeNumbers) {
            kernels::WindowRange range;
            std::memcpy(&range, numbers, sizeof range);
            m_counts[window * static_cast<std::size_t>(m_dims) + static_cast<std::size_t>(dim)] = {
                range.highest, static_cast<std::uint16_t>(range.negative),
                static_cast<std::uint16_t>(range.tooLarge)};
        }
    }
    return true;
}

std::shared_ptr<const CooScan> CooScan::remake(const CooScan& previous, const Array& indices,
                                               const std::optional<Extents>& limits, std::span<const Slots> edited)
{
    const auto& old = previous.m_subject;
    const bool sameForm = previous.m_complete && old.dtype == indices.dtype && old.geometry == indices.geometry &&
                          old.limits == limits && previous.m_repeats == 1 && hasOwnPlaces(indices.geometry);
    const bool isEdited =
        std::ranges::any_of(edited, [](const Slots& slots) { return slots.member == "indices"; });
    if (!sameForm || (!isEdited && old.storageId != indices.storage->id()))
        return nullptr;

    const IndexRows rows(indices);
    const std::shared_ptr<CooScan> scan(new CooScan(previous));
    scan->m_subject.storageId = indices.storage->id();
    const auto entries = old.entries;
    std::vector<bool> touched(scan->m_orders.size());
    // An entry also decides how its successor compares.
    const auto touch = [&](std::int64_t begin, std::int64_t end) {
        const auto last = std::min(end, entries - 1) / windowEntries;
        for (auto window = begin / windowEntries; window <= last; ++window)
            touched[static_cast<std::size_t>(window)] = true;
    };
    const auto positions = saturatingMul(entries, scan->m_dims);
    for (const auto& slots : edited) {
        if (slots.member != "indices" || entries == 0)
            continue;
        const auto begin = std::max<std::int64_t>(0, slots.begin), end = std::min(slots.end, positions);
        if (begin >= end)
            continue;
        if (end - begin >= entries) {
            touch(0, entries);
        } else {
            const auto k = begin % entries, count = end - begin;
            touch(k, std::min(entries, k + count));
            if (k + count > entries)
                touch(0, k + count - entries);
        }
    }
    IndexRows::Scratch a, b;
    for (std::int64_t window = 0; window < scan->windows(); ++window)
        if (touched[static_cast<std::size_t>(window)])
            scan->lookAt(rows, window, a, b);
    const auto order = scan->m_order;
    scan->addUp();
    if (scan->m_dims == 0)
        scan->m_order = order;
    return scan;
}

} // namespace tscope
