// SPDX-License-Identifier: Apache-2.0
#include "literals/packed_components.h"

#include "base/check.h"
#include "base/say.h"
#include "layouts/nested/pack.h"

namespace tscope {

Result<Tensor> packedComponents(const std::vector<Extents>& shapes, const DType& dtype, StoragePtr buffer)
{
    std::int64_t total = 0;
    for (const auto& shape : shapes) {
        if (shape.size() != shapes.front().size())
            return corrupt(say("components of a nested tensor have the same number of dims, found {0} and {1}",
                               text(shapes.front()), text(shape)));
        total += numel(shape).value_or(0);
    }
    TSCOPE_CHECK(saturatingMul(total, dtype.itemSize()) == buffer->byteSize(), "the buffer holds the components");
    return packedNested(Array{std::move(buffer), dtype, Geometry::rowMajor({total})}, shapes);
}

} // namespace tscope
