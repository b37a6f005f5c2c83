// SPDX-License-Identifier: Apache-2.0
#include "array/views.h"
#include "base/check.h"
#include "base/memory_budget.h"
#include "base/say.h"
#include "ops/layout_views.h"

#include <algorithm>
#include <array>

namespace tscope {

namespace {

constexpr std::array stridedOps{
    ViewOp::select,     ViewOp::narrow,  ViewOp::slice,     ViewOp::permute,   ViewOp::transpose,
    ViewOp::expand,     ViewOp::squeeze, ViewOp::unsqueeze, ViewOp::diagonal,  ViewOp::unfold,
    ViewOp::flip,       ViewOp::view,    ViewOp::reshape,   ViewOp::asStrided, ViewOp::flatten,
    ViewOp::contiguous, ViewOp::unbind,  ViewOp::chunk,     ViewOp::split,
};

Tensor withArray(const Tensor& tensor, Array array)
{
    auto out = tensor;
    out.size.reset();
    out.claims.erase("numel");
    out.members.front().array = std::move(array);
    return out;
}

Tensor withGeometry(const Tensor& tensor, Geometry geometry)
{
    auto array = tensor.members.front().array;
    array.geometry = std::move(geometry);
    return withArray(tensor, std::move(array));
}

// The same elements in row-major order in a storage of their own, then looked at as `shape`.
Result<ViewResult> copied(const Tensor& tensor, Geometry shape, std::int64_t maxBytes, std::string why)
{
    const auto& array = tensor.members.front().array;
    const auto bytes = array.byteSize();
    if (!bytes || *bytes > maxBytes)
        return overBudget(say("a copy of {0}", text(array.geometry.sizes)), bytes.value_or(int64Max), maxBytes);
    auto copy = packed(array);
    if (!copy)
        return copy.error();
    copy->geometry = std::move(shape);
    return ViewResult{{withArray(tensor, std::move(*copy))}, "copy", false, *bytes, std::move(why)};
}

// The dim that is to be cut into parts, counted from the front.
Result<std::size_t> dimToCut(const Geometry& geometry, std::int64_t dim)
{
    const auto wrapped = wrappedDim(dim, geometry.rank());
    if (!wrapped)
        return wrapped.error();
    if (geometry.rank() == 0 || !geometry.isWellFormed())
        return invalidArgument(say("a tensor of at least one dim is wanted, found {0}", text(geometry.sizes)));
    return *wrapped;
}

// Parts of one dim, by start and length, as views.
Result<ViewResult> parts(const Tensor& tensor, std::int64_t dim, std::int64_t length)
{
    const auto& geometry = tensor.members.front().array.geometry;
    const auto cut = dimToCut(geometry, dim);
    if (!cut)
        return cut.error();
    const auto extent = geometry.sizes[*cut];
    if (length < 0 || (length == 0 && extent > 0)) // an empty dim may be cut into one part of nothing
        return invalidArgument(say("parts of at least one are wanted, found {0}", length));
    length = std::max<std::int64_t>(length, 1);
    if (extent / length > maxParts)
        return unsupported(say("this makes more than {0} parts", maxParts));
    ViewResult out{{}, "geometry"};
    for (std::int64_t start = 0;; start += length) {
        auto part = narrow(geometry, dim, start, std::min(length, extent - start));
        if (!part)
            return part.error();
        out.tensors.push_back(withGeometry(tensor, std::move(*part)));
        if (extent - start <= length)
            return out;
    }
}

// Parts of the lengths that are listed.
Result<ViewResult> listedParts(const Tensor& tensor, std::int64_t dim, const Extents& lengths)
{
    const auto& geometry = tensor.members.front().array.geometry;
    const auto cut = dimToCut(geometry, dim);
    if (!cut)
        return cut.error();
    Wide sum = 0;
    for (const auto length : lengths) {
        if (length < 0)
            return invalidArgument(say("split: length {0} is negative", length));
        sum = sum + Wide(length);
    }
    const auto extent = geometry.sizes[*cut];
    if (sum != Wide(extent))
        return invalidArgument(say("split: the lengths {0} add up to {1}, but dim {2} has size {3}", text(lengths),
                                   sum.text(), *cut, extent));
    ViewResult out{{}, "geometry"};
    std::int64_t start = 0; // up to the extent
    for (const auto length : lengths) {
        auto part = narrow(geometry, dim, start, length);
        if (!part)
            return part.error();
        out.tensors.push_back(withGeometry(tensor, std::move(*part)));
        start += length;
    }
    return out;
}

Result<ViewResult> unbind(const Tensor& tensor, std::int64_t dim)
{
    auto out = parts(tensor, dim, 1);
    if (!out)
        return out;
    std::erase_if(out->tensors, [&](const Tensor& part) { // of an empty dim nothing is left
        const auto& geometry = part.members.front().array.geometry;
        return geometry.sizes[*wrappedDim(dim, geometry.rank())] == 0;
    });
    for (auto& part : out->tensors) {
        auto& geometry = part.members.front().array.geometry;
        auto selected = select(geometry, dim, 0);
        if (!selected)
            return selected.error();
        geometry = std::move(*selected);
    }
    return out;
}

Result<ViewResult> chunk(const Tensor& tensor, std::int64_t chunks, std::int64_t dim)
{
    const auto& geometry = tensor.members.front().array.geometry;
    const auto wrapped = wrappedDim(dim, geometry.rank());
    if (!wrapped)
        return wrapped.error();
    if (chunks <= 0)
        return invalidArgument(say("at least one chunk is wanted, found {0}", chunks));
    if (geometry.rank() == 0)
        return invalidArgument(say("a tensor of at least one dim is wanted, found ()"));
    const auto extent = std::max<std::int64_t>(geometry.sizes[*wrapped], 0);
    if (extent == 0 && chunks <= maxParts) // as many as asked for, all of them empty
        return listedParts(tensor, dim, Extents(static_cast<std::size_t>(chunks), 0));
    return parts(tensor, dim, std::max<std::int64_t>(1, extent / chunks + (extent % chunks != 0)));
}

Result<ViewResult> applyStrided(const Tensor& tensor, const ViewStep& step, std::int64_t maxBytes)
{
    switch (step.op) {
    case ViewOp::unbind:
        return unbind(tensor, integerArgument(step, 0));
    case ViewOp::chunk:
        return chunk(tensor, integerArgument(step, 0), integerArgument(step, 1));
    case ViewOp::split:
        if (const auto* lengths = std::get_if<Extents>(&step.args[0]))
            return listedParts(tensor, integerArgument(step, 1), *lengths);
        return parts(tensor, integerArgument(step, 1), integerArgument(step, 0));
    default:
        break;
    }
    auto outcome = applyStep(tensor.members.front().array.geometry, step);
    if (!outcome)
        return outcome.error();
    if (!outcome->isView)
        return copied(tensor, std::move(outcome->geometry), maxBytes,
                      outcome->why ? outcome->why->text : "the elements do not lie in row-major order");
    return ViewResult{{withGeometry(tensor, std::move(outcome->geometry))}, "geometry"};
}

} // namespace

const LayoutViews& stridedViews()
{
    static constexpr LayoutViews views{"strided", stridedOps, applyStrided};
    return views;
}

std::int64_t integerArgument(const ViewStep& step, std::size_t place)
{
    const auto* number = place < step.args.size() ? std::get_if<std::int64_t>(&step.args[place]) : nullptr;
    TSCOPE_CHECK(number, "a parsed step has all its arguments");
    return *number;
}

} // namespace tscope
