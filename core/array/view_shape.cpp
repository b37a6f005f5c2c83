// SPDX-License-Identifier: Apache-2.0
#include "array/view_shape.h"

#include "array/views.h"
#include "base/say.h"

#include <algorithm>

namespace tscope {

namespace {

ViewRefusal refusedShape(std::string text)
{
    ViewRefusal refusal;
    refusal.text = std::move(text);
    return refusal;
}

// The shape with its -1 resolved, for that many elements.
std::variant<Extents, ViewRefusal> resolved(const Extents& shape, std::int64_t count)
{
    std::optional<std::size_t> open;
    Extents known;
    for (std::size_t d = 0; d < shape.size(); ++d) {
        if (shape[d] < -1)
            return refusedShape(say("shape {0} has the negative size {1} in dim {2}", text(shape), shape[d], d));
        if (shape[d] == -1 && open)
            return refusedShape(say("shape {0} leaves more than one size open (-1)", text(shape)));
        if (shape[d] == -1)
            open = d;
        else
            known.push_back(shape[d]);
    }
    const auto product = checkedProduct(known);
    if (open && product == 0 && count == 0)
        return refusedShape(say("shape {0} for 0 elements is ambiguous: -1 could be any size", text(shape)));
    if (open && (!product || *product == 0 || count % *product != 0))
        return refusedShape(
            product ? say("shape {0} needs a multiple of {1} elements, but the array has {2}", text(shape),
                          *product, count)
                    : say("shape {0} needs a multiple of more than 2^63 elements, but the array has {1}",
                          text(shape), count));
    if (!open && product != count)
        return refusedShape(
            product ? say("shape {0} needs {1} elements, but the array has {2}", text(shape), *product, count)
                    : say("shape {0} needs more than 2^63 elements, but the array has {1}", text(shape), count));
    auto out = shape;
    if (open)
        out[*open] = count / *product;
    return out;
}

// `newDim` would run over the seam between old dim `outer` and the chunk that begins at `outer + 1`.
ViewRefusal refusedStrides(const Geometry& geometry, std::size_t outer, std::size_t newDim, const Extents& shape)
{
    ViewRefusal refusal;
    refusal.reason = ViewRefusal::Reason::strides;
    auto inner = outer + 1;
    while (inner + 1 < geometry.sizes.size() && geometry.sizes[inner] == 1)
        ++inner;
    refusal.outer = static_cast<int>(outer);
    refusal.inner = static_cast<int>(inner);
    refusal.newDim = static_cast<int>(newDim);
    const auto product = Wide::product(geometry.strides[inner], geometry.sizes[inner]).asInt64();
    refusal.equation = say("stride[{0}] = {1} but stride[{2}] * size[{2}] = {3} * {4} = {5}", outer,
                           geometry.strides[outer], inner, geometry.strides[inner], geometry.sizes[inner],
                           product ? std::to_string(*product) : say("a number beyond 64 bits"));
    refusal.text =
        say("shape {0} has no view: its dim {1} (size {2}) would run over dims {3} and {4}, which do not "
            "continue each other: {5}",
            text(shape), newDim, shape[newDim], outer, inner, refusal.equation);
    return refusal;
}

// Precondition: as many elements, at least one.
std::variant<Extents, ViewRefusal> stridesFor(const Geometry& geometry, const Extents& shape)
{
    const auto& sizes = geometry.sizes;
    const auto& strides = geometry.strides;
    Extents out(shape.size(), 1);
    if (sizes.empty())
        return out;
    auto next = shape.size(); // new dims from here on are placed
    Wide base = strides.back();
    Wide chunk = 1, placed = 1;
    for (auto d = sizes.size(); d-- > 0;) {
        chunk = chunk * Wide(sizes[d]);
        const auto ends = d == 0 || (sizes[d - 1] != 1 && Wide(strides[d - 1]) != chunk * base);
        if (!ends)
            continue;
        while (next > 0 && (placed < chunk || shape[next - 1] == 1)) {
            --next;
            out[next] = (placed * base).clamped(); // beyond 64 bits only where the extent is 1
            placed = placed * Wide(shape[next]);
        }
        if (placed != chunk)
            return refusedStrides(geometry, d - 1, next, shape); // d > 0: the last chunk takes what is left
        if (d > 0) {
            base = strides[d - 1];
            chunk = placed = 1;
        }
    }
    return out;
}

} // namespace

std::string_view name(ViewRefusal::Reason reason)
{
    return reason == ViewRefusal::Reason::shape ? "shape" : "strides";
}

Error asError(const ViewRefusal& refusal)
{
    return {ErrorCode::invalidArgument, refusal.text, {}, std::string(name(refusal.reason))};
}

ViewAnswer view(const Geometry& geometry, const Extents& shape)
{
    if (const auto ok = wellFormed(geometry); !ok)
        return refusedShape(ok.error().text);
    const auto count = numel(geometry);
    if (!count)
        return refusedShape(say("the array {0} has more elements than 64 bits can count", text(geometry.sizes)));
    auto sizes = resolved(shape, *count);
    if (auto* refusal = std::get_if<ViewRefusal>(&sizes))
        return std::move(*refusal);
    auto& wanted = std::get<Extents>(sizes);
    if (*count == 0)
        return wanted == geometry.sizes ? geometry : Geometry::rowMajor(std::move(wanted), geometry.offset);
    auto strides = stridesFor(geometry, wanted);
    if (auto* refusal = std::get_if<ViewRefusal>(&strides))
        return std::move(*refusal);
    return Geometry{std::move(wanted), std::move(std::get<Extents>(strides)), geometry.offset};
}

std::variant<Reshaped, ViewRefusal> reshape(const Geometry& geometry, const Extents& shape)
{
    auto answer = view(geometry, shape);
    if (auto* found = std::get_if<Geometry>(&answer))
        return Reshaped{std::move(*found)};
    auto& refusal = std::get<ViewRefusal>(answer);
    if (refusal.reason == ViewRefusal::Reason::shape)
        return std::move(refusal);
    auto sizes = resolved(shape, *numel(geometry)); // both are known to have an answer: the strides were tried
    return Reshaped{Geometry::rowMajor(std::move(std::get<Extents>(sizes))), false, std::move(refusal)};
}

Result<Reshaped> flatten(const Geometry& geometry, std::int64_t start, std::int64_t end)
{
    if (const auto ok = wellFormed(geometry); !ok)
        return ok.error();
    const auto first = wrappedDim(start, geometry.rank()), last = wrappedDim(end, geometry.rank());
    if (!first || !last)
        return first ? last.error() : first.error();
    if (*first > *last)
        return invalidArgument(say("flatten: dim {0} comes after dim {1}", start, end));
    Extents shape;
    if (geometry.sizes.empty()) {
        shape = {1};
    } else if (*first == *last) {
        return Reshaped{geometry};
    } else {
        const auto product = checkedProduct(std::span(geometry.sizes).subspan(*first, *last - *first + 1));
        if (!product)
            return Error{ErrorCode::overflow, say("flatten: the joined size does not fit 64 bits"), {}, {}};
        const auto from = geometry.sizes.begin() + static_cast<std::ptrdiff_t>(*first);
        shape.assign(geometry.sizes.begin(), from);
        shape.push_back(*product);
        shape.insert(shape.end(), from + static_cast<std::ptrdiff_t>(*last - *first) + 1, geometry.sizes.end());
    }
    auto answer = reshape(geometry, shape);
    if (auto* refusal = std::get_if<ViewRefusal>(&answer))
        return asError(*refusal);
    return std::get<Reshaped>(std::move(answer));
}

} // namespace tscope
