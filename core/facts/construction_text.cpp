// SPDX-License-Identifier: Apache-2.0
#include "facts/construction_text.h"

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
    return trace.tree == "today"        ? "today's call tree"
           : trace.tree == "2021-draft" ? "the 2021 draft's call tree"
           : trace.tree == "2022"       ? "the call tree published in 2022"
                                        : "the call tree published in 2021";
}

// Why nothing was built: the innermost step that broke.
std::string obstacleOf(const ConstructionTrace& trace)
{
    const ConstructionStep* innermost = nullptr;
    for (const auto& step : trace.steps)
        if (step.outcome == ConstructionStep::Outcome::broken && (!innermost || step.depth > innermost->depth))
            innermost = &step;
    return innermost ? innermost->call + " broken: " + innermost->text : "";
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
                 {"  " + trace.builder + " builder, " + treeOf(trace) + ": "},
                 trace.built ? Phrase{"built", Tone::good} : Phrase{"not built", Tone::bad}}};
    for (const auto& step : trace.steps) {
        if (!steps)
            break;
        const auto rules = listOf(step.rules);
        out.push_back({{"  " + std::string(static_cast<std::size_t>(2 * step.depth), ' ') + step.call +
                        (rules.empty() ? "" : "  checks" + rules) + "  "},
                       {std::string(tscope::name(step.outcome)), toneOf(step.outcome)},
                       {step.text.empty() ? "" : ": " + step.text}});
    }
    if (!trace.difference.empty())
        out.push_back({{"  " + trace.difference}});
    const auto rules = listOf(trace.certificate);
    if (!trace.built)
        out.push_back({{"  no certificate: " + obstacleOf(trace)}});
    else
        out.push_back({{rules.empty() ? "  no certificate: nothing was checked" : "  certificate:" + rules}});
    return out;
}

} // namespace tscope
