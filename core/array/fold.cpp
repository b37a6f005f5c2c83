// SPDX-License-Identifier: Apache-2.0
#include "array/fold.h"

#include <algorithm>

namespace tscope {

std::optional<Fold> folded(const Geometry& geometry)
{
    const auto range = reach(geometry);
    if (!range)
        return std::nullopt;
    Fold fold;
    fold.first = range->first;
    for (std::size_t d = 0; d < geometry.sizes.size(); ++d) {
        const auto size = geometry.sizes[d], stride = geometry.strides[d];
        if (size == 1)
            continue;
        if (stride == 0)
            fold.repeats = fold.repeats * Wide(size);
        else
            fold.dims.push_back(
                {stride < 0 ? 0 - static_cast<std::uint64_t>(stride) : static_cast<std::uint64_t>(stride),
                 static_cast<std::uint64_t>(size) - 1});
    }
    mergeContinuing(fold.dims);
    return fold;
}

void mergeContinuing(std::vector<FoldDim>& dims)
{
    std::ranges::sort(dims, {}, [](const FoldDim& dim) { return dim.step; });
    std::vector<FoldDim> merged;
    for (const auto& dim : dims) {
        if (!merged.empty()) {
            auto& inner = merged.back();
            std::uint64_t next = 0, most = 0;
            // (most + 1) * (dim.most + 1) - 1, where the next step of the inner dim would be this one.
            if (!__builtin_mul_overflow(inner.step, inner.most + 1, &next) && next == dim.step &&
                !__builtin_mul_overflow(inner.most + 1, dim.most, &most) &&
                !__builtin_add_overflow(most, inner.most, &most) &&
                most < static_cast<std::uint64_t>(int64Max)) { // most + 1 is a count
                inner.most = most;
                continue;
            }
        }
        merged.push_back(dim);
    }
    dims = std::move(merged);
}

} // namespace tscope
