// SPDX-License-Identifier: Apache-2.0
#include "rules/outcome.h"

#include "base/checked_math.h"
#include "base/say.h"
#include "layouts/shared/change_text.h"
#include "rules/check.h"
#include "tensor/edit.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace tscope {

namespace {

// 0: nothing is lost, 1: elements are added, 2: something is lost.
int costOf(const Repair& repair)
{
    return !repair.lossless ? 2 : repair.invents ? 1 : 0;
}

} // namespace

void tryOut(std::vector<Repair>& repairs, const Tensor& tensor, const Contract& contract, const Report& report,
            const Watch& watch)
{
    std::erase_if(repairs, [&](Repair& repair) {
        if (repair.outcome || watch.isStopped())
            return false;
        auto outcome = outcomeOf(tensor, contract, report, repair, watch);
        if (watch.isStopped())
            return false;
        if (!outcome || !outcome->breaks.empty() || outcome->clears.empty())
            return true;
        setOutcome(repair, std::move(*outcome));
        return false;
    });
    sortByOutcome(repairs, report);
    std::set<std::string> changes;
    std::erase_if(repairs, [&](const Repair& repair) {
        return repair.outcome && !repair.outcome->change.empty() && !changes.insert(repair.outcome->change).second;
    });
}

std::int64_t violationsIn(const Report& report)
{
    std::int64_t violations = 0;
    for (const auto& finding : report.findings)
        if (finding.level == Level::violation)
            violations = saturatingAdd(violations, finding.count);
    return violations;
}

Result<RepairOutcome> outcomeOf(const Tensor& tensor, const Contract& contract, const Report& report,
                                const Repair& repair, const Watch& watch)
{
    const auto* advice = tensor.layout->advice;
    if (advice == nullptr || advice->plan == nullptr)
        return invalidArgument(say("there is no repair '{0}' for these findings", repair.id));
    const auto reading = tensor.layout->read(tensor, {});
    const auto plan = advice->plan(*reading, report, repair.id);
    const auto mended = plan ? applied(tensor, plan->edits) : Result<Tensor>(plan.error());
    if (!mended)
        return mended.error();
    const auto after = check(*mended, {.contract = &contract, .maxWitnesses = 1, .advice = false, .watch = watch});
    if (after.cancelled)
        return Error{ErrorCode::cancelled, say("stopped"), {}, {}};
    RepairOutcome outcome{violationsIn(report), violationsIn(after), after.valid};
    for (const auto& finding : report.findings)
        if (!after.find(finding.rule) && !after.wasSkipped(finding.rule))
            outcome.clears.push_back(finding.rule);
    for (const auto& finding : after.findings)
        if (finding.level == Level::violation && !report.find(finding.rule) && !report.wasSkipped(finding.rule))
            outcome.breaks.push_back(finding.rule);
    const std::size_t mostSlots = repair.reason.empty() ? 1 : 2; // two need a word why
    outcome.change = changeText(tensor, *mended, mostSlots, watch).value_or(std::string());
    return outcome;
}

void setOutcome(Repair& repair, RepairOutcome outcome)
{
    repair.clears = outcome.clears;
    if (!outcome.change.empty())
        repair.title = withReason(outcome.change, repair.reason);
    repair.outcome = std::move(outcome);
}

void sortByOutcome(std::vector<Repair>& repairs, const Report& report)
{
    const auto* cause = report.causes.empty() || report.causes.front().rules.empty()
                            ? nullptr
                            : &report.causes.front().rules.front();
    std::ranges::stable_sort(repairs, {}, [&](const Repair& repair) {
        const bool mends = cause != nullptr && std::ranges::find(repair.clears, *cause) != repair.clears.end();
        const auto& outcome = repair.outcome;
        return std::tuple(costOf(repair), outcome && !outcome->isValid, !mends,
                          outcome ? outcome->placesAfter : 0);
    });
}

} // namespace tscope
