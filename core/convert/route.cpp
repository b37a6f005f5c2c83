// SPDX-License-Identifier: Apache-2.0
#include "convert/route.h"

namespace tscope {

std::string routeText(const RouteStep& step)
{
    if (step.view)
        return step.op + ": view, 0 bytes moved";
    return step.op + ": copy, " + std::to_string(step.bytesMoved) + " bytes moved" +
           (step.why.empty() ? "" : ", as " + step.why);
}

} // namespace tscope
