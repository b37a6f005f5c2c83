// SPDX-License-Identifier: Apache-2.0
#include "ops/transposed.h"

#include <algorithm>
#include <span>

namespace tscope {

ViewStep transposition(const Tensor& tensor)
{
    const auto outline = tensor.layout->read(tensor, {})->outline();
    const bool isMatrixOfEntries = outline.batchDims && outline.sparseDims == 2;
    const std::int64_t row = isMatrixOfEntries ? *outline.batchDims : -2;
    return {ViewOp::transpose, {StepArg(row), StepArg(row + 1)}};
}

Result<Transformed> transposed(const Tensor& tensor)
{
    const auto step = transposition(tensor);
    return transform(tensor, std::span(&step, 1));
}

bool isTransposable(const Layout& layout)
{
    const auto ops = viewOpsOf(layout);
    return std::ranges::find(ops, ViewOp::transpose) != ops.end();
}

} // namespace tscope
