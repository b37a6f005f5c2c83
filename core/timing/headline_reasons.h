// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/break_even.h"
#include "timing/compared_session.h"
#include "timing/sentence.h"
#include "timing/session.h"

#include <optional>
#include <string>
#include <vector>

namespace tscope::timing {

// Why the best form of an operation is the best: what it and another one move, how near both come to their limits,
// what of their values only fills them up, and what explains the difference. `word`: on the best against the
// other.
std::vector<Sentence> reasonsFor(const ComparedSession& compared, std::size_t best, std::size_t other, Word word);

// The cost of a conversion to a form of which is not known whether it is faster, and the fewest uses that pay it.
Sentence sentenceOnCost(const std::string& form, const std::string& conversion,
                        const std::optional<BreakEven>& pays);

} // namespace tscope::timing
