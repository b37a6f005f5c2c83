// SPDX-License-Identifier: Apache-2.0
#include "rules/repair.h"

#include "rules/advise.h"
#include "rules/repair_steps.h"
#include "rules/suggestions.h"

#include <algorithm>

namespace tscope {

namespace {

Result<Tensor> tensorAfter(const Tensor& tensor, const Report& report, const std::string& id)
{
    const auto misreading = std::ranges::find(report.misreadings, id, &Misreading::id);
    if (misreading != report.misreadings.end())
        return reread(tensor, report, *misreading);
    const auto plan = planRepair(tensor, report, id);
    return plan ? applied(tensor, plan->edits) : Result<Tensor>(plan.error());
}

Result<void> apply(Repaired& state, const std::string& id, const CheckOptions& options)
{
    auto next = tensorAfter(state.tensor, state.remaining, id);
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
            return losesNothing(repair) && std::ranges::find(state.applied, repair.id) == state.applied.end();
        });
        if (next == state.remaining.repairs.end())
            return state;
        const auto id = next->id; // the report it stands in is about to be replaced
        if (const auto done = apply(state, id, options); !done)
            return done.error();
    }
}

} // namespace tscope
