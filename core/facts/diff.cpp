// SPDX-License-Identifier: Apache-2.0
#include "facts/diff.h"

#include "anatomy/reading.h"
#include "base/memory_budget.h"
#include "facts/diff_elements.h"
#include "facts/diff_members.h"

namespace tscope {

namespace {

// The size both must agree on before their values can be compared.
std::optional<std::vector<OuterExtent>> sizeOf(const Tensor& tensor)
{
    return tensor.layout->read(tensor, {})->outline().size;
}

Result<ElementDifferences> elementsOf(ComparedSide& a, ComparedSide& b, std::int64_t maxBytes, const Watch& watch)
{
    if (mostCompared(a) && mostCompared(b)) {
        auto found = diffInOrder(a, b, watch);
        if (!found)
            return found.error();
        if (*found)
            return std::move(**found);
    }
    return diffInWindows(a, b, maxBytes, watch);
}

// In the order in which a reader meets them.
void addFirstPlaces(Difference& out, ElementDifferences found, bool areSizesEqual)
{
    const auto add = [&out](std::optional<DifferentPlace>& place) {
        if (place)
            out.first.push_back(std::move(*place));
    };
    if (!areSizesEqual) {
        out.first.push_back({"values", {}, {}, {}});
        found.values.reset(); // there is one for each level
    }
    add(found.order);
    const bool isPatternFirst = found.pattern && (!found.values || found.pattern->at <= found.values->at);
    add(isPatternFirst ? found.pattern : found.values);
    add(isPatternFirst ? found.values : found.pattern);
}

} // namespace

Result<Difference> diff(const Tensor& a, const Tensor& b, const Watch& watch, std::int64_t maxBytes)
{
    auto valuesA = StoredValues::of(a), valuesB = StoredValues::of(b);
    if (!valuesA || !valuesB)
        return (valuesA ? valuesB : valuesA).error();
    ComparedSide sideA{a, std::move(*valuesA)}, sideB{b, std::move(*valuesB)};
    auto found = elementsOf(sideA, sideB, maxBytes > 0 ? maxBytes : memoryBudget(), watch);
    if (!found)
        return found.error();
    auto bytes = firstOtherBytes(a, b, watch);
    if (watch.isStopped())
        return comparisonStopped();

    Difference out;
    const bool areSizesEqual = sizeOf(a) == sizeOf(b);
    out.values = areSizesEqual && found->differ == 0;
    out.pattern = !found->pattern;
    out.order = !found->order;
    out.bytes = !bytes;
    out.onlyA = found->onlyA;
    out.onlyB = found->onlyB;
    out.differ = found->differ;
    if (areSizesEqual) {
        out.maxAbs = found->maxAbs;
        out.maxRel = found->maxRel;
    }
    addFirstPlaces(out, std::move(*found), areSizesEqual);
    if (bytes)
        out.first.push_back(std::move(*bytes));
    return out;
}

} // namespace tscope
