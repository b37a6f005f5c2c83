// SPDX-License-Identifier: Apache-2.0
#include "rules/outcome.h"

#include "base/checked_math.h"
#include "base/memory_budget.h"
#include "base/say.h"
#include "layouts/shared/change_text.h"
#include "rules/advise.h"
#include "rules/check.h"
#include "rules/repair_steps.h"
#include "rules/value_key.h"
#include "tensor/edit.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace tscope {

namespace {

// 0: nothing is lost, 1: elements are added, 2: something is lost.
int costOf(const Repair& repair)
{
    return !repair.lossless ? 2 : repair.invents ? 1 : 0;
}

bool isValidByOneNumber(const Repair& repair)
{
    return repair.setsOneNumber && !repair.isGuess && repair.outcome && repair.outcome->isValid;
}

// Rules to repair before this repair is made: those that the rules it clears follow from. Where it moves entries,
// also those of earlier causes that name a place.
std::set<std::string_view> rulesBefore(const Repair& repair, const Report& report)
{
    std::set<std::string_view> before;
    bool areAllBrought = true;
    for (const auto& rule : repair.clears) {
        const auto* finding = report.find(rule);
        if (finding == nullptr || finding->level != Level::violation)
            continue;
        areAllBrought = areAllBrought && !finding->consequenceOf.empty();
        before.insert(finding->consequenceOf.begin(), finding->consequenceOf.end());
    }
    if (!areAllBrought)
        before.clear();
    const auto isCleared = [&](const std::string& rule) {
        return std::ranges::find(repair.clears, rule) != repair.clears.end();
    };
    for (const auto& cause : report.causes) {
        if (!repair.movesEntries || (!cause.rules.empty() && isCleared(cause.rules.front())))
            break;
        if (cause.index && !cause.rules.empty())
            before.insert(cause.rules.front());
    }
    std::erase_if(before, [&](std::string_view rule) { return isCleared(std::string(rule)); });
    return before;
}

// Whether another of the repairs comes before this one because it repairs a cause.
bool followsAnother(const Repair& repair, const std::vector<Repair>& repairs, const Report& report)
{
    const auto before = rulesBefore(repair, report);
    return std::ranges::any_of(repairs, [&](const Repair& other) {
        return std::ranges::any_of(other.clears, [&](const std::string& rule) { return before.contains(rule); });
    });
}

// The repair made, to see what it achieves.
Result<MadeRepair> madeOf(const Tensor& tensor, const Contract& contract, const Report& report,
                          const Repair& repair, const Watch& watch)
{
    const auto plan = planSteps(tensor, report, repair.id, watch);
    auto mended = plan ? applied(tensor, plan->edits) : Result<Tensor>(plan.error());
    if (!mended)
        return mended.error();
    auto after = check(*mended, {.contract = &contract, .advice = false, .watch = watch});
    if (after.cancelled)
        return Error{ErrorCode::cancelled, say("stopped"), {}, {}};
    return MadeRepair{repair, std::move(*mended), std::move(after)};
}

// What the repair achieves. Notes at it whether it sets one number only.
RepairOutcome achievedBy(Repair& repair, const MadeRepair& made, const Tensor& tensor, const Report& report,
                         const Watch& watch)
{
    const auto& after = made.report;
    RepairOutcome outcome{violationsIn(report), violationsIn(after), after.valid};
    for (const auto& finding : report.findings)
        if (!after.find(finding.rule) && !after.wasSkipped(finding.rule))
            outcome.clears.push_back(finding.rule);
    for (const auto& finding : after.findings)
        if (finding.level == Level::violation && !report.find(finding.rule) && !report.wasSkipped(finding.rule))
            outcome.breaks.push_back(finding.rule);
    const std::size_t mostSlots = made.repair.reason.empty() ? 1 : 2; // two need a word why
    auto change = changeBetween(tensor, made.tensor, mostSlots, watch);
    repair.setsOneNumber = change && change->isOneNumber;
    if (change)
        outcome.change = std::move(change->text);
    return outcome;
}

// Tries out the repairs of one report and remembers what each gives.
class Trials
{
public:
    Trials(const Tensor& tensor, const Contract& contract, const Report& report, const Watch& watch)
        : m_tensor(tensor), m_contract(contract), m_report(report), m_watch(watch)
    {
    }

    // False where it does not help. One that was tried out before, or is not for lack of time, is kept.
    bool keeps(Repair& repair)
    {
        if (repair.outcome || m_watch.isStopped())
            return true;
        auto made = madeOf(m_tensor, m_contract, m_report, repair, m_watch);
        if (!made)
            return m_watch.isStopped();
        const bool isKept = keeps(repair, *made);
        if (costOf(repair) == 0 && !made->report.valid)
            hold(std::move(*made));
        return isKept;
    }

    // The same of a repair that was made already.
    bool keeps(Repair& repair, const MadeRepair& made)
    {
        auto outcome = achievedBy(repair, made, m_tensor, m_report, m_watch);
        auto key = valueKey(m_tensor, made.tensor, m_watch);
        if (m_watch.isStopped())
            return true;
        if (!outcome.breaks.empty() || (outcome.clears.empty() && !helps(repair, m_report, made.report)))
            return false;
        m_keys[repair.id] = std::move(key);
        setOutcome(repair, std::move(outcome));
        return true;
    }

    // Those that lose nothing and are not enough: more steps may follow on them.
    const std::vector<MadeRepair>& steps() const { return m_steps; }

    // Whether an earlier one that this was asked of gives the same tensor.
    bool isRepeated(const Repair& repair)
    {
        const auto key = m_keys.find(repair.id);
        return key != m_keys.end() && !m_seen.insert(key->second).second;
    }

    // The misreading that gives what this repair does, by its place in the report's list.
    std::optional<std::size_t> readingLike(const Repair& repair)
    {
        const auto key = m_keys.find(repair.id);
        if (key == m_keys.end() || !repair.outcome)
            return std::nullopt;
        for (std::size_t i = 0; i < m_report.misreadings.size() && !m_watch.isStopped(); ++i)
            if (m_report.misreadings[i].violations == repair.outcome->placesAfter && keyOf(i) == key->second)
                return i;
        return std::nullopt;
    }

private:
    // The key of what the misreading takes the tensor for; empty where that fails.
    const std::string& keyOf(std::size_t misreading)
    {
        const auto [at, isNew] = m_readings.try_emplace(misreading);
        if (isNew)
            if (const auto other = reread(m_tensor, m_report, m_report.misreadings[misreading]))
                at->second = valueKey(m_tensor, *other, m_watch);
        return at->second;
    }

    void hold(MadeRepair made)
    {
        m_bytesLeft -= bytesMadeAnew(m_tensor, made.tensor);
        if (m_bytesLeft >= 0)
            m_steps.push_back(std::move(made));
    }

    const Tensor& m_tensor;
    const Contract& m_contract;
    const Report& m_report;
    const Watch& m_watch;
    std::vector<MadeRepair> m_steps;
    std::int64_t m_bytesLeft = memoryBudget();
    std::map<std::string, std::string> m_keys; // by repair
    std::set<std::string> m_seen;
    std::map<std::size_t, std::string> m_readings; // by misreading
};

} // namespace

void tryOut(std::vector<Repair>& repairs, const Tensor& tensor, const Contract& contract, const Report& report,
            const Watch& watch)
{
    Trials trials(tensor, contract, report, watch);
    const bool areNew =
        std::ranges::none_of(repairs, [](const Repair& repair) { return repair.outcome.has_value(); });
    std::erase_if(repairs, [&](Repair& repair) { return !trials.keeps(repair); });
    const auto isEnough = [](const Repair& repair) {
        return costOf(repair) == 0 && repair.outcome && repair.outcome->isValid;
    };
    if (areNew && !report.valid && !watch.isStopped() && std::ranges::none_of(repairs, isEnough)) {
        const auto add = [&](const std::vector<MadeRepair>& all) {
            for (const auto& made : all)
                if (auto repair = made.repair; trials.keeps(repair, made) && repair.outcome)
                    repairs.push_back(std::move(repair));
        };
        const bool isOneNumberEnough = std::ranges::any_of(repairs, isValidByOneNumber);
        const auto steps = repairsOfSteps(tensor, contract, report, trials.steps(), watch);
        add(steps.lossless);
        // One index is overwritten only where nothing that keeps the shape is enough.
        const bool mayOverwrite =
            !isOneNumberEnough &&
            std::ranges::all_of(steps.lossless, [](const MadeRepair& made) { return made.repair.reshapes; });
        if (mayOverwrite)
            add(steps.overwriting);
        // Beside repairs that may change what is sound, or the shape: one that does not.
        const auto isValidOfNamed = [](const Repair& repair) {
            return !repair.isGuess && !repair.reshapes && repair.outcome && repair.outcome->isValid;
        };
        const auto mayChangeMore = [](const Repair& repair) {
            return repair.isGuess || (repair.reshapes && repair.outcome && repair.outcome->isValid);
        };
        if (std::ranges::any_of(repairs, mayChangeMore) && std::ranges::none_of(repairs, isValidOfNamed))
            add(repairsOfNamedNumbers(tensor, contract, report, watch));
        // A guess after other steps is better than nothing that is enough.
        const auto isGuessNeedless = [&](const Repair& repair) {
            return isEnough(repair) || (repair.isGuess && repair.outcome && repair.outcome->isValid);
        };
        if (mayOverwrite && steps.overwriting.empty() && std::ranges::none_of(repairs, isGuessNeedless))
            add(steps.guessing);
    }
    sortByOutcome(repairs, report);
    std::vector<const Repair*> cheapestFirst;
    for (const auto& repair : repairs)
        cheapestFirst.push_back(&repair);
    std::ranges::stable_sort(cheapestFirst, {}, [](const Repair* repair) { return costOf(*repair); });
    std::set<std::string> repeated;
    for (const auto* repair : cheapestFirst)
        if (trials.isRepeated(*repair))
            repeated.insert(repair->id);
    std::erase_if(repairs, [&](const Repair& repair) { return repeated.contains(repair.id); });
    for (auto& repair : repairs)
        if (const auto reading = trials.readingLike(repair))
            repair.reading = reading;
}

std::int64_t violationsIn(const Report& report)
{
    std::int64_t violations = 0;
    for (const auto& finding : report.findings)
        if (finding.level == Level::violation)
            violations = saturatingAdd(violations, finding.count);
    return violations;
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
    const auto clearsAll = [](const Repair& one, const Repair& other) {
        return std::ranges::all_of(one.clears, [&](const std::string& rule) {
            return std::ranges::find(other.clears, rule) != other.clears.end();
        });
    };
    std::set<std::string> last; // a size is set only where nothing else clears as much
    for (const auto& repair : repairs)
        if (repair.reshapes && !repair.clears.empty() && std::ranges::any_of(repairs, [&](const Repair& other) {
                return !other.reshapes && clearsAll(repair, other);
            }))
            last.insert(repair.id);
    for (const auto& repair : repairs) // nor on the way to something else
        if (std::ranges::any_of(stepsOf(repair.id), [&](const std::string& step) { return last.contains(step); }))
            last.insert(repair.id);
    std::set<std::string> following;
    for (const auto& repair : repairs)
        if (followsAnother(repair, repairs, report))
            following.insert(repair.id);
    std::ranges::stable_sort(repairs, {}, [&](const Repair& repair) {
        const bool mends = cause != nullptr && std::ranges::find(repair.clears, *cause) != repair.clears.end();
        const auto& outcome = repair.outcome;
        const bool isEnough = costOf(repair) == 0 && outcome && outcome->isValid;
        const int group = isEnough ? 0 : isValidByOneNumber(repair) ? 1 : 2;
        return std::tuple(following.contains(repair.id), last.contains(repair.id), group, costOf(repair),
                          repair.isGuess, outcome && !outcome->isValid, !mends, outcome ? outcome->placesAfter : 0,
                          !repair.setsOneNumber);
    });
}

} // namespace tscope
