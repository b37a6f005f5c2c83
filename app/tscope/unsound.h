// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/report.h"
#include "base/result.h"

#include <string>

namespace tscope::cli {

// Why nothing is done to a tensor that could not be proven. `purpose`: "converted".
inline Error unsound(const std::string& tensor, const std::string& purpose, const Report& report)
{
    const auto* obstacle = report.standingInTheWay();
    const auto rule = obstacle == nullptr ? std::string() : obstacle->rule;
    return {ErrorCode::invalidArgument,
            "only sound tensors are " + purpose + "; " + tensor +
                (rule.empty() ? " can't be proven to be one" : " breaks rule " + rule) +
                ", of which tscope check says more and which tscope repair may mend",
            {},
            "unsound"};
}

} // namespace tscope::cli
