// SPDX-License-Identifier: Apache-2.0
#include "facts/diff_elements.h"

#include "base/say.h"
#include "facts/rounding.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tscope {

namespace {

// A NaN stays, once it is there; and nothing stays nothing.
void raise(std::optional<double>& most, double value)
{
    if (most && !std::isnan(*most) && !(value <= *most))
        most = value;
}

} // namespace

void ElementDifferences::add(const Distance& distance, std::int64_t key)
{
    nans += std::isnan(distance.absolute) ? 1 : 0;
    if (std::isfinite(distance.absolute) && (!maxFinite || distance.absolute > *maxFinite)) {
        maxFinite = distance.absolute;
        maxFiniteKey = key;
    }
    raise(maxAbs, distance.absolute);
    raise(maxRel, distance.relative);
}

void ElementDifferences::addChanged(ElementDifference kind)
{
    ++changed;
    close += kind == ElementDifference::close ? 1 : 0;
    rounded += kind == ElementDifference::rounded ? 1 : 0;
}

ChangeKinds::ChangeKinds(const ComparedSide& a, const ComparedSide& b, const Tolerance& tolerance)
    : m_tolerance(tolerance), m_coarser(coarserOf(a.values.dtype(), b.values.dtype()))
{
}

ElementDifference ChangeKinds::of(const Distance& distance, std::complex<ExactReal> a,
                                  std::complex<ExactReal> b) const
{
    if (m_tolerance.covers(distance, b))
        return ElementDifference::close;
    return m_coarser && areSameRounded(a, b, *m_coarser) ? ElementDifference::rounded : ElementDifference::changed;
}

std::int64_t storedIn(const Array& array)
{
    return array.storage->hasBytes() ? array.storageNumel() : 0;
}

Result<std::int64_t> mostCompared(const ComparedSide& side)
{
    static constexpr std::int64_t alwaysFine = 1 << 16;
    const auto limitOf = [&](const Member& member) {
        return std::max({alwaysFine, saturatingMul(2, storedIn(member.array)), saturatingMul(2, side.stored)});
    };
    for (const auto& member : side.tensor.members) {
        const auto count = numel(member.array.geometry);
        if (!count)
            return unsupported(say("{0} has no number of elements that 64 bits can hold", member.role->name));
        if (*count > limitOf(member))
            return unsupported(say("too many elements to compare one by one: {0} makes them of a storage of {1}",
                                   member.role->name, member.array.storageNumel()));
    }
    return limitOf(side.values.member());
}

Result<ElementDifferences> diffElements(ComparedSide& a, ComparedSide& b, const Watch& watch,
                                        const DiffOptions& options, DifferencePage* page)
{
    if (mostCompared(a) && mostCompared(b)) {
        auto found = diffInOrder(a, b, watch, options, page);
        if (!found)
            return found.error();
        if (*found)
            return std::move(**found);
    }
    if (page != nullptr)
        page->clear(); // what was met before it was seen that the order is another
    return diffInWindows(a, b, watch, options, page);
}

std::optional<Tensor> withBytesAsIntegers(const Tensor& tensor, const DType& type)
{
    static constexpr std::array widths{ElementType::u8, ElementType::u16, ElementType::u32, ElementType::u64};
    const auto width =
        std::ranges::find(widths, type.itemSize(), [](ElementType t) { return DType(t).itemSize(); });
    auto out = tensor;
    const auto values = std::ranges::find_if(
        out.members, [](const Member& member) { return member.role->kind == RoleKind::values; });
    if (width == widths.end() || values == out.members.end() || !type.isOpaque() || !(values->array.dtype == type))
        return std::nullopt;
    values->array.dtype = *width;
    out.dtype.reset();
    return values->isReadable() ? std::optional(std::move(out)) : std::nullopt;
}

} // namespace tscope
