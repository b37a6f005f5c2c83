// SPDX-License-Identifier: Apache-2.0
#include "convert/route.h"

#include "base/human_numbers.h"
#include "base/say.h"

namespace tscope {

std::string routeText(const RouteStep& step)
{
    if (step.view)
        return say("{0}: view, 0 bytes moved", step.op);
    const auto bytes = byteSizeText(step.bytesMoved);
    return step.why.empty() ? say("{0}: copy, {1} moved", step.op, bytes)
                            : say("{0}: copy, {1} moved, as {2}", step.op, bytes, step.why);
}

} // namespace tscope
