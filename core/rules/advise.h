// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/report.h"
#include "base/result.h"
#include "rules/contracts.h"
#include "tensor/edit.h"

#include <string_view>

namespace tscope {

// Fills causes, misreadings, remarks and repairs of a report.
void advise(const Reading& reading, const Contract& contract, Report& report);

// The edits of one of the report's repairs. Fails when there is no repair of that id for these findings.
Result<EditList> planRepair(const Tensor& tensor, const Report& report, std::string_view repair);

// The tensor as one of the report's misreadings takes it. Fails when the report has no such misreading.
Result<Tensor> reread(const Tensor& tensor, const Report& report, const Misreading& misreading);

} // namespace tscope
