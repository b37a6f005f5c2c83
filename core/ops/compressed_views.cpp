// SPDX-License-Identifier: Apache-2.0
#include "anatomy/reading.h"
#include "array/views.h"
#include "base/say.h"
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
        return invalidArgument(say("a tensor whose size and batch dims are known is wanted"));
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
        return unsupported(
            say("only the sparse dims {0} and {1} of a {2} tensor can be swapped as a view, found {3} and {4}",
                first, first + 1, tensor.layout->name, *a, *b));
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
