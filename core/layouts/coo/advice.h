// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/advice.h"
#include "anatomy/report.h"
#include "tensor/edit.h"

#include <vector>

namespace tscope {

// What coo says about its own broken tensors.
extern const Advice cooAdvice;

namespace coo {

void causes(const Reading& reading, Report& report);
std::vector<Reinterpretation> reinterpretations(const Reading& reading, const Report& report);
std::vector<Repair> repairs(const Reading& reading, const Report& report);
Result<EditList> plan(const Reading& reading, const Report& report, std::string_view repair);

} // namespace coo

} // namespace tscope
