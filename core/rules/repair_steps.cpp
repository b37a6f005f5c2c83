// SPDX-License-Identifier: Apache-2.0
#include "rules/repair_steps.h"

#include "base/checked_math.h"
#include "base/memory_budget.h"
#include "base/say.h"
#include "layouts/shared/change_text.h"
#include "rules/check.h"
#include "rules/outcome.h"
#include "rules/suggestions.h"

#include <algorithm>
#include <set>
#include <utility>

namespace tscope {

namespace {

// What the tensor is after some steps. The report has causes, since repairs look at these.
struct AfterSteps {
    Tensor tensor;
    Report report;
    std::vector<std::string> steps = {}; // their ids
    std::string title = {};
    bool lossless = true, reshapes = false, movesEntries = false, isGuess = false;
    std::vector<std::string> effects = {}; // of the steps that reshape or lose something, each once
};

Result<EditList> planStep(const Tensor& tensor, const Report& report, std::string_view id)
{
    const auto* advice = tensor.layout->advice;
    if (advice == nullptr || advice->plan == nullptr)
        return invalidArgument(say("there is no repair '{0}' for these findings", id));
    const auto reading = tensor.layout->read(tensor, {});
    return advice->plan(*reading, report, id);
}

Report withCauses(const Tensor& tensor, Report report)
{
    const auto* advice = tensor.layout->advice;
    if (!report.cancelled && !report.findings.empty() && advice->causes != nullptr)
        advice->causes(*tensor.layout->read(tensor, {}), report);
    return report;
}

Report reportBetweenSteps(const Tensor& tensor, const Contract& contract, const Watch& watch)
{
    return withCauses(tensor, check(tensor, {.contract = &contract, .advice = false, .watch = watch}));
}

std::string titleOfStep(const Repair& repair, const Tensor& before, const Tensor& after, const Watch& watch)
{
    const std::size_t mostSlots = repair.reason.empty() ? 1 : 2;
    const auto change = changeBetween(before, after, mostSlots, watch);
    return change ? withReason(change->text, repair.reason) : repair.title;
}

std::vector<std::string> effectsAfter(const AfterSteps& before, const Repair& repair)
{
    auto effects = before.effects;
    const bool hasEffect = (repair.reshapes || !repair.lossless) && !repair.effect.empty();
    if (hasEffect && std::ranges::find(effects, repair.effect) == effects.end())
        effects.push_back(repair.effect);
    return effects;
}

// Goes from what some steps have left to what one more leaves, each set of steps once.
class StepSearch
{
public:
    StepSearch(const Contract& contract, const Watch& watch) : m_contract(contract), m_watch(watch) {}

    // Nothing where the step can't be made, clears nothing, or nothing more is to be tried.
    std::optional<AfterSteps> after(const AfterSteps& before, const Repair& repair)
    {
        if (!isToBeTried(before, repair))
            return std::nullopt;
        const auto plan = planStep(before.tensor, before.report, repair.id);
        auto made = plan ? applied(before.tensor, plan->edits) : Result<Tensor>(plan.error());
        if (!made || !isHeld(before.tensor, *made))
            return std::nullopt;
        auto report = reportBetweenSteps(*made, m_contract, m_watch);
        return helpful(before, repair, {std::move(*made), std::move(report), before.steps});
    }

    // The same of a first step that was made already.
    std::optional<AfterSteps> after(const AfterSteps& before, const MadeRepair& made)
    {
        if (!isToBeTried(before, made.repair) || !isHeld(before.tensor, made.tensor))
            return std::nullopt;
        return helpful(before, made.repair, {made.tensor, withCauses(made.tensor, made.report)});
    }

private:
    bool isToBeTried(const AfterSteps& before, const Repair& repair)
    {
        auto key = before.steps;
        key.push_back(repair.id);
        std::ranges::sort(key);
        auto& left = losesNothing(repair) ? m_left : repair.isGuess ? m_guessesLeft : m_overwritingLeft;
        if (std::ranges::adjacent_find(key) != key.end() || m_watch.isStopped() || left == 0 || m_bytesLeft < 0 ||
            !m_known.insert(key).second)
            return false;
        --left;
        return true;
    }

    // Whether there is memory to hold it with the others.
    bool isHeld(const Tensor& before, const Tensor& made)
    {
        m_bytesLeft -= bytesMadeAnew(before, made);
        return m_bytesLeft >= 0;
    }

    std::optional<AfterSteps> helpful(const AfterSteps& before, const Repair& repair, AfterSteps next)
    {
        next.lossless = before.lossless && repair.lossless;
        next.reshapes = before.reshapes || repair.reshapes;
        next.movesEntries = before.movesEntries || repair.movesEntries;
        next.isGuess = before.isGuess || repair.isGuess;
        next.effects = effectsAfter(before, repair);
        if (next.report.cancelled || !helps(repair, before.report, next.report))
            return std::nullopt;
        next.steps.push_back(repair.id);
        const auto title = titleOfStep(repair, before.tensor, next.tensor, m_watch);
        next.title = before.title.empty() ? title : say("{0}, then {1}", before.title, title);
        return next;
    }

    const Contract& m_contract;
    const Watch& m_watch;
    // Each makes a tensor and checks it.
    int m_left = 24, m_overwritingLeft = 8, m_guessesLeft = 8;
    std::int64_t m_bytesLeft = memoryBudget(); // of members that steps made anew: all of them are held at once
    std::set<std::vector<std::string>> m_known;
};

// Whether the repair may be a step though it loses something: it sets one number that a finding names. After
// entries moved it is not known where that number belongs.
bool mayOverwrite(const AfterSteps& before, const Repair& repair)
{
    return !repair.lossless && repair.setsOneNumber && !repair.isGuess && !before.reshapes && !before.movesEntries;
}

// Whether the repair may be the last step though nothing says that the numbers it sets are the wrong ones.
bool mayGuess(const AfterSteps& before, const Repair& repair)
{
    return repair.isGuess && !before.reshapes && !before.movesEntries;
}

MadeRepair ofSteps(AfterSteps last)
{
    Repair repair;
    for (const auto& step : last.steps)
        repair.id += (repair.id.empty() ? "" : "+") + step;
    repair.title = std::move(last.title);
    repair.lossless = last.lossless;
    repair.reshapes = last.reshapes;
    repair.isGuess = last.isGuess;
    for (const auto& effect : last.effects)
        repair.effect = repair.effect.empty() ? effect : say("{0}, {1}", repair.effect, effect);
    return {std::move(repair), std::move(last.tensor), std::move(last.report)};
}

} // namespace

bool helps(const Repair& repair, const Report& before, const Report& after)
{
    const auto isCleared = [&](const Finding& finding) {
        return finding.level == Level::violation && !after.find(finding.rule) && !after.wasSkipped(finding.rule);
    };
    return std::ranges::any_of(before.findings, isCleared) ||
           (losesNothing(repair) && after.skipped.size() <= before.skipped.size() &&
            violationsIn(after) < violationsIn(before));
}

std::vector<std::string> stepsOf(std::string_view repair)
{
    std::vector<std::string> steps;
    for (std::size_t begin = 0; begin <= repair.size();) {
        const auto end = std::min(repair.find('+', begin), repair.size());
        steps.emplace_back(repair.substr(begin, end - begin));
        begin = end + 1;
    }
    return steps;
}

Result<EditList> planSteps(const Tensor& tensor, const Report& report, std::string_view repair, const Watch& watch)
{
    const auto steps = stepsOf(repair);
    auto all = planStep(tensor, report, steps.front());
    if (!all || steps.size() == 1)
        return all;
    const auto contract = contractNamed(report.contract);
    if (!contract)
        return contract.error();
    auto now = applied(tensor, all->edits);
    for (std::size_t i = 1; i < steps.size(); ++i) {
        if (!now)
            return now.error();
        const auto plan = planStep(*now, reportBetweenSteps(*now, **contract, watch), steps[i]);
        if (!plan)
            return plan.error();
        all->edits.insert(all->edits.end(), plan->edits.begin(), plan->edits.end());
        if (i + 1 < steps.size())
            now = applied(*now, plan->edits);
    }
    return all;
}

RepairsOfSteps repairsOfSteps(const Tensor& tensor, const Contract& contract, const Report& report,
                              const std::vector<MadeRepair>& first, const Watch& watch)
{
    constexpr int mostSteps = 3;
    const auto* advice = tensor.layout->advice;
    if (advice == nullptr || advice->repairs == nullptr)
        return {};
    StepSearch search(contract, watch);
    std::vector<AfterSteps> open;
    const AfterSteps begin{tensor, report};
    for (const auto& made : first)
        if (losesNothing(made.repair))
            if (auto next = search.after(begin, made); next && !next->report.valid)
                open.push_back(std::move(*next));
    RepairsOfSteps found;
    for (int steps = 2; steps <= mostSteps && found.lossless.empty(); ++steps) {
        std::vector<AfterSteps> longer;
        const bool mayAnyOverwrite = found.overwriting.empty(), mayAnyGuess = found.guessing.empty();
        for (const auto& before : open)
            for (const auto& repair :
                 advice->repairs(*before.tensor.layout->read(before.tensor, {}), before.report)) {
                const bool isOpen = losesNothing(repair);
                if (!isOpen && !(mayAnyOverwrite && mayOverwrite(before, repair)) &&
                    !(mayAnyGuess && mayGuess(before, repair)))
                    continue;
                auto& ended = isOpen ? found.lossless : repair.isGuess ? found.guessing : found.overwriting;
                auto next = search.after(before, repair);
                if (next && next->report.valid)
                    ended.push_back(ofSteps(std::move(*next)));
                else if (next && isOpen)
                    longer.push_back(std::move(*next));
            }
        open = std::move(longer);
    }
    return found;
}

std::vector<MadeRepair> repairsOfNamedNumbers(const Tensor& tensor, const Contract& contract, const Report& report,
                                              const Watch& watch)
{
    constexpr int mostSteps = 3;
    const auto* advice = tensor.layout->advice;
    if (advice == nullptr || advice->repairs == nullptr)
        return {};
    StepSearch search(contract, watch);
    std::vector<AfterSteps> open;
    open.push_back({tensor, report});
    std::vector<MadeRepair> found;
    for (int steps = 1; steps <= mostSteps && found.empty(); ++steps) {
        std::vector<AfterSteps> longer;
        for (const auto& before : open)
            for (const auto& repair :
                 advice->repairs(*before.tensor.layout->read(before.tensor, {}), before.report)) {
                const bool isKept = losesNothing(repair) && !repair.reshapes;
                if (!isKept && !mayOverwrite(before, repair))
                    continue;
                auto next = search.after(before, repair);
                if (next && !next->report.valid)
                    longer.push_back(std::move(*next));
                else if (next && steps > 1) // one step alone is offered already
                    found.push_back(ofSteps(std::move(*next)));
            }
        open = std::move(longer);
    }
    return found;
}

std::int64_t bytesMadeAnew(const Tensor& before, const Tensor& after)
{
    std::int64_t bytes = 0;
    for (const auto& member : after.members)
        if (const auto* old = before.find(member.role->name);
            old == nullptr || old->array.storage != member.array.storage)
            bytes = saturatingAdd(bytes, member.array.storage->byteSize());
    return bytes;
}

} // namespace tscope
