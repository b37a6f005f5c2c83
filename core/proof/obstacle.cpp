// SPDX-License-Identifier: Apache-2.0
#include "proof/obstacle.h"

#include "rules/check.h"

#include <algorithm>

namespace tscope {

const Rule* obstacleIn(const Report& report, const Tensor& tensor)
{
    for (const auto& rule : tensor.layout->rules) {
        if (!rule.guardsMemory)
            continue;
        const bool isBroken = report.find(rule.id) != nullptr;
        const bool isUnknown = std::ranges::find(report.skipped, rule.id, &Skipped::rule) != report.skipped.end();
        if (isBroken || isUnknown || !defaultContract().demand(*tensor.layout, rule))
            return &rule;
    }
    return nullptr;
}

} // namespace tscope
