// SPDX-License-Identifier: Apache-2.0
#include "make/broken_rules.h"

#include "rules/check.h"

namespace tscope {

std::vector<std::string> brokenRules(const Tensor& tensor, const Watch& watch)
{
    std::vector<std::string> out;
    for (const auto& finding : check(tensor, {.maxWitnesses = 1, .advice = false, .watch = watch}).findings)
        if (finding.level == Level::violation)
            out.push_back("rule " + finding.rule + " is broken in " + std::to_string(finding.count) +
                          (finding.count == 1 ? " place" : " places") + ", for it wants: " + finding.statement);
    return out;
}

} // namespace tscope
