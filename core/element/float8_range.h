// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tscope {

// The largest magnitude that is rounded to a Float8E4M3FN, to 448; what lies above is cut down to it.
inline constexpr double float8E4M3FNRange = 464;

} // namespace tscope
