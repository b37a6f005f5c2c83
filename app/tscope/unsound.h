// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/report.h"
#include "base/result.h"
#include "base/say.h"

#include <string>

namespace tscope::cli {

// Why nothing is done to a tensor that could not be proven. `purpose`: "converted".
inline Error unsound(const std::string& tensor, const std::string& purpose, const Report& report)
{
    const auto* obstacle = report.standingInTheWay();
    const auto rule = obstacle == nullptr ? std::string() : obstacle->rule;
    return {ErrorCode::invalidArgument,
            rule.empty()
                ? say("only sound tensors are {0}; {1} can't be proven to be one, of which tscope check says "
                      "more and which tscope repair may mend",
                      purpose, tensor)
                : say("only sound tensors are {0}; {1} breaks rule {2}, of which tscope check says more and "
                      "which tscope repair may mend",
                      purpose, tensor, rule),
            {},
            "unsound"};
}

} // namespace tscope::cli
