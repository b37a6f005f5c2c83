// SPDX-License-Identifier: Apache-2.0
#include "anatomy/reading.h"

#include "base/say.h"

namespace tscope {

Result<Extents> Reading::bounds() const
{
    const auto size = outline().size;
    if (!size)
        return sizeUnknown();
    Extents out;
    for (const auto& extent : *size) {
        if (extent.kind != OuterExtent::Kind::number)
            return unsupported(say("dim {0} has no one extent", out.size()));
        out.push_back(extent.value);
    }
    return out;
}

} // namespace tscope
