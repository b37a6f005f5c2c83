// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/break_even.h"
#include "timing/compared_session.h"
#include "timing/session.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tscope::timing {

// The form can hold each value of the tensor as it was given.
bool keepsValues(const Session& session, const Row& row);
// The name of the form of a row, with a mark where it does not: "csc float16 (loses precision)".
std::string nameWithLoss(const Session& session, const FormNames& names, const Row& row);

// Which form of a tensor is worth a conversion: compares rows of one session, by the verdicts of the table of
// pairs.
class FormChoice
{
public:
    using Rows = std::vector<std::size_t>;

    explicit FormChoice(const ComparedSession& compared); // which has to outlive this

    bool canCompare(std::size_t row) const { return m_medians[row].has_value(); }
    const Median& time(std::size_t row) const { return *m_medians[row]; } // precondition: canCompare(row)

    Ratio ratio(std::size_t row, std::size_t other) const; // time of the other by that of the row
    Word word(std::size_t row, std::size_t other) const;
    bool isFaster(std::size_t row, std::size_t other) const { return word(row, other) == Word::faster; }
    bool isApart(std::size_t row, std::size_t other) const; // one of the two is surely faster

    bool doesPaySooner(std::size_t row, std::size_t other) const;   // surely
    bool doesOvertake(std::size_t row, std::size_t other) const;    // surely, with more uses
    bool isCheaperToMake(std::size_t row, std::size_t other) const; // by their intervals too
    std::int64_t bytesOf(std::size_t row) const;                    // 0: not known
    std::optional<BreakEven> paysAfter(std::size_t row) const;

    bool keepsValues(std::size_t row) const { return timing::keepsValues(m_session, m_session.rows[row]); }

    // The recommended row. Candidates keep the values, are surely faster than the present form, and can't be told
    // apart from the fastest such row: of them, the one whose conversion surely pays off the soonest, or else that
    // takes the fewest bytes, or whose conversion surely costs the least, or that has the lowest median. Nothing:
    // no row is surely faster. Without a present form all rows are
    // candidates, also those that lose precision where no other has a time. Precondition: the rows are sorted by
    // time.
    std::optional<std::size_t> advised(const Rows& rows, std::optional<std::size_t> present) const;

private:
    Rows bestToHave(Rows rows) const; // in their order; precondition: there is one
    const BreakEven* breakEvenOf(std::size_t row) const;

    const Session& m_session;
    const RowComparison& m_comparison;
    const std::vector<BreakEven> m_breakEvens;
    std::vector<std::optional<Median>> m_medians; // of the rows that may be compared
};

} // namespace tscope::timing
