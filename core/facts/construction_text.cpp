// SPDX-License-Identifier: Apache-2.0
#include "facts/construction_text.h"

#include "base/say.h"
#include "facts/wording.h"

namespace tscope {

namespace {

Tone toneOf(ConstructionStep::Outcome outcome)
{
    switch (outcome) {
    case ConstructionStep::Outcome::holds:
        return Tone::good;
    case ConstructionStep::Outcome::broken:
        return Tone::bad;
    case ConstructionStep::Outcome::undecided:
        return Tone::warning;
    default:
        return Tone::faint;
    }
}

std::string treeOf(const ConstructionTrace& trace)
{
    return trace.tree == "today"        ? say("today's call tree")
           : trace.tree == "2021-draft" ? say("the 2021 draft's call tree")
           : trace.tree == "2022"       ? say("the call tree published in 2022")
                                        : say("the call tree published in 2021");
}

// Why nothing was built: the innermost step that broke.
std::string obstacleOf(const ConstructionTrace& trace)
{
    const ConstructionStep* innermost = nullptr;
    for (const auto& step : trace.steps)
        if (step.outcome == ConstructionStep::Outcome::broken && (!innermost || step.depth > innermost->depth))
            innermost = &step;
    return innermost ? say("{0} broken: {1}", innermost->call, innermost->text) : "";
}

std::string listOf(const std::vector<std::string>& rules)
{
    std::string out;
    for (const auto& rule : rules)
        out += " " + rule;
    return out;
}

} // namespace

Telling tellConstruction(const ConstructionTrace& trace, const std::string& name, bool steps)
{
    Telling out{{{titleOf(name), Tone::strong},
                 {"  " + say("{0} builder, {1}: ", translated(trace.builder), treeOf(trace))},
                 trace.built ? Phrase{say("built"), Tone::good} : Phrase{say("not built"), Tone::bad}}};
    for (const auto& step : trace.steps) {
        if (!steps)
            break;
        const auto rules = listOf(step.rules);
        out.push_back({{"  " + std::string(static_cast<std::size_t>(2 * step.depth), ' ') + step.call +
                        (rules.empty() ? "" : say("  checks{0}", rules)) + "  "},
                       {std::string(translated(tscope::name(step.outcome))), toneOf(step.outcome)},
                       {step.text.empty() ? "" : say(": ") + step.text}});
    }
    if (!trace.difference.empty())
        out.push_back({{"  " + trace.difference}});
    const auto rules = listOf(trace.certificate);
    if (!trace.built)
        out.push_back({{"  " + say("no certificate: {0}", obstacleOf(trace))}});
    else
        out.push_back({{rules.empty() ? "  " + say("no certificate: nothing was checked")
                                      : "  " + say("certificate:") + rules}});
    return out;
}

} // namespace tscope
