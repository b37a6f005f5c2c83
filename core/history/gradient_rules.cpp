// SPDX-License-Identifier: Apache-2.0
#include "history/gradient_rule.h"

#include <algorithm>
#include <array>

namespace tscope {

namespace {

// Those that are called by a name of core/ops.
std::span<const GradientRule* const> rulesOfOperations()
{
    static const std::array rules{
        &addGradient(),      &mulGradient(),        &sumGradient(),       &meanGradient(),  &aminGradient(),
        &amaxGradient(),     &softmaxGradient(),    &matmulGradient(),    &sddmmGradient(), &linearGradient(),
        &toPaddedGradient(), &fromPaddedGradient(), &contiguousGradient()};
    return rules;
}

} // namespace

const GradientRule* gradientRuleOf(std::string_view operation)
{
    const auto rules = rulesOfOperations();
    const auto at = std::ranges::find(rules, operation, [](const GradientRule* rule) { return rule->operation; });
    return at == rules.end() ? nullptr : *at;
}

std::string differentiableNames()
{
    std::string names;
    for (const auto* rule : rulesOfOperations())
        names.append(names.empty() ? "" : " ").append(rule->operation);
    return names;
}

} // namespace tscope
