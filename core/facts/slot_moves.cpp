// SPDX-License-Identifier: Apache-2.0
#include "facts/slot_moves.h"

#include "array/element_reader.h"

#include <algorithm>
#include <cstring>

namespace tscope {

namespace {

constexpr std::int64_t mostCompared = 1 << 22;    // slots
constexpr std::int64_t mostComparisons = 1 << 24; // of numbers: a tenth of a second
constexpr std::int64_t mostTried = 16;  // slots of both in which some are put in, taken out and changed at once
constexpr std::int64_t mostAhead = 256; // slots that are looked ahead for the next equal numbers
constexpr std::int64_t longestRun = 64; // equal numbers that are counted behind a step
constexpr std::int64_t equalAgain = 8;  // numbers in a row, or all that are left

// Walks through both arrays side by side.
class SideBySide
{
public:
    SideBySide(const Array& before, const Array& after) : m_one(before), m_other(after)
    {
        m_before = m_one.read(0, m_one.numel(), m_scratchOfOne);
        m_after = m_other.read(0, m_other.numel(), m_scratchOfOther);
        m_growth = m_other.numel() - m_one.numel();
    }

    // False: it was stopped, or takes too many comparisons. Where little is equal, each slot is held against
    // hundreds of others.
    bool walk(std::vector<SlotMoves::Kept>& kept, std::vector<SlotMoves::Kept>& replaced, const Watch& watch)
    {
        std::int64_t i = 0, j = 0;
        while (i < m_one.numel() && j < m_other.numel()) {
            if (m_comparisons > mostComparisons || watch.isStopped())
                return false;
            const auto run = equalFrom(i, j, m_one.numel());
            if (run > 0)
                kept.push_back({j, j + run, j - i});
            i += run;
            j += run;
            if (i == m_one.numel() || j == m_other.numel())
                break;
            const auto [skipped, put] = nextEqual(i, j);
            if (skipped == put)
                replaced.push_back({j, j + put, j - i});
            i += skipped;
            j += put;
        }
        return true;
    }

private:
    struct Step {
        std::int64_t skipped = 1, put = 1; // slots of before, and of now

        bool isPlain() const { return skipped == 1 && put == 1; }
    };

    // How many numbers are equal from here on, at most `most`.
    std::int64_t equalFrom(std::int64_t i, std::int64_t j, std::int64_t most)
    {
        const auto item = m_one.itemSize();
        const auto left = std::min({most, m_one.numel() - i, m_other.numel() - j});
        std::int64_t count = 0;
        while (count < left &&
               std::memcmp(m_before.data() + (i + count) * item, m_after.data() + (j + count) * item,
                           static_cast<std::size_t>(item)) == 0)
            ++count;
        m_comparisons += count + 1;
        return count;
    }

    bool areEqualAgain(std::int64_t i, std::int64_t j)
    {
        const auto left = std::min(m_one.numel() - i, m_other.numel() - j);
        if (left <= 0)
            return i == m_one.numel() && j == m_other.numel();
        const auto wanted = std::min(equalAgain, left);
        return equalFrom(i, j, wanted) == wanted;
    }

    // In an array that grows numbers are put in, from one that shrinks they are taken out: never more than by how
    // much it does. Else so many numbers are other ones. Of the short steps the best is the one behind which the
    // most numbers are equal.
    Step nextEqual(std::int64_t i, std::int64_t j)
    {
        const auto left = m_growth - (j - i); // of the growth
        const auto isAllowed = [&](Step step) {
            const auto growth = step.put - step.skipped;
            return growth >= std::min<std::int64_t>(left, 0) && growth <= std::max<std::int64_t>(left, 0) &&
                   i + step.skipped <= m_one.numel() && j + step.put <= m_other.numel();
        };
        Step best;
        std::int64_t most = 0;
        for (std::int64_t both = 1; both <= mostTried; ++both)
            for (std::int64_t put = 0; put <= both; ++put) {
                const Step step{both - put, put};
                if (!isAllowed(step))
                    continue;
                if (const auto run = equalFrom(i + step.skipped, j + step.put, longestRun); run - both > most) {
                    most = run - both;
                    best = step;
                } else if (most == 0 && run > 0 && best.isPlain()) {
                    best = step;
                }
            }
        if (most > 0 || !best.isPlain())
            return best;
        const auto isNext = [&](Step step) {
            return isAllowed(step) && areEqualAgain(i + step.skipped, j + step.put);
        };
        for (std::int64_t ahead = mostTried / 2; ahead <= mostAhead; ++ahead)
            for (const auto step : {Step{0, ahead}, Step{ahead, 0}, Step{ahead, ahead}})
                if (isNext(step))
                    return step;
        // All of the growth may be here.
        const auto all = left > 0 ? Step{0, left} : Step{-left, 0};
        return left != 0 && isNext(all) ? all : Step{};
    }

    ElementReader m_one, m_other;
    ElementReader::Scratch m_scratchOfOne, m_scratchOfOther;
    std::span<const std::byte> m_before, m_after;
    std::int64_t m_growth = 0, m_comparisons = 0;
};

std::optional<std::int64_t> slotBefore(const std::vector<SlotMoves::Kept>& runs, std::int64_t slot)
{
    const auto next = std::ranges::upper_bound(runs, slot, {}, &SlotMoves::Kept::end);
    if (next == runs.end() || next->begin > slot)
        return std::nullopt;
    return slot - next->shift;
}

} // namespace

std::optional<SlotMoves> SlotMoves::between(const Array& before, const Array& after, const Watch& watch)
{
    if (!before.isReadable() || !after.isReadable() || before.dtype != after.dtype)
        return std::nullopt;
    const auto had = *numel(before.geometry), has = *numel(after.geometry);
    if (had == has || std::max(had, has) > mostCompared)
        return std::nullopt;
    SlotMoves moves;
    if (!SideBySide(before, after).walk(moves.m_kept, moves.m_replaced, watch))
        return std::nullopt;
    return moves;
}

std::optional<std::int64_t> SlotMoves::from(std::int64_t slot) const
{
    return slotBefore(m_kept, slot);
}

std::optional<std::int64_t> SlotMoves::inPlaceOf(std::int64_t slot) const
{
    return slotBefore(m_replaced, slot);
}

} // namespace tscope
