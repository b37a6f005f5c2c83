// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/kernel_key.h"
#include "dispatch/op_spec.h"

#include <span>
#include <string_view>
#include <vector>

namespace tscope {

// A kernel that does an operation on other layouts than those that are there.
struct WayRound {
    std::vector<std::string_view> inputs; // what to convert them to; the same: leave it
    LayoutPlan plan;
    std::vector<KernelChoice> choices; // the first that takes the call runs it
    int conversions = 0;
};

// All of them, those that convert the fewest inputs first. Those that give another layout than `result` are left
// out.
std::vector<WayRound> waysRound(const OpSpec& op, std::span<const std::string_view> layouts,
                                std::string_view result, std::string_view device,
                                const tscope_backend* only = nullptr);

} // namespace tscope
