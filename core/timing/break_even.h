// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/session.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tscope::timing {

// From how many uses on it pays to convert a tensor from the form in which it was given. The only place where that
// is decided: the table in the terminal, the report and the charts of the window ask here.
struct BreakEven {
    std::size_t row = 0, given = 0; // of the form, and of the one as given
    // The verdict on the form compared with the given one. There are numbers only if it is faster: a use saves the
    // share of the given form's time that the ratio of the two says, with the interval of that ratio.
    Word word = Word::undecided;
    std::optional<double> uses, low, high;
    // Where it is undecided whether the form is faster: the fewest uses after which it may pay.
    std::optional<double> earliest;
    // The given form's time by the same ratio. Lines with this slope cross after `uses` uses. It is not the median
    // of the form where rounds were disturbed.
    double each = 0;
};

// Which time of a use counts, with warm caches unless another is asked for.
using UseTime = std::function<const Figure&(const Row&)>;
const Figure& warmTime(const Row& row);

// Whether a row has such a time and the time may be held against others: measured, right, and on a real device.
bool hasUseTime(const Row& row, const UseTime& time);

// Of each row with a conversion whose tensor was measured as given too, with the same operation on the same
// device.
std::vector<BreakEven> breakEvensOf(const Session& session, const UseTime& time = warmTime);
// Surely: their intervals are apart. Else the order of the two would change from one measurement to the next.
bool doesPaySooner(const BreakEven& a, const BreakEven& b);
// Whether a form surely becomes cheaper than another one that has to be made too and is the cheaper one for fewer
// uses. `word`: the verdict on the form against the other. The headline and the chart tell no other crossing as
// certain.
bool doesOvertake(Word word, const BreakEven& form, const BreakEven& other);
// After how many uses `more` at the start has been saved, at least one; nothing where a use saves nothing.
std::optional<double> usesToSave(double more, double savedByUse);

// "after 37 uses (30-52)", "never: it is not faster", "undecided: it may never pay"
std::string text(const BreakEven& breakEven);
// The same for a column of a table: "37 (30-52)", "never", "undecided".
std::string shortText(const BreakEven& breakEven);
constexpr double wholeUsesBelow = 1000; // from there on three digits are written
// Without a power of ten: "972", "1230", "12,300"
std::string usesText(double uses);

} // namespace tscope::timing
