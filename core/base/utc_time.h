// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tscope {

std::string utcNow(); // "2026-11-25T10:00:00Z"
// "2026-11-25 10:00 UTC" for such a time; any other text stays as it is.
std::string readableTime(const std::string& utc);

} // namespace tscope
