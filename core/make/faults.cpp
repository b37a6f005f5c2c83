// SPDX-License-Identifier: Apache-2.0
#include "make/faults.h"

#include "base/say.h"
#include "layouts/shared/sentences.h"
#include "make/fault_tables.h"
#include "rules/check.h"

#include <algorithm>

namespace tscope {

namespace {

constexpr std::int64_t smallTensor = std::int64_t{1} << 20; // elements

std::span<const Fault> faultsOf(const Layout& layout)
{
    if (layout.family == "compressed")
        return compressedFaults();
    if (layout.name == "coo")
        return cooFaults();
    if (layout.name == "strided")
        return stridedFaults();
    if (layout.name == "nested")
        return nestedFaults();
    if (layout.name == "jagged")
        return jaggedFaults();
    return {};
}

const Rule* ruleOf(const Layout& layout, std::string_view id)
{
    const auto at = std::ranges::find(layout.rules, id, &Rule::id);
    return at == layout.rules.end() ? nullptr : &*at;
}

// The default contract, or the first that asks for the rule.
const Contract* judgeOf(const Layout& layout, const Rule& rule)
{
    for (const auto& contract : contracts())
        if (!contract.refusal(layout) && contract.demand(layout, rule))
            return &contract;
    return nullptr;
}

std::int64_t elementsOf(const Tensor& tensor)
{
    std::int64_t elements = 0;
    for (const auto& member : tensor.members)
        elements = saturatingAdd(elements, numel(member.array.geometry).value_or(0));
    return elements;
}

} // namespace

std::vector<std::string_view> plantableRules(const Layout& layout)
{
    std::vector<std::string_view> out;
    for (const auto& rule : layout.rules)
        if (std::ranges::find(faultsOf(layout), rule.id, &Fault::rule) != faultsOf(layout).end())
            out.push_back(rule.id);
    return out;
}

Result<Tensor> plant(const Tensor& tensor, std::string_view rule, std::optional<std::int64_t> slot,
                     std::uint64_t seed)
{
    const auto& layout = *tensor.layout;
    const auto* broken = ruleOf(layout, rule);
    if (!broken)
        return invalidArgument(say("layout {0} has no rule {1}", layout.name, rule));
    const auto faults = faultsOf(layout);
    const auto fault = std::ranges::find(faults, rule, &Fault::rule);
    const auto* judge = judgeOf(layout, *broken);
    if (fault == faults.end() || !judge)
        return unsupported(
            say("a {0} tensor of any content keeps rule {1}, so it can't be broken", layout.name, rule));

    // Several tries, of which the one that breaks the fewest other rules is the fault that was asked for.
    const int tries = elementsOf(tensor) <= smallTensor ? 12 : 2;
    std::optional<Tensor> best;
    std::size_t fewest = 0;
    Result<Tensor> failure = cantBreak(say("what was tried broke other rules only"));
    for (int attempt = 0; attempt < tries; ++attempt) {
        Random random(seed * 64 + static_cast<std::uint64_t>(attempt));
        auto made = fault->change(tensor, slot, random);
        if (!made) {
            failure = std::move(made);
            continue;
        }
        const auto report = check(*made, {.contract = judge, .maxWitnesses = 1, .advice = false});
        const auto others = report.findings.size();
        if (!report.find(rule) || (best && others >= fewest))
            continue;
        best = std::move(*made);
        fewest = others;
        if (fewest == 1)
            break;
    }
    if (best)
        return std::move(*best);
    return failure;
}

std::vector<FaultChoice> faultsFor(const Tensor& tensor, const Watch& watch)
{
    std::vector<FaultChoice> out;
    const bool isTried = elementsOf(tensor) <= smallTensor / 16;
    for (const auto rule : plantableRules(*tensor.layout)) {
        if (watch.isStopped())
            break;
        auto& choice =
            out.emplace_back(FaultChoice{rule, statementText(tensor, ruleOf(*tensor.layout, rule)->statement)});
        if (!isTried)
            continue;
        if (const auto planted = plant(tensor, rule); !planted)
            choice.obstacle = planted.error().text;
    }
    return out;
}

} // namespace tscope
