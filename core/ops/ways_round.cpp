// SPDX-License-Identifier: Apache-2.0
#include "ops/ways_round.h"

#include <algorithm>
#include <array>

namespace tscope {

namespace {

using namespace std::string_view_literals;

// What inputs are converted to, in the order in which that is tried.
constexpr std::array stepping{"csr"sv, "csc"sv, "coo"sv, "strided"sv};

} // namespace

std::vector<WayRound> waysRound(const OpSpec& op, std::span<const std::string_view> layouts,
                                std::string_view result, std::string_view device, const tscope_backend* only)
{
    std::vector<WayRound> found;
    std::vector<std::string_view> tried(layouts.begin(), layouts.end());
    const auto look = [&](const auto& self, std::size_t input, int conversions) -> void {
        if (input < tried.size()) {
            tried[input] = layouts[input];
            self(self, input + 1, conversions);
            for (const auto layout : stepping) {
                if (layout == layouts[input])
                    continue;
                tried[input] = layout;
                self(self, input + 1, conversions + 1);
            }
            return;
        }
        if (conversions == 0)
            return;
        auto plan = op.layouts(tried);
        if (!plan || plan->result != result)
            return;
        if (auto choices = findKernels(keyOf(op, *plan, device), only); !choices.empty())
            found.push_back({tried, std::move(*plan), std::move(choices), conversions});
    };
    look(look, 0, 0);
    std::ranges::stable_sort(found, {}, &WayRound::conversions);
    return found;
}

} // namespace tscope
