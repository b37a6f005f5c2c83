// SPDX-License-Identifier: Apache-2.0
#include "rules/repair.h"

#include "rules/advise.h"
#include "rules/repair_steps.h"

#include <algorithm>

namespace tscope {

namespace {

Result<void> apply(Repaired& state, const std::string& id, const CheckOptions& options)
{
    const auto plan = planRepair(state.tensor, state.remaining, id);
    if (!plan)
        return plan.error();
    auto next = applied(state.tensor, plan->edits);
    if (!next)
        return next.error();
    state.tensor = std::move(*next);
    for (auto& step : stepsOf(id))
        state.applied.push_back(std::move(step));
    state.remaining = check(state.tensor, options);
    return {};
}

} // namespace

Result<Repaired> repaired(const Tensor& tensor, std::span<const std::string> ids, const CheckOptions& options)
{
    Repaired state{tensor, {}, check(tensor, options)};
    for (const auto& id : ids)
        if (const auto done = apply(state, id, options); !done)
            return done.error();
    return state;
}

Result<Repaired> repairedWithoutLoss(const Tensor& tensor, const CheckOptions& options)
{
    Repaired state{tensor, {}, check(tensor, options)};
    for (;;) {
        // One that was applied already and is offered again did not help: never twice, so this ends.
        const auto next = std::ranges::find_if(state.remaining.repairs, [&](const Repair& repair) {
            return repair.lossless && !repair.invents &&
                   std::ranges::find(state.applied, repair.id) == state.applied.end();
        });
        if (next == state.remaining.repairs.end())
            return state;
        const auto id = next->id; // the report it stands in is about to be replaced
        if (const auto done = apply(state, id, options); !done)
            return done.error();
    }
}

} // namespace tscope
