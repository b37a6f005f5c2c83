// SPDX-License-Identifier: Apache-2.0
#include "timing/form_choice.h"

#include "timing/verdicts.h"

#include <algorithm>

namespace tscope::timing {

FormChoice::FormChoice(const Session& session)
    : m_session(session), m_comparison(session), m_breakEvens(breakEvensOf(session))
{
    for (const auto& row : session.rows)
        m_medians.push_back(isComparable(row) ? std::optional(row.warm.median()) : std::nullopt);
}

Ratio FormChoice::ratio(std::size_t row, std::size_t other) const
{
    return m_comparison.ratio(row, other);
}

Word FormChoice::word(std::size_t row, std::size_t other) const
{
    if (time(other).value < time(row).value) // as the table of pairs, which begins with the faster one
        return turned(word(other, row));
    return m_comparison.word(row, other);
}

bool FormChoice::isApart(std::size_t row, std::size_t other) const
{
    return isFaster(row, other) || isFaster(other, row);
}

const BreakEven* FormChoice::breakEvenOf(std::size_t row) const
{
    const auto found = std::ranges::find(m_breakEvens, row, &BreakEven::row);
    return found == m_breakEvens.end() ? nullptr : &*found;
}

std::optional<BreakEven> FormChoice::paysAfter(std::size_t row) const
{
    const auto* found = breakEvenOf(row);
    return found == nullptr ? std::nullopt : std::optional(*found);
}

bool FormChoice::doesPaySooner(std::size_t row, std::size_t other) const
{
    const auto *a = breakEvenOf(row), *b = breakEvenOf(other);
    if (a == nullptr || b == nullptr || !a->high)
        return false;
    return !b->low || *a->high < *b->low;
}

bool FormChoice::isCheaperToMake(std::size_t row, std::size_t other) const
{
    const auto &a = m_session.rows[row].conversion, &b = m_session.rows[other].conversion;
    return a.isThere() && b.isThere() && a.median().high < b.median().low;
}

std::int64_t FormChoice::bytesOf(std::size_t row) const
{
    const auto& cell = m_session.rows[row];
    const auto found = std::ranges::find_if(m_session.footprints, [&](const FootprintRow& each) {
        return each.tensor == cell.tensor && each.variant == cell.variant;
    });
    return found == m_session.footprints.end() ? 0 : found->bytes();
}

// Precondition: the two can't be told apart by their times.
bool FormChoice::isBetterToHave(std::size_t row, std::size_t other) const
{
    if (doesPaySooner(row, other) || doesPaySooner(other, row))
        return doesPaySooner(row, other);
    if (isCheaperToMake(row, other) || isCheaperToMake(other, row))
        return isCheaperToMake(row, other);
    return bytesOf(row) > 0 && bytesOf(row) < bytesOf(other);
}

std::optional<std::size_t> FormChoice::advised(const Rows& rows, std::optional<std::size_t> present) const
{
    Rows proven;
    for (const auto row : rows)
        if (row != present && (!present || isFaster(row, *present)))
            proven.push_back(row);
    if (proven.empty())
        return std::nullopt;
    const auto isBeaten = [&](std::size_t row) {
        return std::ranges::any_of(rows, [&](std::size_t other) { return other != row && isFaster(other, row); });
    };
    auto out = proven.front();
    for (const auto row : proven)
        if (!isApart(proven.front(), row) && isBetterToHave(row, out) && !isBeaten(row))
            out = row;
    return out;
}

} // namespace tscope::timing
