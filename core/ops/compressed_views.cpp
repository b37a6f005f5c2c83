// SPDX-License-Identifier: Apache-2.0
#include "anatomy/reading.h"
#include "array/views.h"
#include "layouts/compressed/transpose.h"
#include "ops/layout_views.h"

#include <algorithm>
#include <array>

namespace tscope {

namespace {

constexpr std::array ops{ViewOp::transpose};

// Only the two sparse dims can be swapped without moving anything.
Result<ViewResult> apply(const Tensor& tensor, const ViewStep& step, std::int64_t)
{
    const auto outline = tensor.layout->read(tensor, {})->outline();
    if (!outline.size || !outline.batchDims)
        return invalidArgument("a tensor whose size and batch dims are known is wanted");
    const int rank = static_cast<int>(outline.size->size());
    const auto a = wrappedDim(integerArgument(step, 0), rank);
    if (!a)
        return a.error();
    const auto b = wrappedDim(integerArgument(step, 1), rank);
    if (!b)
        return b.error();
    if (*a == *b)
        return ViewResult{{tensor}, "nothing to do"};
    const auto first = static_cast<std::size_t>(*outline.batchDims);
    if (std::min(*a, *b) != first || std::max(*a, *b) != first + 1)
        return unsupported("only the sparse dims " + std::to_string(first) + " and " + std::to_string(first + 1) +
                           " of a " + std::string(tensor.layout->name) +
                           " tensor can be swapped as a view, found " + std::to_string(*a) + " and " +
                           std::to_string(*b));
    auto transposed = transposedView(tensor);
    if (!transposed)
        return transposed.error();
    return ViewResult{{std::move(*transposed)}, "rename members"};
}

} // namespace

const LayoutViews& compressedViews()
{
    static constexpr LayoutViews views{"compressed", ops, apply};
    return views;
}

} // namespace tscope
