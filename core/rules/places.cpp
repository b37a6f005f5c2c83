// SPDX-License-Identifier: Apache-2.0
#include "rules/places.h"

#include <algorithm>

namespace tscope {

std::int64_t placesListed(const Finding& finding, std::int64_t most)
{
    const auto limit = most <= 0 ? witnessLimit : std::min(most, witnessLimit);
    return std::min(limit, finding.count);
}

void forEachPlace(const Tensor& tensor, const Contract& contract, const Finding& finding, std::int64_t most,
                  const std::function<bool(const Witness&)>& visit, const Watch& watch)
{
    const auto wanted = placesListed(finding, most);
    const auto kept = std::min(wanted, std::ssize(finding.witnesses));
    for (std::int64_t i = 0; i < kept; ++i)
        if (!visit(finding.witnesses[static_cast<std::size_t>(i)]))
            return;
    if (kept == wanted)
        return;
    const auto& layout = *tensor.layout;
    const auto rule = std::ranges::find(layout.rules, finding.rule, &Rule::id);
    const auto demand = rule == layout.rules.end() ? std::nullopt : contract.demand(layout, *rule);
    if (!demand) // of a contract that does not know the layout
        return;
    const auto read = layout.read(tensor, {.previous = {}, .edited = {}, .watch = watch});
    RuleRun run(demand->wording, wanted);
    auto passed = kept;
    run.handTo([&](const Witness& witness) { return passed-- > 0 || visit(witness); });
    rule->evaluate(*read, run);
}

} // namespace tscope
