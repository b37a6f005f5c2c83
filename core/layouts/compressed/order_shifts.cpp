// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/order_shifts.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <tuple>

namespace tscope::compressed {

namespace {

// Evidence is counted in bits: what is half as likely by chance has one more.
constexpr double bitsOfFirst = 3; // that make wrong pointers likely
constexpr double bitsOfOther = 1.5;

// The evidence in entries that rise across a pointer: log2 of the number of ways in which those before and those
// behind it can be merged. In one of them they rise.
double bitsOf(std::int64_t before, std::int64_t behind)
{
    constexpr double enough = 20;
    double bits = 0;
    const auto large = static_cast<double>(std::max(before, behind));
    for (std::int64_t j = 1; j <= std::min(before, behind) && bits < enough; ++j)
        bits += std::log2((large + static_cast<double>(j)) / static_cast<double>(j));
    return bits;
}

// A shortest path from pointer to pointer. A state is a number that a pointer may have: its own, one off by as
// much as the pointer before is, or the next break, which is an entry that does not rise.
class ShiftPaths
{
public:
    ShiftPaths(std::span<const std::int64_t> pointers, std::span<const std::int64_t> stored,
               std::optional<std::int64_t> extent)
        : m_pointers(pointers), m_entries(stored), m_extent(extent), m_next(stored.size() + 1, std::ssize(stored))
    {
        for (auto k = std::ssize(stored) - 1; k > 0; --k) // m_next[k]: the first break behind k
            m_next[static_cast<std::size_t>(k - 1)] = isBreak(k) ? k : m_next[static_cast<std::size_t>(k)];
    }

    OrderShifts found()
    {
        OrderShifts out;
        if (!findPaths()) {
            m_mayStayUnsorted = unsortedSlices(m_pointers) <= mostUnsorted;
            if (!m_mayStayUnsorted || !findPaths())
                return out;
        }
        const auto unsorted = unsortedSlices(m_set);
        const auto last = std::ssize(m_pointers) - 1;
        Evidence all;
        for (std::int64_t i = 1, end = 1; i < last; i = std::max(i + 1, end)) {
            for (end = i; end < last && offset(end) != 0;)
                ++end;
            const auto here = evidenceOf(i, end);
            all.runs += here.runs;
            all.bits += here.bits;
            for (auto j = i; j < end && here.runs > 0; ++j)
                out.pointers.push_back({j, set(j)});
        }
        out.areLikely =
            all.runs > 0 && all.bits >= bitsOfFirst + bitsOfOther * static_cast<double>(all.runs - 1 + unsorted);
        return out;
    }

private:
    struct State {
        std::int64_t number = 0, cost = 0;
        std::uint32_t before = 0; // a bit for each state of the pointer before that is as cheap
        std::uint32_t length = 0; // of the run that ends here: neighbours off by the same number
    };
    struct Evidence {
        std::int64_t runs = 0;
        double bits = 0;
    };

    std::int64_t pointer(std::int64_t i) const { return m_pointers[static_cast<std::size_t>(i)]; }
    std::int64_t entry(std::int64_t k) const { return m_entries[static_cast<std::size_t>(k)]; }
    std::int64_t set(std::int64_t i) const { return m_set[static_cast<std::size_t>(i)]; }
    std::int64_t offset(std::int64_t i) const { return set(i) - pointer(i); }
    std::int64_t next(std::int64_t k) const { return m_next[static_cast<std::size_t>(k)]; }

    bool isBreak(std::int64_t k) const { return k > 0 && k < std::ssize(m_entries) && entry(k - 1) >= entry(k); }

    // How many slices would not rise with these pointers.
    std::int64_t unsortedSlices(std::span<const std::int64_t> pointers) const
    {
        std::int64_t count = 0;
        for (std::size_t i = 1; i < pointers.size(); ++i)
            count += pointers[i] > next(pointers[i - 1]) ? 1 : 0;
        return count;
    }

    // False where no numbers bring all slices into order, but for those that may stay unsorted.
    bool findPaths()
    {
        const auto count = std::ssize(m_pointers);
        std::vector<std::size_t> first{0}; // of each pointer: its first state
        m_states.assign(1, {});
        std::vector<State> level;
        for (std::int64_t i = 1; i < count; ++i) {
            level.clear();
            for (auto s = first.back(); s < m_states.size(); ++s)
                extend(i, m_states[s], std::uint32_t{1} << (s - first.back()), level);
            if (level.empty())
                return false;
            // Among equally cheap ones keep the nearest: the others lag behind the breaks by more and more slices.
            std::ranges::sort(level, {}, [&](const State& state) {
                return std::tuple(state.cost, std::abs(state.number - pointer(i)), state.number);
            });
            level.resize(std::min(level.size(), mostStates));
            first.push_back(m_states.size());
            m_states.insert(m_states.end(), level.begin(), level.end());
        }
        m_set.assign(m_pointers.size(), 0);
        m_isOnly.assign(m_pointers.size(), true);
        std::uint32_t onPath = 1; // states of this pointer that some cheapest path has
        for (auto i = count - 1; i >= 0; --i) {
            const auto* states = &m_states[first[static_cast<std::size_t>(i)]];
            const auto number = states[std::countr_zero(onPath)].number;
            m_set[static_cast<std::size_t>(i)] = number;
            std::uint32_t before = 0;
            for (auto left = onPath; left != 0; left &= left - 1) {
                const auto& state = states[std::countr_zero(left)];
                before |= state.before;
                if (state.number != number)
                    m_isOnly[static_cast<std::size_t>(i)] = false;
            }
            onPath = before;
        }
        return true;
    }

    void extend(std::int64_t i, const State& from, std::uint32_t bit, std::vector<State>& level) const
    {
        const auto own = pointer(i), off = from.number - pointer(i - 1), following = next(from.number);
        add(from, {own, from.cost, bit, 0}, level);
        if (i + 1 == std::ssize(m_pointers))
            return;
        if (off != 0)
            add(from,
                {own + off, from.cost + perChange + (from.length < longRun ? perRun : 0), bit,
                 std::min(from.length + 1, longRun)},
                level);
        if (following < std::ssize(m_entries) && following != own && following != own + off)
            add(from, {following, from.cost + perChange + perRun, bit, 1}, level);
    }

    void add(const State& from, State state, std::vector<State>& level) const
    {
        const auto count = state.number - from.number;
        const bool isUnsorted = state.number > next(from.number);
        if (count < 0 || state.number > std::ssize(m_entries) || (isUnsorted && !m_mayStayUnsorted) ||
            (m_extent && count > *m_extent))
            return;
        if (isUnsorted)
            state.cost += perUnsorted;
        const auto known = std::ranges::find_if(level, [&](const State& other) {
            return other.number == state.number && other.length == state.length;
        });
        if (known == level.end())
            level.push_back(state);
        else if (state.cost < known->cost)
            *known = state;
        else if (state.cost == known->cost)
            known->before |= state.before;
    }

    // The evidence that neighbours [i, end), which are all off, are wrong. No runs: some of them have none.
    Evidence evidenceOf(std::int64_t i, std::int64_t end) const
    {
        Evidence all;
        while (i < end) {
            auto next = i + 1;
            while (next < end && offset(next) == offset(i))
                ++next;
            double bits = 0;
            for (auto j = i; j < next; ++j) {
                if (!m_isOnly[static_cast<std::size_t>(j)])
                    return {};
                bits += bitsAt(j);
            }
            if (bits <= 0)
                return {};
            ++all.runs;
            all.bits += bits;
            i = next;
        }
        return all;
    }

    double bitsAt(std::int64_t i) const
    {
        const auto here = pointer(i), there = set(i);
        if (!isBreak(there) || isBreak(here) || entry(there - 1) == entry(there) || isExchange(there) ||
            std::ranges::binary_search(m_pointers, there))
            return 0;
        return there > here
                   ? bitsOf(std::min(there, pointer(i + 1)) - here, here - std::max(set(i - 1), pointer(i - 1)))
                   : bitsOf(here - std::max(there, pointer(i - 1)), std::min(set(i + 1), pointer(i + 1)) - here);
    }

    // Whether the slice with the break rises around it once the two entries there change places.
    bool isExchange(std::int64_t k) const
    {
        const auto after = std::ranges::upper_bound(m_pointers, k);
        const auto begin = *std::prev(after), end = *after;
        const auto first = entry(k), second = entry(k - 1); // as they would stand
        return k > begin && (k - 1 == begin || entry(k - 2) < first) && (k + 1 == end || second < entry(k + 1));
    }

    static constexpr std::int64_t perChange = 1, perRun = std::int64_t{1} << 32;
    // A slice that one run brings into order is explained by it; two runs are not likelier than an unsorted slice.
    static constexpr std::int64_t perUnsorted = perRun + perRun / 2;
    static constexpr std::int64_t mostUnsorted = 8; // more are no accident
    static constexpr std::uint32_t longRun = 4;     // more neighbours off by the same number than chance makes
    static constexpr std::size_t mostStates = 8;    // of one pointer; the cheapest

    std::span<const std::int64_t> m_pointers, m_entries;
    std::optional<std::int64_t> m_extent;
    std::vector<std::int64_t> m_next;
    std::vector<State> m_states;
    std::vector<std::int64_t> m_set;
    std::vector<bool> m_isOnly; // no other number is as cheap
    bool m_mayStayUnsorted = false;
};

} // namespace

OrderShifts orderShifts(std::span<const std::int64_t> pointers, std::span<const std::int64_t> stored,
                        std::optional<std::int64_t> extent)
{
    return pointers.size() < 3 ? OrderShifts{} : ShiftPaths(pointers, stored, extent).found();
}

} // namespace tscope::compressed
