// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/report.h"

#include <vector>

namespace tscope {

// Values that a tensor may have and not be looked through for remarks: that pass would cost more than the check.
inline constexpr std::int64_t remarkLimit = std::int64_t{1} << 24;

// What is worth knowing of a tensor and not wrong, valid or not.
std::vector<Remark> remarksOn(const Reading& reading, const Report& report, const Watch& watch = {});

} // namespace tscope
