// SPDX-License-Identifier: Apache-2.0
#include "rules/places.h"

#include <algorithm>

namespace tscope {

std::int64_t Places::listed(const Finding& finding, std::int64_t most)
{
    const auto limit = most <= 0 ? witnessLimit : std::min(most, witnessLimit);
    return std::min(limit, finding.count);
}

void Places::forEach(const Finding& finding, std::int64_t most, const std::function<bool(const Witness&)>& visit)
{
    const auto wanted = listed(finding, most);
    const auto kept = std::min(wanted, std::ssize(finding.witnesses));
    for (std::int64_t i = 0; i < kept; ++i)
        if (!visit(finding.witnesses[static_cast<std::size_t>(i)]))
            return;
    if (kept == wanted)
        return;
    const auto& layout = *m_tensor.layout;
    const auto rule = std::ranges::find(layout.rules, finding.rule, &Rule::id);
    const auto demand = rule == layout.rules.end() ? std::nullopt : m_contract.demand(layout, *rule);
    if (!demand) // of a contract that does not know the layout
        return;
    if (!m_reading)
        m_reading = layout.read(m_tensor, {.previous = {}, .edited = {}, .watch = m_watch});
    RuleRun run(demand->wording, wanted);
    auto passed = kept;
    run.handTo([&](const Witness& witness) { return passed-- > 0 || visit(witness); });
    rule->evaluate(*m_reading, run);
}

} // namespace tscope
