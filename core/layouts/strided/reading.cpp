// SPDX-License-Identifier: Apache-2.0
#include "layouts/strided/reading.h"

namespace tscope {

Outline StridedReading::outline() const
{
    Outline out;
    out.size.emplace();
    for (const auto extent : geometry().sizes)
        out.size->push_back({OuterExtent::Kind::number, extent});
    out.numel = numel(geometry());
    out.contiguous = isContiguous(geometry());
    return out;
}

std::unique_ptr<Reading> readStrided(const Tensor& tensor, const ReadOptions&)
{
    return std::make_unique<StridedReading>(tensor);
}

} // namespace tscope
