// SPDX-License-Identifier: Apache-2.0
#include "layouts/shared/member_rules.h"

#include "anatomy/reading.h"
#include "base/say.h"
#include "layouts/shared/member_word.h"

#include <algorithm>

namespace tscope {

void memberInBounds(const Reading& reading, RuleRun& run)
{
    for (const auto& member : reading.tensor().members) {
        // Of an opaque type nobody knows how many its storage holds.
        if (!member.isStrided() || member.array.dtype.itemSize() <= 0 || member.array.isInBounds())
            continue;
        const auto& array = member.array;
        Witness witness{{{"member", std::string(member.role->name)}}};
        if (const auto range = reach(array.geometry)) {
            witness.fields.push_back({"actual", range->last.clamped()});
            if (range->first < Wide(0))
                witness.fields.push_back({"first", range->first.clamped()});
        }
        witness.fields.push_back({"limit", array.storageNumel()});
        run.found(std::move(witness));
    }
}

std::optional<std::string> whyIndexUnreadable(const Member& member)
{
    const auto& array = member.array;
    const auto name = [&] { return wordOf(member); };
    if (!member.isStrided())
        return say("{0} is not strided but {1}", name(), member.layout);
    if (array.storage->device().isMeta())
        return say("{0} is on the meta device", name());
    if (!array.dtype.isIndexLike())
        return say("{0} holds {1}, no integers", name(), array.dtype.name());
    if (!array.isInBounds())
        return say("{0} reaches outside its storage", name());
    if (!array.storage->hasBytes() && numel(array.geometry) != 0)
        return say("{0} has no data, only its shape is known", name());
    return std::nullopt;
}

std::optional<std::string> whyTooRepeated(const Member& member, std::span<const int> foldedDims)
{
    const auto& geometry = member.array.geometry;
    Wide elements = 1;
    for (int d = 0; d < geometry.rank(); ++d)
        if (std::ranges::find(foldedDims, d) == foldedDims.end() ||
            geometry.sizes[static_cast<std::size_t>(d)] == 0)
            elements = elements * Wide(geometry.sizes[static_cast<std::size_t>(d)]);
    const auto stored = member.array.storageNumel();
    if (elements <= Wide::product(stored, repetitionLimit))
        return std::nullopt;
    return say("{0}: {1#} elements out of {2#} stored", wordOf(member), elements.clamped(), stored);
}

bool isSupportedDType(const DType& dtype, Wording wording)
{
    using enum ElementType;
    const auto isOneOf = [&](std::initializer_list<ElementType> types) {
        return std::ranges::find(types, dtype.type()) != types.end();
    };
    switch (wording) {
    case Wording::types2021:
        return isOneOf({i8, i16, i32, i64, f32, f64});
    case Wording::types2022:
        return isOneOf({boolean, i8, i16, i32, i64, f32, f64, c32, c64, c128});
    default:
        return isOneOf({boolean, u8, i8, i16, i32, i64, f16, bf16, f32, f64, c32, c64, c128});
    }
}

bool isSupportedDevice(const Device& device, Wording wording)
{
    const auto isOneOf = [&](std::initializer_list<std::string_view> types) {
        return std::ranges::find(types, device.type) != types.end();
    };
    switch (wording) {
    case Wording::hostOnly:
        return isOneOf({"cpu"});
    case Wording::hostOrCuda:
        return isOneOf({"cpu", "cuda"});
    default:
        return isOneOf({"cpu", "cuda", "xpu", "meta", "privateuseone"});
    }
}

} // namespace tscope
