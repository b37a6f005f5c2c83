// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/advice.h"
#include "anatomy/report.h"
#include "tensor/edit.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tscope::compressed {

// What csr, csc, bsr and bsc say about their own broken tensors.
extern const Advice advice;

void causes(const Reading& reading, Report& report);
// Wrong pointers, as slots of compressed, and the rule that each breaks.
using WrongSlots = std::map<std::int64_t, std::string>;
// The cause of 5.3, where the order of entries tells that two neighbouring pointers changed places.
WrongSlots nameSwappedPointers(const Reading& reading, Report& report);
// The causes of 5.1, 5.2 and 5.3, as far as they have none yet: which pointers are wrong.
WrongSlots nameWrongPointers(const Reading& reading, Report& report);
// The cause of 5.6, CU-4 and CU-5, as far as they have none yet, where the order of entries tells that pointers
// are wrong, though none of these falls. Adds them to `wrong`.
void nameToldPointers(const Reading& reading, Report& report, WrongSlots& wrong);
// The causes of 5.6 and CU-5, as far as those of pointers and ranges are named: which of their places follow from
// these.
void nameOrderBreaks(const Reading& reading, Report& report, const WrongSlots& wrong);
// Places that are looked at to tell what they follow from.
inline constexpr std::int64_t mostPlacesExplained = 1 << 17;
// What is wrong with the order of entries, by the first place of this finding of 5.6 or CU-5.
std::string orderText(const Reading& reading, const Finding& finding);
std::vector<Reinterpretation> reinterpretations(const Reading& reading, const Report& report);
std::vector<Repair> repairs(const Reading& reading, const Report& report);
Result<EditList> plan(const Reading& reading, const Report& report, std::string_view repair);

} // namespace tscope::compressed
