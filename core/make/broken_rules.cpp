// SPDX-License-Identifier: Apache-2.0
#include "make/broken_rules.h"

#include "base/say.h"
#include "rules/check.h"

namespace tscope {

std::vector<std::string> brokenRules(const Tensor& tensor, const Watch& watch)
{
    std::vector<std::string> out;
    for (const auto& finding : check(tensor, {.maxWitnesses = 1, .advice = false, .watch = watch}).findings)
        if (finding.level == Level::violation)
            out.push_back(say("rule {0} is broken in {1|place|places}, for it wants: {2}", finding.rule,
                              finding.count, finding.statement));
    return out;
}

} // namespace tscope
