// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/wrong_pointers.h"

#include <algorithm>
#include <compare>

namespace tscope::compressed {

namespace {

constexpr std::ptrdiff_t mostInARow = 8; // wrong pointers between two that stay

// The choice is a shortest path over the pointers that stay. An edge sets the pointers between its two ends.
class StayPaths
{
public:
    StayPaths(std::span<const std::int64_t> pointers, std::span<const std::int64_t> stored,
              std::optional<std::int64_t> extent)
        : m_pointers(pointers.begin(), pointers.end()), m_stored(std::ssize(stored)), m_extent(extent)
    {
        m_pointers.front() = 0;
        m_pointers.back() = m_stored;
        for (std::int64_t k = 1; k < m_stored; ++k)
            if (stored[static_cast<std::size_t>(k - 1)] >= stored[static_cast<std::size_t>(k)])
                m_breaks.push_back(k);
        for (const auto pointer : m_pointers)
            m_firstBreaks.push_back(std::ranges::lower_bound(m_breaks, pointer) - m_breaks.begin());
    }

    std::optional<std::vector<WrongPointers>> cheapest()
    {
        const auto count = std::ssize(m_pointers);
        std::vector<std::ptrdiff_t> before(m_pointers.size(), -1);
        m_fromFirst = costs(true, before);
        if (!m_fromFirst.back() || m_fromFirst.back()->changes > mostWrongPointers(count))
            return std::nullopt;
        m_toLast = costs(false, {});
        const auto covered = coverage();
        std::vector<WrongPointers> found;
        for (auto i = count - 1; i > 0; i = before[static_cast<std::size_t>(i)])
            if (const auto j = before[static_cast<std::size_t>(i)]; i - j > 1)
                found.push_back(between(j, i, covered));
        std::ranges::reverse(found);
        return found;
    }

private:
    struct Cost {
        std::int64_t changes = 0, breaks = 0;
        auto operator<=>(const Cost&) const = default;
        Cost operator+(const Cost& other) const { return {changes + other.changes, breaks + other.breaks}; }
    };
    using Costs = std::vector<std::optional<Cost>>;

    std::int64_t at(std::ptrdiff_t i) const { return m_pointers[static_cast<std::size_t>(i)]; }

    std::ptrdiff_t firstBreakBehind(std::ptrdiff_t i) const
    {
        const auto first = m_firstBreaks[static_cast<std::size_t>(i)];
        const bool isAtBreak = first < std::ssize(m_breaks) && m_breaks[static_cast<std::size_t>(first)] == at(i);
        return first + (isAtBreak ? 1 : 0);
    }

    std::int64_t breaksBetween(std::ptrdiff_t i, std::ptrdiff_t j) const
    {
        return std::max<std::int64_t>(0, m_firstBreaks[static_cast<std::size_t>(j)] - firstBreakBehind(i));
    }

    // Pointers j and i stay, those between them are set. Nothing where that is not possible.
    std::optional<Cost> edge(std::ptrdiff_t j, std::ptrdiff_t i) const
    {
        const auto low = at(j), high = at(i);
        const std::int64_t set = i - j - 1;
        if (low < 0 || low > high || high > m_stored)
            return std::nullopt;
        if (m_extent && (high - low) / (set + 1) + ((high - low) % (set + 1) != 0 ? 1 : 0) > *m_extent)
            return std::nullopt;
        return Cost{set, std::max<std::int64_t>(0, breaksBetween(j, i) - set)};
    }

    // The cost of the cheapest path from the first pointer to each, or from each to the last.
    Costs costs(bool isForward, std::span<std::ptrdiff_t> before) const
    {
        const auto count = std::ssize(m_pointers);
        const auto position = [&](std::ptrdiff_t step) { return isForward ? step : count - 1 - step; };
        Costs out(m_pointers.size());
        out[static_cast<std::size_t>(position(0))] = Cost{};
        for (std::ptrdiff_t step = 1; step < count; ++step) {
            const auto i = position(step);
            auto& best = out[static_cast<std::size_t>(i)];
            for (auto earlier = step - 1; earlier >= std::max<std::ptrdiff_t>(0, step - 1 - mostInARow);
                 --earlier) {
                const auto j = position(earlier);
                const auto& known = out[static_cast<std::size_t>(j)];
                if (!known || (best && known->changes + step - 1 - earlier > best->changes))
                    continue; // before breaks are counted
                const auto added = isForward ? edge(j, i) : edge(i, j);
                if (!added || (best && *known + *added >= *best))
                    continue;
                best = *known + *added;
                if (isForward)
                    before[static_cast<std::size_t>(i)] = j;
            }
        }
        return out;
    }

    // How many of the cheapest paths' edges set each pointer.
    std::vector<std::int64_t> coverage() const
    {
        const auto count = std::ssize(m_pointers);
        std::vector<std::int64_t> covered(m_pointers.size() + 1);
        const auto total = *m_fromFirst.back();
        for (std::ptrdiff_t i = 2; i < count; ++i)
            for (auto j = i - 2; j >= std::max<std::ptrdiff_t>(0, i - 1 - mostInARow); --j) {
                const auto &from = m_fromFirst[static_cast<std::size_t>(j)],
                           &to = m_toLast[static_cast<std::size_t>(i)];
                if (!from || !to || from->changes + to->changes + (i - j - 1) != total.changes)
                    continue;
                if (const auto added = edge(j, i); added && *from + *added + *to == total) {
                    ++covered[static_cast<std::size_t>(j + 1)];
                    --covered[static_cast<std::size_t>(i)];
                }
            }
        for (std::size_t i = 1; i < covered.size(); ++i)
            covered[i] += covered[i - 1];
        return covered;
    }

    bool staysOnSomePath(std::ptrdiff_t i) const
    {
        const auto &from = m_fromFirst[static_cast<std::size_t>(i)], &to = m_toLast[static_cast<std::size_t>(i)];
        return from && to && *from + *to == *m_fromFirst.back();
    }

    WrongPointers between(std::ptrdiff_t j, std::ptrdiff_t i, std::span<const std::int64_t> covered) const
    {
        WrongPointers out{j + 1, i - j - 1, at(j), at(i)};
        out.areCertain = covered[static_cast<std::size_t>(j)] == 0 && covered[static_cast<std::size_t>(i)] == 0;
        for (auto k = j + 1; k < i; ++k)
            out.areCertain = out.areCertain && !staysOnSomePath(k);
        if (out.low == out.high)
            out.values.assign(static_cast<std::size_t>(out.count), out.low);
        else if (breaksBetween(j, i) == out.count)
            out.values.assign(m_breaks.begin() + firstBreakBehind(j),
                              m_breaks.begin() + m_firstBreaks[static_cast<std::size_t>(i)]);
        auto last = out.low;
        for (const auto value : out.values) {
            if (m_extent && value - last > *m_extent)
                return out.values.clear(), out;
            last = value;
        }
        if (m_extent && !out.values.empty() && out.high - last > *m_extent)
            out.values.clear();
        return out;
    }

    std::vector<std::int64_t> m_pointers;
    std::int64_t m_stored;
    std::optional<std::int64_t> m_extent;
    std::vector<std::int64_t> m_breaks;        // entries that do not rise
    std::vector<std::ptrdiff_t> m_firstBreaks; // of each pointer: the first break at it or behind
    Costs m_fromFirst, m_toLast;
};

} // namespace

std::int64_t mostWrongPointers(std::int64_t pointerCount)
{
    constexpr std::int64_t few = 8, share = 16;
    return std::max(few, pointerCount / share);
}

std::optional<std::vector<WrongPointers>> wrongPointers(std::span<const std::int64_t> pointers,
                                                        std::span<const std::int64_t> stored,
                                                        std::optional<std::int64_t> extent)
{
    constexpr std::size_t mostPointers = std::size_t{1} << 23; // each takes some 90 bytes
    if (pointers.size() < 2 || pointers.size() > mostPointers)
        return std::nullopt;
    return StayPaths(pointers, stored, extent).cheapest();
}

} // namespace tscope::compressed
