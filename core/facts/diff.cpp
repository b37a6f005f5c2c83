// SPDX-License-Identifier: Apache-2.0
#include "facts/diff.h"

#include "anatomy/reading.h"
#include "array/memory_order.h"
#include "facts/diff_elements.h"
#include "facts/diff_members.h"
#include "facts/info.h"

#include <algorithm>
#include <array>

namespace tscope {

namespace {

using Size = std::vector<OuterExtent>;

bool isNumber(const OuterExtent& extent)
{
    return extent.kind == OuterExtent::Kind::number;
}

std::optional<Size> sizeOf(const Tensor& tensor)
{
    return tensor.layout->read(tensor, {})->outline().size;
}

// The size, with a number for each extent in which all components agree: a jagged tensor leaves that open.
std::optional<Size> resolvedSize(const Tensor& tensor, const Watch& watch)
{
    const auto reading = tensor.layout->read(tensor, {});
    auto size = reading->outline().size;
    if (!size || size->empty() || !isNumber(size->front()) || !reading->hasComponents())
        return size;
    std::int64_t most = 1 << 16; // or as many as are stored: what is only declared may claim any number
    for (const auto& member : tensor.members)
        most = std::max(most, storedIn(member.array));
    if (size->front().value > most)
        return size;
    std::optional<Extents> all;
    std::vector<bool> agrees(size->size(), true);
    for (std::int64_t c = 0; c < size->front().value && !watch.isStopped(); ++c) {
        const auto one = reading->componentSize(c);
        if (!one || one->size() + 1 != size->size())
            return size;
        for (std::size_t d = 0; all && d < one->size(); ++d)
            agrees[d + 1] = agrees[d + 1] && (*one)[d] == (*all)[d];
        all = all ? all : one;
    }
    for (std::size_t d = 0; all && d < all->size(); ++d)
        if (agrees[d + 1])
            (*size)[d + 1] = {OuterExtent::Kind::number, (*all)[d]};
    return size;
}

bool haveSameSize(const Tensor& a, const Tensor& b, const Watch& watch)
{
    // Irregular and ragged extents both depend on the component; layouts use one word or the other.
    const auto isSame = [](const OuterExtent& x, const OuterExtent& y) {
        return x == y || (!isNumber(x) && !isNumber(y));
    };
    const auto areSame = [&](const std::optional<Size>& x, const std::optional<Size>& y) {
        return x && y ? std::ranges::equal(*x, *y, isSame) : x == y;
    };
    return areSame(sizeOf(a), sizeOf(b)) || areSame(resolvedSize(a, watch), resolvedSize(b, watch));
}

// Whether equal stored integers mean equal numbers.
bool haveSameQuantizer(const Tensor& a, const Tensor& b)
{
    return std::ranges::all_of(quantizerClaims, [&](std::string_view name) {
        const auto *inA = a.claims.find(name), *inB = b.claims.find(name);
        return inA != nullptr && inB != nullptr ? *inA == *inB : inA == inB;
    });
}

// A strided tensor is read in the order of its indices, in whatever order it lies in memory.
std::optional<DifferentPlace> firstOtherMemoryOrder(const Tensor& a, const Tensor& b)
{
    const auto geometryOf = [](const Tensor& tensor) -> const Geometry* {
        if (tensor.layout->family != "strided")
            return nullptr;
        const auto& values = tensor.members.front();
        return values.isStrided() && values.array.geometry.isWellFormed() ? &values.array.geometry : nullptr;
    };
    const auto *inA = geometryOf(a), *inB = geometryOf(b);
    if (inA == nullptr || inB == nullptr || inA->sizes != inB->sizes)
        return std::nullopt;
    const auto at = firstOutOfOrder(*inA, *inB);
    return at ? std::optional(DifferentPlace{"order", *at, {}, {}, firstOutOfOrder(*inB, *inA)}) : std::nullopt;
}

// In the order in which a reader meets them.
void addFirstPlaces(Difference& out, ElementDifferences found, bool areComparable)
{
    const auto add = [&out](std::optional<DifferentPlace>& place) {
        if (place)
            out.first.push_back(std::move(*place));
    };
    if (!areComparable) {
        out.first.push_back({"values", {}, {}, {}});
        found.values.reset(); // there is one for each level
    }
    add(found.order);
    const bool isPatternFirst = found.pattern && (!found.values || found.pattern->at <= found.values->at);
    add(isPatternFirst ? found.pattern : found.values);
    add(isPatternFirst ? found.values : found.pattern);
}

// Compares two tensors by the element types that they have.
Result<Difference> differenceOf(const Tensor& a, const Tensor& b, const Watch& watch, const DiffOptions& options)
{
    auto valuesA = StoredValues::of(a), valuesB = StoredValues::of(b);
    if (!valuesA || !valuesB)
        return (valuesA ? valuesB : valuesA).error();
    const auto stored = std::max(storedIn(valuesA->member().array), storedIn(valuesB->member().array));
    ComparedSide sideA{a, std::move(*valuesA), stored}, sideB{b, std::move(*valuesB), stored};
    auto found = diffElements(sideA, sideB, watch, options);
    if (!found)
        return found.error();
    if (!found->order)
        found->order = firstOtherMemoryOrder(a, b);
    auto bytes = firstOtherBytes(a, b, watch);
    if (watch.isStopped())
        return comparisonStopped();

    Difference out;
    out.size = haveSameSize(a, b, watch);
    out.quantizer = haveSameQuantizer(a, b);
    const bool areComparable = out.size && out.quantizer;
    out.values = areComparable && found->differ == 0;
    out.pattern = !found->pattern;
    out.order = !found->order;
    out.bytes = !bytes;
    out.onlyA = found->onlyA;
    out.onlyB = found->onlyB;
    out.differ = found->differ;
    out.changed = found->changed;
    out.close = found->close;
    out.rounded = found->rounded;
    out.types = roundedTypesOf(sideA.values.dtype(), sideB.values.dtype());
    if (areComparable) {
        out.maxAbs = found->maxAbs;
        out.maxRel = found->maxRel;
        out.nans = found->nans;
        out.maxFinite = found->maxFinite;
        out.maxFiniteAt = found->maxFiniteAt;
    }
    addFirstPlaces(out, std::move(*found), areComparable);
    if (bytes)
        out.first.push_back(std::move(*bytes));
    return out;
}

} // namespace

Result<Difference> diff(const Tensor& a, const Tensor& b, const Watch& watch, const DiffOptions& options)
{
    const auto integersA = withBytesAsIntegers(a, a.declaredDType()),
               integersB = withBytesAsIntegers(b, a.declaredDType());
    if (!integersA || !integersB)
        return differenceOf(a, b, watch, options);
    auto out =
        differenceOf(*integersA, *integersB, watch, {.maxBytes = options.maxBytes}); // bytes are close to none
    if (!out)
        return out;
    out->maxAbs = out->maxRel = out->maxFinite = std::nullopt;
    out->nans = 0;
    out->maxFiniteAt.clear();
    for (auto& place : out->first)
        place.a = place.b = std::nullopt;
    return out;
}

} // namespace tscope
