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
                ? say("only sound tensors are {0}, and {1} can't be proven to be one; tscope check says more, "
                      "tscope repair may repair it",
                      purpose, tensor)
                : say("only sound tensors are {0}, and {1} breaks rule {2}; tscope check says more, tscope "
                      "repair may repair it",
                      purpose, tensor, rule),
            {},
            "unsound"};
}

} // namespace tscope::cli
