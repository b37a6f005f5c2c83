// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/advice.h"
#include "anatomy/report.h"
#include "tensor/edit.h"

#include <string_view>
#include <vector>

namespace tscope {

// The repairs of a jagged tensor, see Advice.
std::vector<Repair> jaggedRepairs(const Reading& reading, const Report& report);
Result<EditList> planJagged(const Reading& reading, const Report& report, std::string_view repair);

} // namespace tscope
