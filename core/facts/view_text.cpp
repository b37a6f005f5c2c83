// SPDX-License-Identifier: Apache-2.0
#include "facts/view_text.h"

#include "array/transform.h"
#include "base/say.h"
#include "facts/kinship.h"
#include "layouts/compressed/reading.h"
#include "layouts/compressed/transpose.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace tscope {

namespace {

std::string callOnFirst(ViewOp op, std::vector<StepArg> args)
{
    return "first." + text(ViewStep{op, std::move(args)});
}

// The dims of `a` in the order in which `b` has them, as many as possible in their place. Nothing: `b` has others.
std::optional<Extents> orderOfDims(const Geometry& a, const Geometry& b)
{
    if (!a.isWellFormed() || !b.isWellFormed() || a.rank() != b.rank() || a.offset != b.offset)
        return std::nullopt;
    const auto rank = a.sizes.size();
    const auto isSame = [&](std::size_t inA, std::size_t inB) {
        return a.sizes[inA] == b.sizes[inB] && a.strides[inA] == b.strides[inB];
    };
    constexpr std::int64_t open = -1;
    Extents order(rank, open);
    std::vector<bool> isTaken(rank);
    const auto take = [&](std::size_t inA, std::size_t inB) {
        order[inB] = static_cast<std::int64_t>(inA);
        isTaken[inA] = true;
    };
    for (std::size_t dim = 0; dim < rank; ++dim)
        if (isSame(dim, dim))
            take(dim, dim);
    for (std::size_t inB = 0; inB < rank; ++inB)
        for (std::size_t inA = 0; inA < rank && order[inB] == open; ++inA)
            if (!isTaken[inA] && isSame(inA, inB))
                take(inA, inB);
    return std::ranges::count(order, open) == 0 ? std::optional(std::move(order)) : std::nullopt;
}

std::string permutedCall(const Extents& order)
{
    Extents moved;
    for (std::size_t dim = 0; dim < order.size(); ++dim)
        if (order[dim] != static_cast<std::int64_t>(dim))
            moved.push_back(static_cast<std::int64_t>(dim));
    if (moved.size() != 2)
        return callOnFirst(ViewOp::permute, {order});
    return order.size() == 2 ? std::string("first.t()") : callOnFirst(ViewOp::transpose, {moved[0], moved[1]});
}

// The call that makes the second of the first; empty: none is known.
std::string stridedCall(const Tensor& a, const Tensor& b)
{
    const auto &x = a.members.front().array, &y = b.members.front().array;
    if (x.storage != y.storage || x.dtype != y.dtype)
        return {};
    auto ofA = a.claims, ofB = b.claims;
    for (auto* claims : {&ofA, &ofB})
        claims->erase("numel"); // is lost with the shape
    const auto order = orderOfDims(x.geometry, y.geometry);
    return order && ofA == ofB && !std::ranges::is_sorted(*order) ? permutedCall(*order) : std::string();
}

std::string compressedCall(const Tensor& a, const Tensor& b)
{
    const auto view = transposedView(a);
    if (!view || kinship(*view, b).kin != Kin::same)
        return {};
    const std::int64_t batchDims = a.member("compressed").array.geometry.rank() - 1;
    const auto ofEntry = compressed::kindOf(*a.layout).blocks ? 3 : 1;
    return batchDims == 0 && a.member("values").array.geometry.rank() == ofEntry
               ? std::string("first.t()")
               : callOnFirst(ViewOp::transpose, {batchDims, batchDims + 1});
}

bool haveCommonValues(const Tensor& a, std::span<const StorageOverlap> overlaps)
{
    return std::ranges::any_of(overlaps, [&](const StorageOverlap& overlap) {
        return a.member(overlap.member).role->kind == RoleKind::values &&
               (overlap.sharing == Sharing::full || overlap.sharing == Sharing::partial);
    });
}

} // namespace

std::string viewText(const Tensor& a, const Tensor& b, std::span<const StorageOverlap> overlaps)
{
    if (!haveCommonValues(a, overlaps))
        return {};
    if (kinship(a, b).kin == Kin::same)
        return say("the second is no copy: it reads the same storage in the same way");
    std::string call;
    if (a.layout->family == "strided" && b.layout->family == "strided")
        call = stridedCall(a, b);
    else if (a.layout->family == "compressed" && b.layout->family == "compressed")
        call = compressedCall(a, b);
    return call.empty() ? say("the second is another view of the same storage")
                        : say("the second is a view of the same storage: {0}", call);
}

} // namespace tscope
