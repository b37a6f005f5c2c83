// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace tscope {

// The hardware on which a kernel of a device was ever run and held against the reference, as the reports in
// tests/cuda/reports say. Empty: on none so far, whatever its tests on the host say.
inline std::string_view verifiedOn(std::string_view)
{
    return {};
}
inline constexpr std::string_view neverVerified = "not yet run on a GPU";

} // namespace tscope
