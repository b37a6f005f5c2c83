// SPDX-License-Identifier: Apache-2.0
#include "ops/transposed.h"

#include <algorithm>
#include <array>

namespace tscope {

Result<Transformed> transposed(const Tensor& tensor)
{
    const auto outline = tensor.layout->read(tensor, {})->outline();
    const bool isMatrixOfEntries = outline.batchDims && outline.sparseDims == 2;
    const std::int64_t row = isMatrixOfEntries ? *outline.batchDims : -2;
    const std::array steps{ViewStep{ViewOp::transpose, {StepArg(row), StepArg(row + 1)}}};
    return transform(tensor, steps);
}

bool isTransposable(const Layout& layout)
{
    const auto ops = viewOpsOf(layout);
    return std::ranges::find(ops, ViewOp::transpose) != ops.end();
}

} // namespace tscope
