// SPDX-License-Identifier: Apache-2.0
#include "layouts/shared/causes.h"

#include "base/say.h"
#include "layouts/shared/sentences.h"

#include <algorithm>

namespace tscope {

namespace {

bool names(std::string_view ids, std::string_view id)
{
    for (std::size_t begin = 0; begin < ids.size();) {
        const auto end = std::min(ids.find(' ', begin), ids.size());
        if (ids.substr(begin, end - begin) == id)
            return true;
        begin = end + 1;
    }
    return false;
}

Finding* findingOf(Report& report, std::string_view rule)
{
    const auto at = std::ranges::find(report.findings, rule, &Finding::rule);
    return at == report.findings.end() ? nullptr : &*at;
}

void nameCause(const Reading& reading, Report& report, const CauseOrigin& origin)
{
    const auto& finding = *report.find(origin.rule);
    Cause cause;
    cause.rules.emplace_back(origin.rule);
    for (const auto& other : report.findings)
        if (names(origin.brings, other.rule) && !hasCause(report, other.rule) &&
            (!origin.explains || origin.explains(reading, finding, other)))
            cause.rules.push_back(other.rule);
    if (origin.text)
        cause.text = origin.text(reading, report, finding);
    if (cause.text.empty())
        cause.text = firstPlace(reading, finding);
    auto place = origin.place ? origin.place(reading, finding) : std::nullopt;
    if (!place && !finding.witnesses.empty())
        place = finding.witnesses.front().place;
    if (place) {
        cause.member = place->member;
        cause.index = place->begin;
    } else if (!finding.witnesses.empty()) {
        cause.member = word(finding.witnesses.front(), "member").value_or("");
    }
    addCause(report, std::move(cause));
}

bool isOpen(const Report& report, std::string_view rule, Level level)
{
    const auto* finding = report.find(rule);
    return finding && finding->level == level && !hasCause(report, rule);
}

} // namespace

void nameOrigin(const Reading& reading, Report& report, const CauseOrigin& origin, Level level)
{
    if (isOpen(report, origin.rule, level) &&
        (!origin.when || origin.when(reading, report, *report.find(origin.rule))))
        nameCause(reading, report, origin);
}

void nameCauses(const Reading& reading, Report& report, std::span<const CauseOrigin> table)
{
    for (const auto level : {Level::violation, Level::advisory}) {
        for (const auto& origin : table)
            nameOrigin(reading, report, origin, level);
        std::vector<std::string> left;
        for (const auto& finding : report.findings)
            if (isOpen(report, finding.rule, level))
                left.push_back(finding.rule);
        for (const auto& rule : left)
            nameCause(reading, report, {.rule = rule});
    }
}

bool hasCause(const Report& report, std::string_view rule)
{
    return std::ranges::any_of(report.causes, [&](const Cause& cause) {
        return std::ranges::find(cause.rules, rule) != cause.rules.end();
    });
}

void addCause(Report& report, Cause cause)
{
    for (std::size_t j = 1; j < cause.rules.size(); ++j)
        if (auto* finding = findingOf(report, cause.rules[j]))
            if (std::ranges::find(finding->consequenceOf, cause.rules[0]) == finding->consequenceOf.end())
                finding->consequenceOf.push_back(cause.rules[0]);
    report.causes.push_back(std::move(cause));
}

bool eachPlace(const Reading& reading, const Finding& finding, std::int64_t most,
               const std::function<void(const Witness&)>& visit)
{
    const bool areAllKept = finding.count == std::ssize(finding.witnesses);
    const auto& rules = reading.tensor().layout->rules;
    const auto rule = std::ranges::find(rules, finding.rule, &Rule::id);
    if (areAllKept || finding.count > most || rule == rules.end()) {
        std::ranges::for_each(finding.witnesses, visit);
        return areAllKept;
    }
    RuleRun run(finding.wording, most);
    run.handTo([&](const Witness& witness) { return visit(witness), true; });
    rule->evaluate(reading, run);
    return true;
}

std::string firstPlace(const Reading& reading, const Finding& finding)
{
    if (finding.witnesses.empty())
        return finding.statement;
    return withPlaces(placeSentence(reading.tensor(), finding.rule, finding.witnesses.front()), finding);
}

std::string withPlaces(std::string text, const Finding& finding)
{
    return finding.count > 1 ? say("{0} ({1#} places)", text, finding.count) : text;
}

std::string numberText(const Witness& witness, std::string_view key)
{
    const auto* value = witness.find(key);
    return value == nullptr ? std::string() : text(*value);
}

std::optional<std::int64_t> number(const Witness& witness, std::string_view key)
{
    const auto* value = witness.find(key);
    const auto* found = value ? std::get_if<std::int64_t>(value) : nullptr;
    return found ? std::optional(*found) : std::nullopt;
}

std::optional<std::string> word(const Witness& witness, std::string_view key)
{
    const auto* value = witness.find(key);
    const auto* found = value ? std::get_if<std::string>(value) : nullptr;
    return found ? std::optional(*found) : std::nullopt;
}

Extents extents(const Witness& witness, std::string_view key)
{
    const auto* value = witness.find(key);
    const auto* found = value ? std::get_if<Extents>(value) : nullptr;
    return found ? *found : Extents{};
}

} // namespace tscope
