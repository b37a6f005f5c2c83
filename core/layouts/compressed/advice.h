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
std::vector<Reinterpretation> reinterpretations(const Reading& reading, const Report& report);
std::vector<Repair> repairs(const Reading& reading, const Report& report);
Result<EditList> plan(const Reading& reading, const Report& report, std::string_view repair);

} // namespace tscope::compressed
