// SPDX-License-Identifier: Apache-2.0
#include "layouts/shared/member_rules.h"

#include "anatomy/reading.h"
#include "base/human_numbers.h"
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
        return name() + " is not strided but " + member.layout;
    if (array.storage->device().isMeta())
        return name() + " is on the meta device";
    if (!array.dtype.isIndexLike())
        return name() + " holds " + std::string(array.dtype.name()) + ", no integers";
    if (!array.isInBounds())
        return name() + " reaches outside its storage";
    if (!array.storage->hasBytes() && numel(array.geometry) != 0)
        return name() + " has no data, only its shape is known";
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
    return wordOf(member) + ": " + grouped(elements.clamped()) + " elements out of " + grouped(stored) + " stored";
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
