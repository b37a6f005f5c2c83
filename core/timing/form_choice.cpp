// SPDX-License-Identifier: Apache-2.0
#include "timing/form_choice.h"

#include "base/say.h"
#include "convert/cast_losses.h"
#include "timing/verdicts.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace tscope::timing {

bool keepsValues(const Session& session, const Row& row)
{
    const auto subject = std::ranges::find(session.subjects, row.tensor, &Subject::name);
    return subject == session.subjects.end() ||
           holdsAllOf(DType::parse(row.variant.dtype), DType::parse(subject->given.dtype));
}

std::string nameWithLoss(const Session& session, const FormNames& names, const Row& row)
{
    const auto name = names.of(row.variant);
    return keepsValues(session, row) ? name : say("{0} (loses precision)", name);
}

FormChoice::FormChoice(const ComparedSession& compared)
    : m_session(compared.session), m_comparison(compared.comparison), m_breakEvens(breakEvensOf(m_session))
{
    for (const auto& row : m_session.rows)
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
    return a != nullptr && b != nullptr && timing::doesPaySooner(*a, *b);
}

bool FormChoice::doesOvertake(std::size_t row, std::size_t other) const
{
    const auto *a = breakEvenOf(row), *b = breakEvenOf(other);
    return a != nullptr && b != nullptr && timing::doesOvertake(word(row, other), *a, *b);
}

bool FormChoice::isCheaperToMake(std::size_t row, std::size_t other) const
{
    const auto &a = m_session.rows[row].conversion, &b = m_session.rows[other].conversion;
    if (!a.isThere() || !b.isThere())
        return false;
    return a.median().high < b.median().low;
}

std::int64_t FormChoice::bytesOf(std::size_t row) const
{
    const auto& cell = m_session.rows[row];
    const auto found = std::ranges::find_if(m_session.footprints, [&](const FootprintRow& each) {
        return each.tensor == cell.tensor && each.variant == cell.variant;
    });
    return found == m_session.footprints.end() ? 0 : found->bytes();
}

FormChoice::Rows FormChoice::bestToHave(Rows rows) const
{
    // The least by one measure, and all that are not behind it by that measure.
    const auto keepBest = [&](const auto& isBetter, const auto& number) {
        const auto best = *std::ranges::min_element(rows, {}, number);
        std::erase_if(rows, [&](std::size_t row) { return isBetter(best, row); });
    };
    constexpr auto unknown = std::numeric_limits<double>::infinity();
    keepBest([this](std::size_t a, std::size_t b) { return doesPaySooner(a, b); },
             [this](std::size_t row) {
                 const auto* found = breakEvenOf(row);
                 return found != nullptr && found->uses ? *found->uses : unknown;
             });
    keepBest([this](std::size_t a, std::size_t b) { return bytesOf(a) > 0 && bytesOf(a) < bytesOf(b); },
             [this](std::size_t row) {
                 const auto bytes = bytesOf(row);
                 return bytes > 0 ? static_cast<double>(bytes) : unknown;
             });
    keepBest([this](std::size_t a, std::size_t b) { return isCheaperToMake(a, b); },
             [this](std::size_t row) {
                 const auto& way = m_session.rows[row].conversion;
                 return way.isThere() ? way.median().value : unknown;
             });
    return rows;
}

std::optional<std::size_t> FormChoice::advised(const Rows& rows, std::optional<std::size_t> present) const
{
    const bool doesAnyKeep = std::ranges::any_of(rows, [&](std::size_t row) { return keepsValues(row); });
    Rows proven;
    for (const auto row : rows)
        if (row != present && (keepsValues(row) || !doesAnyKeep) && (!present || isFaster(row, *present)))
            proven.push_back(row);
    if (proven.empty())
        return std::nullopt;
    const auto isBeaten = [&](std::size_t row) {
        return std::ranges::any_of(proven,
                                   [&](std::size_t other) { return other != row && isFaster(other, row); });
    };
    Rows fastest;
    for (const auto row : proven)
        if (row == proven.front() || (!isApart(proven.front(), row) && !isBeaten(row)))
            fastest.push_back(row);
    return bestToHave(std::move(fastest)).front();
}

} // namespace tscope::timing
