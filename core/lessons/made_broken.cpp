// SPDX-License-Identifier: Apache-2.0
// Questions about the rules that a tensor breaks, by itself or by a fault that the lesson plants.
#include "anatomy/layout.h"
#include "base/say.h"
#include "lessons/made_questions.h"
#include "make/faults.h"
#include "rules/check.h"

#include <algorithm>
#include <set>

namespace tscope {

namespace {

constexpr std::int64_t mostPlacesClicked = 20;
constexpr std::uint64_t seedsPlanted = 5;
constexpr std::size_t mostRulesListed = 8;

Report reportOn(const Tensor& tensor)
{
    return check(tensor, {.maxWitnesses = mostPlacesClicked + 1, .advice = false});
}

std::vector<std::string> brokenBy(const Tensor& tensor)
{
    std::vector<std::string> rules;
    for (const auto& finding : reportOn(tensor).findings)
        if (finding.level == Level::violation)
            rules.push_back(finding.rule);
    return rules;
}

// The member in which all places of a broken rule are, few enough to be clicked; null: there is no such member.
const RoleSpec* memberOfPlaces(const Tensor& tensor, std::string_view rule)
{
    const auto report = reportOn(tensor);
    const auto* finding = report.find(rule);
    if (finding == nullptr || finding->witnesses.empty() || finding->count > mostPlacesClicked)
        return nullptr;
    std::int64_t slots = 0;
    std::set<std::string_view> members;
    for (const auto& witness : finding->witnesses) {
        if (!witness.place)
            return nullptr;
        members.insert(witness.place->member);
        slots += witness.place->end - witness.place->begin;
    }
    if (members.size() != 1 || slots < 1 || slots > mostPlacesClicked)
        return nullptr;
    return roleNamed(*tensor.layout, *members.begin());
}

// Faults that the check of the default contract finds wherever they are planted. If some of them can be seen in
// slots of a member, only those: they are found by reading, the others by knowing.
std::vector<std::string> plantable(const Tensor& tensor)
{
    std::vector<std::string> rules, seen;
    for (const auto rule : plantableRules(*tensor.layout)) {
        bool isFound = true, isSeen = true;
        for (std::uint64_t seed = 1; seed <= seedsPlanted && isFound; ++seed) {
            const auto made = plant(tensor, rule, std::nullopt, seed);
            isFound = made && std::ranges::count(brokenBy(*made), rule) > 0;
            isSeen = isSeen && isFound && memberOfPlaces(*made, rule) != nullptr;
        }
        if (isFound)
            rules.emplace_back(rule);
        if (isFound && isSeen)
            seen.emplace_back(rule);
    }
    return seen.empty() ? rules : seen;
}

// By the contract with which broken_rules checks.
bool isDemanded(const Layout& layout, const Rule& rule)
{
    const auto demand = defaultContract().demand(layout, rule);
    return demand && demand->level == Level::violation;
}

// The broken rules among others of the layout, in its order. The last ones come first into the list: they are
// about data, as most faults are.
std::vector<const Rule*> listedRules(const Layout& layout, const std::vector<std::string>& broken)
{
    const auto plantable = plantableRules(layout);
    std::vector<const Rule*> listed;
    auto left = mostRulesListed - std::min(mostRulesListed, broken.size());
    for (auto rule = layout.rules.rbegin(); rule != layout.rules.rend(); ++rule) {
        const bool isBroken = std::ranges::count(broken, rule->id) > 0;
        const bool isOther = left > 0 && isDemanded(layout, *rule) && std::ranges::count(plantable, rule->id) > 0;
        if (!isBroken && !isOther)
            continue;
        left -= isBroken ? 0 : 1;
        listed.insert(listed.begin(), &*rule);
    }
    return listed;
}

// As a question names it, where it is claimed and none of the faults that are planted changes it.
std::string sizeClaimed(const Tensor& tensor, const std::vector<std::string>& planted)
{
    for (const auto& rule : planted)
        if (const auto made = plant(tensor, rule); !made || made->size != tensor.size)
            return {};
    return tensor.size ? text(WitnessValue(*tensor.size)) : std::string();
}

// `before`: lines that make x what it is.
MadeQuestion rulesQuestion(const Tensor& tensor, const std::vector<std::string>& broken, const std::string& size,
                           std::vector<std::string> before = {})
{
    const auto listed = listedRules(*tensor.layout, broken);
    std::vector<std::string> quoted;
    for (const auto* rule : listed)
        quoted.push_back('"' + std::string(rule->id) + '"');
    MadeQuestion question;
    question.title = [] { return say("Which rules are broken?"); };
    question.lines = std::move(before);
    question.lines.push_back("let rules = " + listOf(quoted));
    question.lines.emplace_back("let broken = [r for r in broken_rules(x) if r in rules]");
    question.show = "members, facts";
    question.cover = "rules, logical, address";
    question.answer = "set = broken";
    question.ask = [tensor, listed, size] {
        auto out = size.empty() ? say("x is a {0} tensor.", tensor.layout->name)
                                : say("x is a {0} tensor of shape {1}.", tensor.layout->name, size);
        out += " " + say("Which of these rules does it break? Type their numbers.");
        for (const auto* rule : listed) {
            out.append("\n- ").append(rule->id).append(": ");
            for (const auto c : statementOf(tensor, *rule, Wording::catalogue))
                out.append(c == '$' ? 2 : 1, c);
            out += '.';
        }
        return out;
    };
    question.hints = {
        [] { return say("Go through the rules one by one and look for a place at which each fails."); },
        [] { return say("The number of broken rules is {0}.", "$(len(broken))"); },
        [] { return say("The first of them is {0}.", "$(broken[0])"); }};
    question.worked = [] { return say("x breaks {0}.", "$(rule_names(broken))"); };
    return question;
}

MadeQuestion placesQuestion(const std::string& rule, const RoleSpec& member)
{
    const std::string where(commonName(member));
    const auto formula = "broken_slots(x, \"" + where + "\", \"" + rule + "\")";
    MadeQuestion question;
    question.title = [] { return say("Where is it broken?"); };
    question.show = "members";
    question.cover = "rules, logical, address";
    question.answer = "slots of x." + where + " = " + formula;
    question.ask = [rule, where] {
        return say("Click the slots of {0} at which rule {1} is broken.", where, rule);
    };
    question.hints = {[rule] { return say("What does rule {0} ask of a slot?", rule); },
                      [formula] { return say("The number of slots is {0}.", "$(len(" + formula + "))"); },
                      [formula] { return say("The first of them is slot {0}.", "$(" + formula + "[0])"); }};
    question.worked = [rule, where, formula] {
        return say("Rule {0} is broken at these slots of {1}: {2}.", rule, where, "$(listed(" + formula + "))");
    };
    return question;
}

Result<MadeQuestions> aboutItsOwn(const Tensor& tensor, const LessonRequest& request,
                                  const std::vector<std::string>& broken, MadeQuestions out)
{
    if (!request.rule.empty())
        return unsupported(say("a fault is planted in a tensor that keeps its rules, and this one breaks rule {0}",
                               broken.front()));
    out.steps.push_back(rulesQuestion(tensor, broken, sizeClaimed(tensor, {})));
    for (const auto& rule : broken)
        if (const auto* member = memberOfPlaces(tensor, rule))
            out.steps.push_back(placesQuestion(rule, *member));
    const auto steps = stepsOf(request, out.steps.size());
    if (!steps)
        return steps.error();
    out.steps.resize(*steps);
    out.steps.back().reveal = "rules, logical, address"; // sooner it would show the places
    return out;
}

// Each step has another fault, drawn for each student.
Result<MadeQuestions> aboutDrawnFaults(const Tensor& tensor, const LessonRequest& request, MadeQuestions out)
{
    const auto rules = plantable(tensor);
    if (rules.empty())
        return unsupported(say("no rule of this tensor can be broken on purpose"));
    const auto steps = stepsOf(request, rules.size());
    if (!steps)
        return steps.error();
    std::vector<std::string> quoted;
    for (const auto& rule : rules)
        quoted.push_back('"' + rule + '"');
    const auto size = sizeClaimed(tensor, rules);
    for (std::size_t step = 0; step < *steps; ++step) {
        std::vector<std::string> before{"let fault = faults[" + std::to_string(step) + "]",
                                        "tensor x: x breaking $fault"};
        if (step == 0)
            before.insert(before.begin(), "let faults = shuffled(" + listOf(quoted) + ")");
        auto question = rulesQuestion(tensor, rules, size, std::move(before));
        question.hasOwnTensor = true;
        question.reveal = "rules, logical, address";
        out.steps.push_back(std::move(question));
    }
    return out;
}

} // namespace

Result<MadeQuestions> brokenQuestions(const Tensor& tensor, const LessonRequest& request)
{
    MadeQuestions out{[] { return say("Broken rules"); },
                      [] { return say("Find which rules a tensor breaks, and where."); }};
    if (const auto broken = brokenBy(tensor); !broken.empty())
        return aboutItsOwn(tensor, request, broken, std::move(out));
    if (request.rule.empty())
        return aboutDrawnFaults(tensor, request, std::move(out));
    const auto made = plant(tensor, request.rule);
    if (!made)
        return made.error();
    const auto broken = brokenBy(*made);
    if (std::ranges::count(broken, request.rule) == 0)
        return unsupported(say("rule {0} is none that is asked of every tensor", request.rule));
    out.steps.push_back(rulesQuestion(tensor, broken, sizeClaimed(tensor, {request.rule}),
                                      {"tensor x: x breaking " + request.rule}));
    if (const auto* member = memberOfPlaces(*made, request.rule))
        out.steps.push_back(placesQuestion(request.rule, *member));
    const auto steps = stepsOf(request, out.steps.size());
    if (!steps)
        return steps.error();
    out.steps.resize(*steps);
    out.steps.back().reveal = "rules, logical, address";
    return out;
}

} // namespace tscope
