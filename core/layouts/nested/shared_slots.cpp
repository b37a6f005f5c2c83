// SPDX-License-Identifier: Apache-2.0
#include "layouts/nested/shared_slots.h"

#include "array/overlap.h"
#include "base/say.h"

#include <algorithm>
#include <numeric>
#include <queue>

namespace tscope {

namespace {

constexpr std::int64_t none = -1;
constexpr std::int64_t windowSlots = std::int64_t{1} << 21;
constexpr std::int64_t maxPairs = 4096; // each may cost a millisecond
constexpr std::int64_t maxLooks = std::int64_t{1} << 26;

// Minimum over a range of positions, bottom-up segment tree.
class RangeMinimum
{
public:
    explicit RangeMinimum(const std::vector<std::int64_t>& values)
        : m_size(values.size()), m_tree(2 * values.size())
    {
        std::ranges::copy(values, m_tree.begin() + static_cast<std::ptrdiff_t>(m_size));
        for (auto node = m_size; node-- > 1;)
            m_tree[node] = std::min(m_tree[2 * node], m_tree[2 * node + 1]);
    }

    std::int64_t of(std::size_t begin, std::size_t end) const // [begin, end)
    {
        auto least = int64Max;
        for (begin += m_size, end += m_size; begin < end; begin /= 2, end /= 2) {
            if (begin % 2 == 1)
                least = std::min(least, m_tree[begin++]);
            if (end % 2 == 1)
                least = std::min(least, m_tree[--end]);
        }
        return least;
    }

private:
    std::size_t m_size;
    std::vector<std::int64_t> m_tree;
};

// Positions in the list of spans, by their first slot.
using Cluster = std::span<const std::size_t>;

// Dense spans are intervals: whoever meets [first, last] begins inside it or lies over its first slot.
void shareIntervals(std::span<const ComponentSpan> spans, Cluster cluster, std::vector<std::int64_t>& sharers)
{
    std::vector<std::int64_t> components(cluster.size());
    std::ranges::transform(cluster, components.begin(), [&](std::size_t s) { return spans[s].component; });
    const RangeMinimum minimum(components);

    using Live = std::pair<std::int64_t, std::int64_t>; // component, last slot
    std::priority_queue<Live, std::vector<Live>, std::greater<>> live;
    std::size_t entered = 0;
    for (const auto s : cluster) {
        const auto& span = spans[s];
        for (; entered < cluster.size() && spans[cluster[entered]].first <= span.first; ++entered)
            live.emplace(spans[cluster[entered]].component, spans[cluster[entered]].last);
        while (live.top().second < span.first) // first slots rise, so it is over for good
            live.pop();
        const auto end =
            std::ranges::upper_bound(cluster, span.last, {}, [&](std::size_t o) { return spans[o].first; });
        const auto least =
            std::min(live.top().first, minimum.of(entered, static_cast<std::size_t>(end - cluster.begin())));
        if (least < span.component)
            sharers[s] = least;
    }
}

// Visits the slots of one geometry that lie in a window, as evenly spaced rows.
class WindowWalk
{
public:
    explicit WindowWalk(const Geometry& geometry) : m_offset(geometry.offset)
    {
        for (std::size_t d = 0; d < geometry.sizes.size(); ++d)
            if (geometry.sizes[d] > 1 && geometry.strides[d] > 0)
                m_dims.push_back({geometry.strides[d], geometry.sizes[d] - 1, 0, 0, 0, 0});
        std::ranges::sort(m_dims, std::greater<>{}, &Dim::step);
        std::int64_t tail = 0;
        for (auto d = m_dims.size(); d-- > 0;) {
            m_dims[d].tail = tail;
            tail += m_dims[d].step * m_dims[d].most;
        }
    }

    // Calls row(begin, count, step).
    template <class Row>
    void forEach(std::int64_t begin, std::int64_t end, Row&& row)
    {
        if (m_dims.empty()) {
            if (begin <= m_offset && m_offset < end)
                row(m_offset, std::int64_t{1}, std::int64_t{1});
            return;
        }
        std::size_t depth = 0;
        open(0, m_offset, begin, end);
        while (true) {
            auto& dim = m_dims[depth];
            if (depth + 1 == m_dims.size() && dim.number <= dim.end) {
                row(dim.base + dim.number * dim.step, dim.end - dim.number + 1, dim.step);
                dim.number = dim.end + 1;
            }
            if (dim.number > dim.end) {
                if (depth == 0)
                    return;
                ++m_dims[--depth].number;
                continue;
            }
            open(depth + 1, dim.base + dim.number * dim.step, begin, end);
            ++depth;
        }
    }

private:
    struct Dim {
        std::int64_t step, most;
        std::int64_t tail; // what the dims behind can add
        std::int64_t base, number, end;
    };

    // The numbers of this dim whose slots can lie in the window.
    void open(std::size_t depth, std::int64_t base, std::int64_t begin, std::int64_t end)
    {
        auto& dim = m_dims[depth];
        dim.base = base;
        const auto below = begin - base - dim.tail;
        dim.number = below <= 0 ? 0 : (below + dim.step - 1) / dim.step;
        dim.end = end <= base ? -1 : std::min(dim.most, (end - 1 - base) / dim.step);
    }

    std::int64_t m_offset;
    std::vector<Dim> m_dims;
};

// Writes on every slot who reads it first, window by window.
void shareBySlots(std::span<const ComponentSpan> spans, Cluster cluster, const GeometryOf& geometryOf,
                  std::vector<std::int64_t>& sharers)
{
    std::vector<std::size_t> members(cluster.begin(), cluster.end());
    std::ranges::sort(members);
    std::int64_t low = int64Max, high = 0;
    for (const auto s : members) {
        low = std::min(low, spans[s].first);
        high = std::max(high, spans[s].last);
    }
    std::vector<std::int64_t> owner;
    Geometry geometry;
    for (auto begin = low; begin <= high;) {
        const auto count = std::min(windowSlots, high - begin + 1);
        const auto end = begin + count;
        owner.assign(static_cast<std::size_t>(count), none);
        for (const auto s : members) {
            if (spans[s].first >= end || spans[s].last < begin)
                continue;
            const auto component = spans[s].component;
            auto least = sharers[s] == none ? component : sharers[s];
            geometryOf(component, geometry);
            WindowWalk(geometry).forEach(
                begin, end, [&](std::int64_t slot, std::int64_t number, std::int64_t step) {
                    for (std::int64_t i = 0; i < number; ++i) {
                        auto& who = owner[static_cast<std::size_t>(slot + i * step - begin)];
                        if (who == none)
                            who = component;
                        else
                            least = std::min(least, who);
                    }
                });
            sharers[s] = least < component ? least : none;
        }
        begin = end;
    }
}

// Too many slots to visit: every pair that meets is settled by the arithmetic of its strides.
Result<void> shareByPairs(std::span<const ComponentSpan> spans, Cluster cluster, const GeometryOf& geometryOf,
                          std::vector<std::int64_t>& sharers)
{
    std::vector<std::size_t> members(cluster.begin(), cluster.end());
    std::ranges::sort(members);
    const auto tooMuch = [&](std::size_t s) {
        return unsupported(say("whether component {0} shares elements with earlier ones takes too long to tell",
                               spans[s].component));
    };
    std::int64_t pairs = 0, looks = 0;
    Geometry later, earlier;
    for (std::size_t at = 0; at < members.size(); ++at) {
        const auto s = members[at];
        geometryOf(spans[s].component, later);
        for (std::size_t before = 0; before < at && sharers[s] == none; ++before) {
            const auto& other = spans[members[before]];
            if (++looks > maxLooks)
                return tooMuch(s);
            if (other.first > spans[s].last || other.last < spans[s].first)
                continue;
            if (++pairs > maxPairs)
                return tooMuch(s);
            geometryOf(other.component, earlier);
            const auto answer = sharesElement({later}, {earlier});
            if (answer == Overlap::undecided)
                return tooMuch(s);
            if (answer == Overlap::yes)
                sharers[s] = other.component;
        }
    }
    return {};
}

} // namespace

Result<std::vector<std::int64_t>> firstSharers(std::span<const ComponentSpan> spans, const GeometryOf& geometryOf,
                                               std::int64_t maxVisits)
{
    std::vector<std::int64_t> sharers(spans.size(), none);
    std::vector<std::size_t> order(spans.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t s) { return spans[s].first; });

    // Components whose spans don't meet share nothing: only chains of meeting spans are looked at.
    for (std::size_t begin = 0; begin < order.size();) {
        const auto first = spans[order[begin]].first;
        auto last = spans[order[begin]].last;
        auto visits = Wide(spans[order[begin]].numel);
        bool allDense = spans[order[begin]].isDense;
        auto end = begin + 1;
        for (; end < order.size() && spans[order[end]].first <= last; ++end) {
            const auto& span = spans[order[end]];
            last = std::max(last, span.last);
            visits = visits + Wide(span.numel);
            allDense = allDense && span.isDense;
        }
        const auto cluster = Cluster(order).subspan(begin, end - begin);
        begin = end;
        if (cluster.size() == 1)
            continue;
        if (allDense)
            shareIntervals(spans, cluster, sharers);
        else if (visits + Wide(last - first) <= Wide(maxVisits)) // all slots from first to last are written on
            shareBySlots(spans, cluster, geometryOf, sharers);
        else if (auto done = shareByPairs(spans, cluster, geometryOf, sharers); !done)
            return done.error();
    }
    return sharers;
}

} // namespace tscope
