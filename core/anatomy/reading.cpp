// SPDX-License-Identifier: Apache-2.0
#include "anatomy/reading.h"

namespace tscope {

Result<Extents> Reading::bounds() const
{
    const auto size = outline().size;
    if (!size)
        return sizeUnknown();
    Extents out;
    for (const auto& extent : *size) {
        if (extent.kind != OuterExtent::Kind::number)
            return unsupported("dim " + std::to_string(out.size()) + " has no one extent");
        out.push_back(extent.value);
    }
    return out;
}

} // namespace tscope
