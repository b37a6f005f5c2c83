// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/advice.h"
#include "anatomy/report.h"
#include "tensor/edit.h"

#include <vector>

namespace tscope::compressed {

// What csr, csc, bsr and bsc say about their own broken tensors.
extern const Advice advice;

void causes(const Reading& reading, Report& report);
// The causes of 5.1, 5.2 and 5.3, as far as they have none yet: which pointers are wrong.
void nameWrongPointers(const Reading& reading, Report& report);
// The causes of 5.6 and CU-5, as far as those of pointers and ranges are named: which of their places follow from
// these.
void nameOrderBreaks(const Reading& reading, Report& report);
// What is wrong with the order of entries, by the first place of this finding of 5.6 or CU-5.
std::string orderText(const Reading& reading, const Finding& finding);
std::vector<Reinterpretation> reinterpretations(const Reading& reading, const Report& report);
std::vector<Repair> repairs(const Reading& reading, const Report& report);
Result<EditList> plan(const Reading& reading, const Report& report, std::string_view repair);

} // namespace tscope::compressed
