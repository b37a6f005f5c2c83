// SPDX-License-Identifier: Apache-2.0
#include "rules/repair.h"

#include "rules/advise.h"
#include "rules/contracts.h"
#include "rules/outcome.h"
#include "rules/repair_steps.h"
#include "rules/suggestions.h"

#include <algorithm>
#include <utility>

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

// A large tensor is checked without trying its repairs. Their order is known only when that was done.
void tryRepairs(Repaired& state, const CheckOptions& options)
{
    auto& repairs = state.remaining.repairs;
    if (std::ranges::all_of(repairs, [](const Repair& repair) { return repair.outcome.has_value(); }) ||
        whyTooLargeToRepair(state.tensor))
        return;
    const auto& contract = options.contract != nullptr ? *options.contract : defaultContract();
    auto tried = std::exchange(repairs, {});
    tryOut(tried, state.tensor, contract, state.remaining, options.watch);
    repairs = std::move(tried);
}

bool wasApplied(const Repaired& state, std::string_view id)
{
    return std::ranges::all_of(stepsOf(id), [&](const std::string& step) {
        return std::ranges::find(state.applied, step) != state.applied.end();
    });
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

Result<Repaired> repairedAsSuggested(const Tensor& tensor, const CheckOptions& options)
{
    Repaired state{tensor, {}, check(tensor, options)};
    for (;;) {
        tryRepairs(state, options);
        const auto suggestions = suggestionsFor(state.remaining, state.remaining.repairs);
        // One that was applied already and is suggested again did not help: never twice, so this ends.
        const auto next = std::ranges::find_if(
            suggestions, [&](const Suggestion& suggestion) { return !wasApplied(state, idOf(suggestion)); });
        if (next == suggestions.end())
            return state;
        if (const auto* const* repair = std::get_if<const Repair*>(&*next);
            repair != nullptr && !losesNothing(**repair)) {
            state.next = **repair;
            return state;
        }
        const std::string id(idOf(*next)); // the report it stands in is about to be replaced
        if (const auto done = apply(state, id, options); !done)
            return done.error();
    }
}

} // namespace tscope
