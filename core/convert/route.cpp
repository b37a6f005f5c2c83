// SPDX-License-Identifier: Apache-2.0
#include "convert/route.h"

#include "base/human_numbers.h"

namespace tscope {

std::string routeText(const RouteStep& step)
{
    if (step.view)
        return step.op + ": view, 0 bytes moved";
    return step.op + ": copy, " + byteSizeText(step.bytesMoved) + " moved" +
           (step.why.empty() ? "" : ", as " + step.why);
}

} // namespace tscope
