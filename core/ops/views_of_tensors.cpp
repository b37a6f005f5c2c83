// SPDX-License-Identifier: Apache-2.0
#include "ops/views_of_tensors.h"

#include "base/say.h"
#include "layouts/compressed/transpose.h"

#include <algorithm>

namespace tscope {

namespace {

Geometry& geometryOf(Tensor& strided)
{
    return strided.members.front().array.geometry;
}

Result<Tensor> mirroredCoo(const Tensor& tensor)
{
    auto out = tensor;
    auto& indices = out.members.front().array.geometry;
    if (indices.sizes[0] != 2)
        return unsupported(say("two sparse dims were wanted, found {0}", indices.sizes[0]));
    indices.offset += indices.strides[0];
    indices.strides[0] = -indices.strides[0];
    if (out.size)
        std::swap((*out.size)[0], (*out.size)[1]);
    out.claims.erase("is_coalesced");
    return out;
}

} // namespace

Result<Tensor> mirrored(const Tensor& tensor)
{
    if (tensor.layout->family == "compressed")
        return transposedView(tensor);
    if (tensor.layout->family == "coo")
        return mirroredCoo(tensor);
    auto out = tensor;
    auto& geometry = geometryOf(out);
    if (geometry.sizes.size() < 2)
        return unsupported(say("a matrix was wanted, found size {0}", text(geometry.sizes)));
    const auto last = geometry.sizes.size() - 1;
    std::swap(geometry.sizes[last], geometry.sizes[last - 1]);
    std::swap(geometry.strides[last], geometry.strides[last - 1]);
    out.size.reset();
    return out;
}

Tensor withDim(const Tensor& strided, std::int64_t dim)
{
    auto out = strided;
    auto& geometry = geometryOf(out);
    geometry.sizes.insert(geometry.sizes.begin() + dim, 1);
    geometry.strides.insert(geometry.strides.begin() + dim, 1);
    out.size.reset();
    return out;
}

Tensor withoutDim(const Tensor& strided, std::int64_t dim)
{
    auto out = strided;
    auto& geometry = geometryOf(out);
    geometry.sizes.erase(geometry.sizes.begin() + dim);
    geometry.strides.erase(geometry.strides.begin() + dim);
    out.size.reset();
    return out;
}

Result<Tensor> repeated(const Tensor& strided, const Extents& batch, std::int64_t keep)
{
    auto out = strided;
    auto& geometry = geometryOf(out);
    const auto own = geometry.sizes.size() - static_cast<std::size_t>(keep);
    const auto doesNotFit = [&] {
        const auto found = text(geometry.sizes);
        return invalidArgument(
            keep == 0
                ? say("size {0} was wanted, or one that is repeated to it, found size {1}", text(batch), found)
                : say("the dims {0} were wanted before the last {1}, found size {2}", text(batch), keep, found));
    };
    if (own > batch.size())
        return doesNotFit();
    Extents strides(batch.size(), 0);
    for (std::size_t d = 0; d < own; ++d) {
        const auto at = batch.size() - own + d;
        const bool isRepeated = geometry.sizes[d] == 1 && batch[at] != 1;
        if (geometry.sizes[d] != batch[at] && !isRepeated)
            return doesNotFit();
        strides[at] = isRepeated ? 0 : geometry.strides[d];
    }
    Extents sizes = batch;
    sizes.insert(sizes.end(), geometry.sizes.end() - keep, geometry.sizes.end());
    strides.insert(strides.end(), geometry.strides.end() - keep, geometry.strides.end());
    geometry.sizes = std::move(sizes);
    geometry.strides = std::move(strides);
    out.size.reset();
    return out;
}

Result<Extents> commonSize(const Extents& a, const Extents& b, std::string_view what)
{
    const auto& longer = a.size() < b.size() ? b : a;
    const auto& shorter = a.size() < b.size() ? a : b;
    auto out = longer;
    const auto before = longer.size() - shorter.size();
    for (std::size_t d = 0; d < shorter.size(); ++d) {
        auto& extent = out[before + d];
        if (extent == 1)
            extent = shorter[d];
        else if (shorter[d] != 1 && shorter[d] != extent)
            return invalidArgument(
                say("{0} that go together were wanted, found {1} and {2}", what, text(a), text(b)));
    }
    return out;
}

} // namespace tscope
